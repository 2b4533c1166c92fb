import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Completion, CompletionChunk, LLMAdapter, LLMCompleteOptions, Message } from '../engine/internal.js';
import { ModelError, Pieces } from '../engine/internal.js';
import { piecesUntilAborted, untilAborted } from '../primitives/index.js';

/** What a host’s function answers: a text, an answer with calls, or either of them in pieces as they come. */
export type FunctionAnswer = string | Completion | AsyncIterable<CompletionChunk>;

/** A host’s own way to a model. `tools` are those of this request, as the session gives them; `signal` is always there. */
export type ModelFunction = (
  messages: Message[],
  options: { readonly tools: NonNullable<LLMCompleteOptions['tools']>; readonly signal: AbortSignal },
) => FunctionAnswer | Promise<FunctionAnswer>;

/**
 * A model that is a function of the host. A stop ends the wait for it, even if the function ignores its signal.
 *
 * @example
 * import { functionModel } from 'bulkhead/models';
 * const echo = functionModel((messages) => messages.at(-1)?.content ?? '');
 */
export function functionModel(fn: ModelFunction): LLMAdapter {
  async function* chunks(messages: Message[], given: LLMCompleteOptions): AsyncGenerator<CompletionChunk> {
    const { tools = [], signal = new AbortController().signal } = given;
    signal.throwIfAborted();
    try {
      const answer = await untilAborted((async () => fn(messages, { tools, signal }))(), signal);
      if (isStream(answer)) yield* piecesUntilAborted(answer, signal);
      else yield toChunk(answer);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BulkheadError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new ModelError(`the model’s function failed: ${why}`, { again: false }, {}, error);
    }
  }
  return {
    async complete(messages, given = {}) {
      const pieces = new Pieces();
      for await (const chunk of chunks(messages, given)) pieces.add(chunk);
      return pieces.answer;
    },
    stream: (messages, given = {}) => chunks(messages, given),
  };
}

const isStream = (answer: unknown): answer is AsyncIterable<CompletionChunk> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

function toChunk(answer: unknown): CompletionChunk {
  if (typeof answer === 'string') return { delta: answer };
  const { content, toolCalls, ...beside } = Object(answer) as Partial<Completion>;
  if (content !== null && typeof content !== 'string' && !Array.isArray(toolCalls))
    throw new TypeError('it answers with no text, no content and no pieces');
  return { ...beside, ...(typeof content === 'string' && { delta: content }), ...(toolCalls && { toolCalls }) };
}
