import type { ShapedEffectKind } from '../../../worker/protocol/capabilities/index.js';
import type { ErrorData } from '../../../worker/protocol/errors.js';
import { codeOf } from '../../../worker/protocol/outcome.js';
import { TABLE } from '../../../worker/protocol/permission-facts.js';
import type { Effect } from '../../index.js';
import type { RehearsalCheck, RehearsalReport } from '../base/types.js';
import { memoryEffect } from './match.js';
import { reachedFor } from './names-not-there.js';
import type { Say, WordKey } from './words.js';

const VALUE_CHARS = 80;
const MODEL_CHARS = 6_000;
const cut = (text: string, most = VALUE_CHARS): string => (text.length > most ? `${text.slice(0, most)}…` : text);

type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** The sentence about an effect, by each kind that has more than a text. */
const SHAPED: { readonly [K in ShapedEffectKind]: (effect: Of<K>, say: Say) => string } = {
  storage: ({ key, after }, say) =>
    after === undefined ? say('effect.forget', cut(key)) : say('effect.keep', cut(key), cut(after)),
  chat({ change }, say) {
    if (change.op === 'append') return say('effect.append', cut(change.text));
    if (change.op === 'edit') return say('effect.edit', change.index, cut(change.text));
    return say('effect.remove', change.index);
  },
  memory({ change }, say) {
    const { title, type, from, to, gone } = memoryEffect(change);
    const what = from === undefined ? `${title ?? ''} (${type ?? ''})` : `${from} – ${to}`;
    return say(gone ? 'effect.unremember' : 'effect.remember', cut(what));
  },
  net: ({ method, url, bytes }, say) => say('effect.net', method, cut(url, 200), bytes),
};

/** What has been done, in a sentence. */
export function effectWords(effect: Effect, say: Say, table = TABLE): string {
  if (effect.kind === 'unknown') return effect.kind;
  if (!table.textOfEffect(effect.kind)) return SHAPED[effect.kind as ShapedEffectKind](effect as never, say);
  const { kind, text } = effect as Of<'notify' | 'clipboard'>;
  return say(`effect.${kind}`, cut(text));
}

export function forModel({ verdict, checks, log, effects }: RehearsalReport): string {
  const lines = [
    `Tried in an isolate, with nothing installed: ${verdict}.`,
    ...checks.map(({ name, verdict: one, detail }) => `- ${one}: ${name}${detail === undefined ? '' : ` (${detail})`}`),
    ...(log.length > 0 ? ['Console:', ...log.slice(0, 30).map(({ level, text }) => `${level}: ${text}`)] : []),
    ...(effects.length > 0 ? ['It would do:', ...effects.slice(0, 20)] : []),
  ];
  return cut(lines.join('\n'), MODEL_CHARS);
}

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
export function verdictOf(
  came: Came,
  say: Say,
): { readonly verdict: RehearsalCheck['verdict']; readonly detail?: string } {
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
