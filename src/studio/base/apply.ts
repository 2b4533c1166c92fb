import type { Delta, Rejection } from '../../../worker/protocol/studio.js';
import { untilAborted } from '../../primitives/index.js';
import { breathe } from './breathe.js';
import { type ExecutedCalls, executeCalls, stageOf } from './execute.js';
import { brings } from './make-adapter.js';
import type { RehearsalReport, StudioCall, StudioResult } from './types.js';
import type { Work } from './work.js';

/** The way from one version to another and back; both `null` where they are equal. */
export interface Difference {
  readonly delta: Delta | null;
  readonly reverseDelta: Delta | null;
}

/** What calls have made of a profile. Nothing of the session has changed yet. */
export interface Made<Profile> extends ExecutedCalls {
  readonly before: Profile;
  readonly after: Profile;
  readonly lastSimulation: unknown;
  readonly declined: readonly string[];
}

/** A change that was rejected is not there any more: executed again, the calls came to something else. */
export class ProposalChanged extends Error {}

/** Compares by the adapter’s patcher where it has one. */
export async function differenceOf<Profile, Settings>(
  { adapter, comparisons, signal }: Work<Profile, Settings>,
  before: Profile,
  after: Profile,
): Promise<Difference> {
  if (brings(adapter, 'diffPatcher')) {
    const [old, now] = [structuredClone(before), structuredClone(after)];
    const delta = (adapter.diffPatcher.diff(old, now) as Delta | undefined) ?? null;
    return { delta, reverseDelta: (adapter.diffPatcher.diff(now, old) as Delta | undefined) ?? null };
  }
  const comparison = await untilAborted(comparisons.of(before, after), signal);
  return { delta: comparison?.delta ?? null, reverseDelta: comparison?.reverseDelta ?? null };
}

/** Executes calls on a copy of the session, without what was rejected. @throws `ProposalChanged`, `WORKER_LOST`, what the adapter throws. */
export async function make<Profile, Settings>(
  work: Work<Profile, Settings>,
  calls: readonly StudioCall[],
  {
    prediction = false,
    rejected = [],
  }: { readonly prediction?: boolean; readonly rejected?: readonly Rejection[] } = {},
): Promise<Made<Profile>> {
  const { adapter, session, comparisons, signal } = work;
  const before = session.workingProfile;
  const stage = await stageOf(adapter, session, prediction);
  const executed = await executeCalls(work, stage, calls);
  const { lastSimulation } = stage;
  // Made good before anybody sees it, and out of reach of a call that goes on.
  const after = adapter.cloneWorkingProfile(stage.workingProfile);
  await breathe();
  if (rejected.length === 0) return { ...executed, before, after, lastSimulation, declined: [] };
  const comparison = await untilAborted(comparisons.of(before, after), signal);
  const settled = await untilAborted(
    comparison?.settle(rejected) ?? Promise.resolve({ value: after, lost: rejected }),
    signal,
  );
  if (settled.lost.length > 0) throw new ProposalChanged('what was rejected is not part of it any more');
  const paths = new Map(comparison?.changes.map(({ id, path }) => [id, path]));
  const declined = [...new Set(rejected.map(({ change }) => paths.get(change) ?? change))];
  return {
    ...executed,
    before,
    after: adapter.cloneWorkingProfile(settled.value as Profile),
    lastSimulation,
    declined,
  };
}

/** Results for the model, with the outcome of a rehearsal and what a person has declined. */
export function withOutcome(
  results: readonly StudioResult[],
  report: RehearsalReport | undefined,
  declined: readonly string[] = [],
): readonly StudioResult[] {
  const more = {
    ...(declined.length > 0 && { declinedByUser: declined }),
    ...(report && { trial: report.forModel ?? `${report.verdict}: ${report.summary}` }),
  };
  if (Object.keys(more).length === 0) return results;
  return results.map((one, index) => (index === 0 ? { ...one, result: { ...one.result, ...more } } : one));
}
