import { isRecord } from '../../worker/protocol/json.js';
import type { Material } from '../../worker/protocol/quotations.js';
import type { TextCall, TextCallEvent } from '../../worker/protocol/text-calls.js';
import { joinEvents, toMessage } from '../../worker/protocol/text-message.js';
import type { Completion, LLMAdapter, LLMCompleteOptions, LlmTool, Message, ToolCall } from '../engine/internal.js';
import { streamed } from '../engine/internal.js';
import { untilAborted } from '../primitives/index.js';
import { readAnswer } from './answer.js';
import { type ChatMessage, toRequest, type WritingModel } from './message.js';
import { broughtIn, NOBODY, refusalOf, SAID_NO, withQuotations } from './quotations.js';
import type { TextCalls } from './reader.js';

export interface TextCallModelOptions extends WritingModel {
  /** `host.textCalls`. */
  readonly textCalls: TextCalls;
  /** What of the messages the model may have taken a call from. Default: results, and what runs have handed on, since the user's last message. */
  readonly material?: ((messages: readonly Message[]) => readonly Material[]) | undefined;
  /** Characters of it that calls are compared with. Default: 1,000,000. */
  readonly materialChars?: number | undefined;
}

/**
 * A model without tool calls as one that has them: it gets instructions for writing calls, and its text is read, so that an agent
 * of `bulkhead/engine` does not notice. What it wrote goes with the call (`source`), and back to it as it stood.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { textCallModel } from 'bulkhead/text-calls';
 * const model = textCallModel({
 *   textCalls: createHost().textCalls,
 *   generate: async (messages, { signal }) =>
 *     (await fetch('/complete', { method: 'POST', body: JSON.stringify(messages), signal })).text(),
 * });
 */
export function textCallModel(options: TextCallModelOptions): LLMAdapter {
  const { generate, textCalls, dialect = 'bracket-call', read = dialect, language = 'en', budgetTokens } = options;

  const { confirmQuotation = textCalls.askAbout } = options;
  /** Why a call must not be made. */
  const refusal = async ({ readIn, ...call }: TextCall, signal: AbortSignal): Promise<string | undefined> => {
    if (!readIn) return undefined;
    if (!confirmQuotation) return refusalOf(readIn, NOBODY);
    const asked = Promise.resolve(confirmQuotation({ ...call, readIn }, { signal }));
    return (await untilAborted(asked, signal)) === true ? undefined : refusalOf(readIn, SAID_NO);
  };

  const ask = async (
    messages: readonly Message[],
    { tools = [], signal = new AbortController().signal }: LLMCompleteOptions,
    chunk?: (text: string) => void,
  ): Promise<Completion> => {
    const list = (tools as LlmTool[]).map(({ name, description, inputSchema }) => ({
      ...{ name, description },
      parameters: inputSchema,
    }));
    const wanted = { dialect, tools: list, language, ...(budgetTokens !== undefined && { budgetTokens }) };
    const prompt = list.length > 0 ? await textCalls.prompt(wanted, signal) : NO_PROMPT;
    const request = toRequest(toTexts(messages, options.resultRole ?? 'system'), prompt);
    const generated = await untilAborted(Promise.resolve(generate(request, { signal })), signal);
    const events: TextCallEvent[] = [];
    const { text, calls } = await readAnswer(generated, {
      ...{ textCalls, dialect: read, tools: list, signal },
      ...{ reasoning: false, stopAtCall: false },
      onEvents: (more) => {
        events.push(...more);
        for (const event of more) if (event.type === 'text') chunk?.(event.text);
      },
    });
    signal.throwIfAborted();
    const { material = broughtIn, materialChars } = options;
    const comparing = { textCalls, material: material(messages), materialChars, signal };
    const toolCalls: ToolCall[] = [];
    for (const call of await withQuotations(calls, text, comparing)) {
      const refused = await refusal(call, signal);
      const { callId, id, name, arguments: given, rawArguments, start, end } = call;
      toolCalls.push({
        ...{ id: callId ?? `text_${id}`, name, source: text.slice(start, end) },
        // A caller that ignores `refused` must not find any arguments.
        ...(refused !== undefined && { input: {}, malformed: refused, refused }),
        ...(refused === undefined && (isRecord(given) ? { input: given } : { input: {}, malformed: rawArguments })),
      } as ToolCall);
    }
    return { content: toMessage(joinEvents(events), null).visibleText, toolCalls };
  };

  return {
    complete: (messages, given = {}) => ask(messages, given),
    async *stream(messages, given = {}) {
      const answer = streamed((chunk) => ask(messages, given, chunk));
      for await (const delta of answer) yield { delta };
      const { toolCalls = [] } = await answer.result;
      yield { toolCalls };
    },
  };
}

const NO_PROMPT = { system: '', reminder: '', omitted: [], tokens: 0 };

/** Calls and results as text: a model without them would not know what to make of either. */
function toTexts(messages: readonly Message[], resultRole: 'system' | 'user'): ChatMessage[] {
  const names = new Map<string, string>();
  return messages.map(({ role, content, toolCalls = [], toolCallId = '' }) => {
    for (const { id, name } of toolCalls) names.set(id, name);
    if (role === 'tool')
      return { role: resultRole, content: `Result of ${names.get(toolCallId) ?? 'a tool'}\n---\n${content}` };
    const written = toolCalls.map(({ source, name, input }) => source ?? `[CALL: ${name}(${JSON.stringify(input)})]`);
    return { role, content: [content, ...written].filter((part) => part !== '').join('\n') };
  });
}
