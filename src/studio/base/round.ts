import { randomId } from '../../../worker/primitives/random-id.js';
import { untilAborted } from '../../primitives/index.js';
import { type Difference, differenceOf, type Made, make, withOutcome } from './apply.js';
import { type Asked, askModel } from './ask.js';
import { continueNote } from './calls.js';
import { executeCalls, wordsOf } from './execute.js';
import type { RehearsalReport, SessionMessage, StudioCall, StudioResult } from './types.js';
import type { Work } from './work.js';

/** What one answer of the model has come to. */
export interface Round {
  readonly outcome: 'text' | 'pending' | 'completed';
  readonly results: readonly StudioResult[];
  /** What the model has said of why it goes on, where it does. */
  readonly note: string | undefined;
}

/** Asks the model once, and shows its answer, applies it, or has it wait. @throws what the adapter throws, `MODEL_FAILED`, the signal’s reason. */
export async function playRound<Profile, Settings>(
  work: Work<Profile, Settings>,
  userText: string,
  auto: boolean,
): Promise<Round> {
  const { adapter, session, autoApply } = work;
  const asked = await askModel(work, userText, auto);
  const { text, editable, execution } = asked;
  const message = {
    id: `message_${randomId()}`,
    role: 'assistant' as const,
    content: text,
    createdAt: work.now(),
    ...(auto && { auto: true as const }),
  };
  const note = continueNote(execution, adapter.controlToolNames);
  if (execution.length === 0) {
    work.signal.throwIfAborted();
    session.pendingApproval = null;
    work.append(message);
    return { outcome: 'text', results: [], note: undefined };
  }
  if (editable.length === 0) {
    const { results } = await executeCalls(work, session, execution);
    session.pendingApproval = null;
    work.append({ ...message, toolCalls: execution, toolResults: results, toolState: 'completed' });
    return { outcome: 'completed', results, note };
  }
  if (autoApply) {
    const results = await applyAll(work, message, asked);
    return results ? { outcome: 'completed', results, note } : { outcome: 'pending', results: [], note };
  }
  await propose(work, message, asked);
  return { outcome: 'pending', results: [], note };
}

/** Executes all calls, or none. Where the rehearsal had to be contained, they wait for a person. */
async function applyAll<Profile, Settings>(
  work: Work<Profile, Settings>,
  message: SessionMessage<Profile>,
  asked: Asked,
): Promise<readonly StudioResult[] | undefined> {
  work.phase('executing');
  const { session } = work;
  const made = await make(work, asked.execution);
  const difference = await differenceOf(work, made.before, made.after);
  const report = await tried(work, made.after, made.lastSimulation);
  if (report?.verdict === 'contained') {
    hold(work, { ...message, ...shown(difference, made.before, made.after), trial: report }, asked, made.results);
    return undefined;
  }
  const toolResults = withOutcome(made.results, report);
  work.signal.throwIfAborted();
  session.pendingApproval = null;
  session.workingProfile = made.after;
  session.lastSimulation = made.lastSimulation;
  session.revision += made.edits;
  work.append({
    ...message,
    ...{ toolCalls: asked.execution, toolResults, toolState: 'completed' },
    ...shown(difference, made.before, made.after),
    ...(report && { trial: report }),
  });
  return toolResults;
}

const shown = <Profile>({ delta, reverseDelta }: Difference, before: Profile, after: Profile) => ({
  ...{ profileDelta: delta, profileReverseDelta: reverseDelta },
  ...{ profileSnapshotBefore: before, profileSnapshotAfter: after },
});

/** Has calls wait for a person. Resolves when that is kept, or cannot be. @throws the signal’s reason, at once. */
function hold<Profile, Settings>(
  { adapter, session, append, signal }: Work<Profile, Settings>,
  message: SessionMessage<Profile>,
  { text, editable, execution }: Asked,
  predicted: readonly StudioResult[] = [],
): Promise<void> {
  signal.throwIfAborted();
  /** What is known to fail says so before anybody decides. */
  const failing = new Map(predicted.flatMap(({ id, result }) => (result.ok ? [] : [[id, result.error] as const])));
  // A listener to the message finds the proposal waiting.
  session.pendingApproval = {
    ...{ messageId: message.id, assistantText: text },
    ...{ toolCalls: editable, executionToolCalls: execution, createdAt: message.createdAt },
  };
  return append({
    ...message,
    toolCalls: execution,
    toolResults: execution.map(({ id, name }) => ({
      id,
      name,
      result: {
        ...{ ok: true, pending: true, summary: adapter.describeTool(name) },
        ...(failing.has(id) && { error: failing.get(id) }),
      },
    })),
    toolState: 'pending',
  });
}

/** Shows what calls would do, and tries it. */
async function propose<Profile, Settings>(
  work: Work<Profile, Settings>,
  message: SessionMessage<Profile>,
  asked: Asked,
): Promise<void> {
  const { session } = work;
  work.phase('predicting');
  const made = await predict(work, asked.execution);
  const unknown = { profileDelta: null, profileReverseDelta: null, profileSnapshotBefore: session.workingProfile };
  const kept = hold(
    work,
    { ...message, ...(made ? shown(made, made.before, made.after) : unknown) },
    asked,
    made?.results,
  );
  if (!made) return;
  // A rehearsal runs code that nobody has reviewed. If the page crashes, the proposal is still there.
  const report = await tried(work, made.after, made.lastSimulation, kept).catch((error: unknown) => {
    // Only the rehearsal was stopped. The proposal is still there.
    if (!work.signal.aborted) throw error;
  });
  // It may have been reviewed meanwhile.
  const now = session.messages.find(({ id }) => id === message.id);
  if (report && now?.toolState === 'pending') work.replace({ ...now, trial: report });
}

/** What calls would make of the profile; nothing where that cannot be said. @throws the signal’s reason. */
async function predict<Profile, Settings>(
  work: Work<Profile, Settings>,
  calls: readonly StudioCall[],
): Promise<(Made<Profile> & Difference) | undefined> {
  try {
    const made = await make(work, calls, { prediction: true });
    return { ...made, ...(await differenceOf(work, made.before, made.after)) };
  } catch (error) {
    work.signal.throwIfAborted();
    console.warn(`studio ${work.adapter.id}: what a proposal would do cannot be said:`, error);
    return undefined;
  }
}

/** Rehearses a profile if the adapter can, after `first`. A rehearsal that throws has failed. @throws the signal’s reason. */
async function tried<Profile, Settings>(
  work: Work<Profile, Settings>,
  profile: Profile,
  lastSimulation: unknown,
  first: Promise<void> = Promise.resolve(),
): Promise<RehearsalReport | undefined> {
  const { adapter, context, session, settings, signal } = work;
  if (!adapter.tryProposal) return undefined;
  await untilAborted(first, signal);
  work.phase('trying');
  try {
    const sandbox = { ...session, workingProfile: adapter.cloneWorkingProfile(profile), lastSimulation };
    return await untilAborted(adapter.tryProposal(context, sandbox, settings, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    return { verdict: 'failed', summary: wordsOf(error), checks: [], log: [], effects: [] };
  }
}
