import { BulkheadError, type ErrorDetails } from '../../../worker/protocol/errors.js';
import type { Scope } from '../../../worker/protocol/grants.js';
import { parseJson } from '../../../worker/protocol/json.js';
import type { AskFirst, ToolInfo } from '../../contracts/index.js';
import type { CallFamily, CallOptions } from '../../isolation/guests/index.js';
import { notify } from '../../primitives/index.js';
import type { Answer, AskList, Policy } from '../../questions/index.js';

/** The list of questions, and the page's policy. */
export interface Asking {
  readonly asks: AskList;
  readonly policy: Policy;
}

/** Asks before a call of a page's tool, unless a yes covers it. @returns milliseconds it took. @throws `CONSENT_DENIED`, `STOPPED`, the signal's reason. */
export async function askFirst(
  { asks, policy }: Asking,
  [ask, tool]: readonly [AskFirst, ToolInfo],
  args: string,
  { family, signal, waiting }: CallOptions,
): Promise<number> {
  const { sendsTo = [], destructive = false } = ask;
  if (policy.covers(ask.allowed())) return 0;
  const about = { tool: tool.name };
  checkNotDenied(tool.name, family, about);
  const began = performance.now();
  waiting?.hold();
  try {
    const scopes = policy.scopes(destructive ? 'chat' : 'always');
    const plugin = { id: tool.owner };
    const question = { kind: 'call', plugin, tool, args: parseJson(args), destructive, sendsTo, scopes } as const;
    const answer = await asks.ask(question, signal);
    signal?.throwIfAborted();
    const scope = scopeOfYes(answer, tool.name, family, about);
    if (scope.kind !== 'call' && !ask.allowed().some(isSame(scope))) {
      notify((one: Scope) => ask.allow(one), scope);
      asks.settle((other) => {
        // Another tool, which the user has not seen, may have taken the name meanwhile.
        const covering = other.tool === tool ? ask.allowed().filter((one) => policy.covers([one])) : [];
        return other.scopes.find((offered) => covering.some(isSame(offered)));
      });
    }
  } finally {
    waiting?.release();
    if (family) family.askedMs += performance.now() - began;
  }
  return performance.now() - began;
}

const denied = (tool: string, why: string, about: ErrorDetails) =>
  new BulkheadError('CONSENT_DENIED', `${tool}: ${why}`, about);

/** @throws `CONSENT_DENIED` for a tool that the user has just refused to these calls; they are not asked again. */
export function checkNotDenied(tool: string, family: CallFamily | undefined, about: ErrorDetails): void {
  if (family?.denied.has(tool)) throw denied(tool, 'the user said no a moment ago', about);
}

/** How far a yes to a call goes. @throws `CONSENT_DENIED` for a no, `STOPPED`. */
export function scopeOfYes(answer: Answer, tool: string, family: CallFamily | undefined, about: ErrorDetails): Scope {
  if (answer.scope) return answer.scope;
  family?.denied.add(tool);
  if (answer.by === 'end') throw new BulkheadError('STOPPED', `${tool}: stopped while its user was asked`);
  throw denied(tool, whyNot(answer), about);
}

const isSame = (scope: Scope) => (one: Scope) => JSON.stringify(one) === JSON.stringify(scope);

/** The reason why a question was answered no, in words for the model. */
export function whyNot({ by }: Pick<Answer, 'by'>): string {
  if (by === 'time') return 'nobody answered in time';
  if (by === 'nobody') return 'the user would have to be asked, and this page shows no questions';
  return 'the user said no';
}
