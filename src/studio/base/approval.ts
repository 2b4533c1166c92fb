import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Rejection } from '../../../worker/protocol/studio.js';
import { untilAborted } from '../../primitives/index.js';
import { differenceOf, make, ProposalChanged, withOutcome } from './apply.js';
import { whyInvalid } from './ask.js';
import { continueNote, controlTools } from './calls.js';
import type { Comparison } from './facade.js';
import { isFromStore } from './open-session.js';
import type { Round } from './round.js';
import type { PendingApproval, ReviewState, SessionMessage } from './types.js';
import type { Work } from './work.js';

/**
 * A decision’s key: of a change, or of one of its hunks.
 *
 * @example
 * import { decisionKey, type ReviewState } from 'bulkhead/studio';
 * const isRejected = ({ decisions }: ReviewState, change: string, hunk?: string) =>
 *   decisions[decisionKey(change, hunk)] === 'reject';
 */
export const decisionKey = (change: string, hunk?: string): string =>
  hunk === undefined ? change : `${change}\n${hunk}`;

/** What a person does not want of a comparison’s changes. What is said of a hunk beats what is said of its change. */
export async function rejectionsIn({ decisions }: ReviewState, comparison: Comparison): Promise<readonly Rejection[]> {
  const rejected: Rejection[] = [];
  for (const { id } of comparison.changes) {
    const whole = decisions[id];
    const hunks = Object.keys(decisions).filter((key) => key.startsWith(`${id}\n`));
    if (hunks.length === 0) {
      if (whole === 'reject') rejected.push({ change: id });
      continue;
    }
    const [body] = await comparison.unfold([id]);
    const keys = (body?.hunks ?? []).map(({ key }) => key);
    const gone = keys.filter((key) => (decisions[decisionKey(id, key)] ?? whole) === 'reject');
    // Said of hunks that there are not, it is said of nothing.
    if (keys.length === 0 && whole === 'reject') rejected.push({ change: id });
    if (gone.length > 0) rejected.push(gone.length === keys.length ? { change: id } : { change: id, hunks: gone });
  }
  return rejected;
}

export interface Approved {
  readonly round: Round;
  readonly differs: boolean;
}

/** Executes a proposal without what was rejected: all, or nothing. @throws as `make` does; then the proposal waits as before. */
export async function approvePending<Profile, Settings>(
  work: Work<Profile, Settings>,
  pending: PendingApproval,
  message: SessionMessage<Profile>,
): Promise<Approved> {
  const { session, comparisons, adapter, signal } = work;
  work.phase('executing');
  if (isFromStore(pending)) await confirm(work, pending, message);
  const { review, profileSnapshotBefore: shown = session.workingProfile, profileSnapshotAfter: predicted } = message;
  const seen = predicted === undefined || !review ? null : await comparisons.of(shown, predicted);
  const rejected = review && seen ? await rejectionsIn(review, seen) : [];
  const made = await make(work, pending.executionToolCalls, { rejected });
  const { delta, reverseDelta } = await differenceOf(work, shown, made.after);
  const expected = rejected.length > 0 ? (await seen?.settle(rejected))?.value : predicted;
  const differs = expected !== undefined && (await comparisons.of(expected, made.after)) !== null;
  signal.throwIfAborted();
  const toolResults = withOutcome(made.results, message.trial, made.declined);
  work.replace({
    ...message,
    ...{ toolState: 'completed', toolResults, profileDelta: delta, profileReverseDelta: reverseDelta },
    ...{ profileSnapshotBefore: shown, profileSnapshotAfter: made.after },
  });
  session.pendingApproval = null;
  session.workingProfile = made.after;
  session.lastSimulation = made.lastSimulation;
  session.revision += made.edits;
  const note = continueNote(pending.executionToolCalls, adapter.controlToolNames);
  return { round: { outcome: 'completed', results: toolResults, note }, differs };
}

/**
 * Makes sure that a proposal of a store does what it is shown to do: whoever can write there could have anything approved. Where it
 * does not, what it does is shown instead, and it waits.
 * @throws `ProposalChanged`, `BAD_ARGS` for calls that no model could have made, and as `make` does.
 */
async function confirm<Profile, Settings>(
  work: Work<Profile, Settings>,
  pending: PendingApproval,
  message: SessionMessage<Profile>,
): Promise<void> {
  const { adapter, session, comparisons, signal } = work;
  const calls = pending.executionToolCalls;
  const tools = [...adapter.buildEditableToolSet(session), ...controlTools(adapter.controlToolNames)];
  const unknown = calls.find(({ name }) => !tools.some((tool) => tool.function.name === name));
  const wrong = unknown ? `there is no tool ${unknown.name}` : await whyInvalid(calls, tools);
  if (wrong !== undefined) throw new BulkheadError('BAD_ARGS', wrong);
  const { before, after } = await make(work, calls, { prediction: true });
  const { profileSnapshotBefore: shown, profileSnapshotAfter: predicted } = message;
  const isSame = async (one: unknown, other: unknown) =>
    one !== undefined && (await untilAborted(comparisons.of(one, other), signal)) === null;
  if ((await isSame(shown, before)) && (await isSame(predicted, after))) return;
  const { delta, reverseDelta } = await differenceOf(work, before, after);
  signal.throwIfAborted();
  const { review: _review, trial: _trial, ...rest } = message;
  work.replace({
    ...rest,
    ...{ profileDelta: delta, profileReverseDelta: reverseDelta },
    ...{ profileSnapshotBefore: before, profileSnapshotAfter: after },
  });
  session.pendingApproval = { ...pending };
  throw new ProposalChanged('it does something else than was kept with it');
}

export function rejectedMessage<Profile>(
  message: SessionMessage<Profile>,
  describe: (name: string) => string,
): SessionMessage<Profile> {
  const results = (message.toolCalls ?? []).map(({ id, name }) => ({
    id,
    name,
    result: { ok: false, rejected: true, summary: describe(name) },
  }));
  return { ...message, toolState: 'rejected', toolResults: withOutcome(results, message.trial) };
}
