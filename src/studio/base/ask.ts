import { BulkheadError } from '../../../worker/protocol/errors.js';
import { mismatchOf } from '../../engine/internal.js';
import { untilAborted } from '../../primitives/index.js';
import { type Answer, readAnswer } from './answer.js';
import { controlTools, type Split, splitCalls } from './calls.js';
import { requestMessages } from './messages.js';
import { requestLimits, requestTurn } from './requests.js';
import type { StudioCall, ToolDefinition } from './types.js';
import type { Work } from './work.js';

export interface Asked extends Split {
  readonly text: string;
}

/** Asks the model about the session. @throws what the adapter throws, `MODEL_FAILED` when no answer can be used, the signal’s reason. */
export async function askModel<Profile, Settings>(
  work: Work<Profile, Settings>,
  userText: string,
  auto: boolean,
): Promise<Asked> {
  const { adapter, context, settings, session, signal, pacer } = work;
  work.phase('asking');
  const system = adapter.buildSystemPrompt(settings, session);
  const baseline = adapter.getGlobalBaselineProfile(settings, session);
  const prompt = adapter.buildUserPrompt(settings, session, userText, { auto, baseline });
  const editable = adapter.buildEditableToolSet(session);
  const tools = [...editable, ...controlTools(adapter.controlToolNames)];
  const { apiPresetName, llmPresetName } = adapter.getRequestPresetOptions(settings);
  const runtimeWorldInfo = await untilAborted(
    (async () => adapter.resolveRuntimeWorldInfo(context, settings, session, signal))(),
    signal,
  );
  if (typeof context.generateTask !== 'function') {
    throw new BulkheadError('BAD_ARGS', 'the studio has no model: its context lacks generateTask');
  }
  const messages = requestMessages(system, session.messages, prompt);
  const offered = new Set(editable.map(({ function: { name } }) => name));
  const split = ({ calls }: Answer) => splitCalls(calls, offered, adapter.controlToolNames);
  const answer = await requestTurn<Answer>({
    ask: async (attempt) =>
      readAnswer(
        await context.generateTask({
          ...{ messages, tools, toolChoice: 'auto', apiPresetName, llmPresetName },
          runtimeWorldInfo: runtimeWorldInfo ?? null,
          signal: attempt,
        }),
      ),
    check: (given) => whyUseless(given, split(given), tools),
    ...requestLimits(settings),
    pacer,
    signal,
  });
  return { text: answer.text, ...split(answer) };
}

/** Why an answer is of no use; nothing where it is. */
async function whyUseless(
  { text, broken }: Answer,
  { execution }: Split,
  tools: readonly ToolDefinition[],
): Promise<string | undefined> {
  // A call of a tool that was not offered is dropped, however it is written.
  const offered = (tool: string) => tools.some(({ function: { name } }) => name === tool);
  const wrong = broken.find(({ tool }) => tool === undefined || offered(tool));
  if (wrong) return wrong.why;
  if (text === '' && execution.length === 0) return 'neither a text nor a call of a tool it has';
  return whyInvalid(execution, tools);
}

/** Why calls do not fit the tools they are of; nothing where they do. */
export async function whyInvalid(
  calls: readonly StudioCall[],
  tools: readonly ToolDefinition[],
): Promise<string | undefined> {
  for (const { name, args } of calls) {
    const parameters = tools.find((tool) => tool.function.name === name)?.function.parameters;
    const mismatch = parameters && (await mismatchOf(name, parameters, args));
    if (mismatch) return mismatch;
  }
  return undefined;
}
