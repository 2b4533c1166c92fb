import { isMembers } from '../../../worker/studio/diff/plain.js';
import { untilAborted } from '../../primitives/index.js';
import type { Adapter } from './adapter.js';
import { breathe } from './breathe.js';
import { controlResult } from './calls.js';
import type { StudioCall, StudioContext, StudioResult, StudioSession } from './types.js';

/** So long calls may follow one another without the page doing anything else. */
const LONGEST_MS = 30;

export interface Execution<Profile, Settings> {
  readonly adapter: Adapter<Profile, Settings>;
  readonly context: StudioContext;
  readonly signal: AbortSignal;
}

/** A copy of a session for calls to work on: a call that goes on after a stop changes nothing else. */
export async function stageOf<Profile, Settings>(
  adapter: Adapter<Profile, Settings>,
  session: StudioSession<Profile>,
  prediction: boolean,
): Promise<StudioSession<Profile>> {
  const workingProfile = adapter.cloneWorkingProfile(session.workingProfile);
  await breathe();
  return {
    ...session,
    workingProfile,
    messages: [...session.messages],
    ...(prediction && {
      baseWorkingProfile: adapter.cloneWorkingProfile(session.baseWorkingProfile),
      lastSimulation: structuredClone(session.lastSimulation),
    }),
  };
}

export interface ExecutedCalls {
  readonly results: readonly StudioResult[];
  /** Calls of the adapter’s tools among them. */
  readonly edits: number;
}

/** Executes calls one after another. One that throws is a result, too. @throws the signal’s reason, as soon as it aborts. */
export async function executeCalls<Profile, Settings>(
  { adapter, context, signal }: Execution<Profile, Settings>,
  stage: StudioSession<Profile>,
  calls: readonly StudioCall[],
): Promise<ExecutedCalls> {
  const { controlToolNames: names } = adapter;
  const results: StudioResult[] = [];
  let edits = 0;
  let since = performance.now();
  for (const call of calls) {
    if (performance.now() - since > LONGEST_MS) {
      await breathe();
      since = performance.now();
    }
    signal.throwIfAborted();
    if (call.name === names.continue || call.name === names.finalize) {
      results.push(controlResult(call, names));
      continue;
    }
    edits += 1;
    results.push(await untilAborted(executeOne({ adapter, context, signal }, stage, call), signal));
  }
  signal.throwIfAborted();
  return { results, edits };
}

async function executeOne<Profile, Settings>(
  { adapter, context, signal }: Execution<Profile, Settings>,
  stage: StudioSession<Profile>,
  { id, name, args }: StudioCall,
): Promise<StudioResult> {
  try {
    // What a call does to its arguments is not what the model has said.
    const call = { id, name, args: structuredClone(args) };
    const executed = Object(await adapter.executeEditableToolCall(context, stage, call, signal));
    const { content, action, changed } = executed as { content?: unknown; action?: unknown; changed?: unknown };
    return {
      ...{ id, name, result: resultOf(content) },
      ...(typeof action === 'string' && { action }),
      ...(typeof changed === 'boolean' && { changed }),
    };
  } catch (error) {
    return { id, name, result: { ok: false, error: wordsOf(error) } };
  }
}

/** What an adapter says of a call, as its result: an object is one already, and may say that it is not ok; a text goes with one. */
function resultOf(content: unknown): StudioResult['result'] {
  if (content === undefined || content === null) return { ok: true };
  const said = plain(content);
  if (!isMembers(said)) return { ok: true, content: said };
  return { ...said, ok: said.ok !== false };
}

/** What may be kept and sent: anything else as its text. */
function plain(content: unknown): unknown {
  if (typeof content === 'string') return content;
  try {
    return JSON.parse(JSON.stringify(content) ?? 'null');
  } catch {
    return String(content);
  }
}

export const wordsOf = (error: unknown): string => {
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : String(error);
};
