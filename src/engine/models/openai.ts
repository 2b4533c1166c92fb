import type { CompletionChunk, LLMAdapter, LLMCompleteOptions, Message } from '../base/types.js';
import type { Begun } from './openai-request.js';
import { attempts, type Clock, ModelError, type RetryOptions } from './retries.js';

/** A server that speaks the chat completions API. */
export interface OpenAiModelOptions extends RetryOptions {
  /** `https://host/v1`: `/chat/completions` is put behind it. */
  readonly endpoint: string;
  readonly model: string;
  /** Sent as a bearer token. Absent: none is sent, e.g. where `fetch` puts it in. */
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** More fields of each request, e.g. `temperature`. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Default: the page's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Until the answer begins, and between any two pieces of it. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * A model behind a server of the chat completions API: with calls of tools, and streams. Its larger part is loaded with the first request.
 *
 * @example
 * import { openAiModel } from 'bulkhead/engine';
 * const model = openAiModel({ endpoint: 'https://models.example/v1', model: 'small' });
 * const { content } = await model.complete([{ role: 'user', content: 'Hello' }]);
 */
export function openAiModel(options: OpenAiModelOptions): LLMAdapter {
  const attempt = attempts(options, options.clock);
  const parts = () => import('./openai-request.js');
  // Some servers take no field that they do not know.
  let counts = true;
  const begin = async (messages: Message[], given: LLMCompleteOptions, stream: boolean): Promise<Begun> => {
    const { ask } = await parts();
    const counting = stream && counts;
    const asked = counting ? { stream_options: { include_usage: true }, ...given } : given;
    try {
      return await ask(options, messages, asked, stream);
    } catch (error) {
      if (!counting || !(error instanceof ModelError) || !/stream_options/.test(error.message)) throw error;
      counts = false;
      return ask(options, messages, given, stream);
    }
  };
  return {
    complete: (messages, given = {}) =>
      attempt(async () => {
        const { joined, read } = await parts();
        return joined(read(await begin(messages, given, false), given.signal));
      }, given.signal),
    async *stream(messages, given = {}): AsyncGenerator<CompletionChunk> {
      const { read } = await parts();
      // From the first piece on there is no other attempt: what was said is said.
      yield* read(await attempt(() => begin(messages, given, true), given.signal), given.signal);
    },
  };
}
