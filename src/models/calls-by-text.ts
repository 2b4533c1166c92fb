import type { Completion, CompletionChunk, LLMAdapter, LLMCompleteOptions, Message } from '../engine/internal.js';
import { type ChatMessage, type TextCallModelOptions, type TextCalls, textCallModel } from '../text-calls/internal.js';

export type TextCallWays = Pick<
  TextCallModelOptions,
  'dialect' | 'read' | 'language' | 'budgetTokens' | 'confirmQuotation' | 'material' | 'materialChars'
>;

/**
 * Gives calls to a model that makes none: it writes them as text. Tokens and thoughts of the model go through.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openAiModel } from 'bulkhead/engine';
 * import { callsByText } from 'bulkhead/models';
 * const small = openAiModel({ endpoint: 'http://localhost:8080/v1', model: 'small' });
 * const model = callsByText(small, createHost().textCalls, { dialect: 'bracket-call' });
 */
export function callsByText(llm: LLMAdapter, textCalls: TextCalls, ways: TextCallWays = {}): LLMAdapter {
  /** One request: what comes beside its text is its own. */
  const once = ({ tools: _, signal: __, ...more }: LLMCompleteOptions, streams: boolean) => {
    let beside: Pick<Completion, 'usage' | 'reasoning'> = {};
    const note = ({ usage, reasoning }: Pick<Completion, 'usage' | 'reasoning'>) => {
      const thought = (beside.reasoning ?? '') + (reasoning ?? '');
      beside = { ...beside, ...(usage && { usage }), ...(thought !== '' && { reasoning: thought }) };
    };
    async function* pieces(stream: NonNullable<LLMAdapter['stream']>, messages: Message[], signal: AbortSignal) {
      for await (const piece of stream.call(llm, messages, { ...more, signal })) {
        const chunk = (typeof piece === 'string' ? { delta: piece } : piece) as Exclude<CompletionChunk, string>;
        note(chunk);
        if (chunk.delta) yield chunk.delta;
      }
    }
    const model = textCallModel({
      ...ways,
      textCalls,
      // Templates of many local models take a message of the system at the beginning alone.
      resultRole: 'user',
      generate: async (request: readonly ChatMessage[], { signal }) => {
        const messages = [...request];
        if (streams && llm.stream) return pieces(llm.stream, messages, signal);
        const answer = await llm.complete(messages, { ...more, signal });
        note(answer);
        return answer.content ?? '';
      },
    });
    return { model, beside: () => beside };
  };
  return {
    async complete(messages, given = {}) {
      const { model, beside } = once(given, false);
      return { ...(await model.complete(messages, given)), ...beside() };
    },
    async *stream(messages, given = {}) {
      const { model, beside } = once(given, true);
      if (model.stream) yield* model.stream(messages, given);
      if (Object.keys(beside()).length > 0) yield beside();
    },
  };
}
