import type { ErrorData } from '../../../worker/protocol/errors.js';
import { codeOf } from '../../../worker/protocol/outcome.js';
import type { TrialCheck } from '../base/types.js';
import { reachedFor } from './names-not-there.js';
import type { Say, WordKey } from './words.js';

/** How a guest can end that had to be held. */
const HELD: { readonly [code: string]: WordKey } = {
  TOOL_TIMEOUT: 'detail.time',
  TOOL_MEMORY: 'detail.memory',
  TOOL_CRASHED: 'detail.crashed',
  WORKER_FLOODED: 'detail.flooded',
  PROTOCOL_VIOLATION: 'detail.flooded',
  CAPABILITY_LIMIT: 'detail.flooded',
};

interface Came {
  readonly error?: Pick<ErrorData, 'code' | 'message' | 'details'>;
  readonly refused: readonly string[];
}

/** True for what had to be ended: nothing more is tried after it. */
export const isHeld = ({ error }: Came): boolean => error !== undefined && Object.hasOwn(HELD, error.code);

/** What a load or a call came to, whatever its test expects: held is held. */
export function verdictOf(came: Came, say: Say): { readonly verdict: TrialCheck['verdict']; readonly detail?: string } {
  const { error, refused } = came;
  const held = error && HELD[error.code];
  if (held) return { verdict: 'contained', detail: say(held) };
  if (refused.length > 0)
    return { verdict: 'contained', detail: say('detail.refused', refused.slice(0, 8).join(', ')) };
  const reached = error && reachedFor(error.message);
  if (reached) return { verdict: 'contained', detail: say('detail.reached', reached) };
  if (error) return { verdict: 'failed', detail: `${codeOf(error)}: ${error.message}` };
  return { verdict: 'passed' };
}
