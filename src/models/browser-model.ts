import type { Completion, CompletionChunk, LLMAdapter, LLMCompleteOptions, Message } from '../engine/internal.js';
import { ModelError } from '../engine/internal.js';
import { untilAborted } from '../primitives/index.js';
import type { TextCalls } from '../text-calls/internal.js';
import { callsByText } from './calls-by-text.js';
import {
  inLanguages,
  isBrowserModelThere,
  type LanguageModelMessage,
  type LanguageModelSession,
  languageModel,
} from './language-model.js';

export interface BrowserModelOptions {
  /** `host.textCalls`: the browser’s model makes no calls that its page could see, so it writes them. Without it, it has no tools. */
  readonly textCalls?: TextCalls;
  /** Called with the share of the model that is downloaded, from 0 to 1, while it has to be downloaded. */
  readonly onDownload?: (loaded: number) => void;
  /** Those that are spoken, e.g. `['en']`; some browsers want to know. */
  readonly languages?: readonly string[];
}

/**
 * The browser's own model, in pages only. Each request is a conversation of its own, and may bring a `responseConstraint`.
 *
 * @example
 * import { browserModel } from 'bulkhead/models';
 * const { content } = await browserModel().complete([{ role: 'user', content: 'Hello' }]);
 */
export function browserModel(options: BrowserModelOptions = {}): LLMAdapter {
  const plain: LLMAdapter = {
    async complete(messages, given = {}) {
      const begun = await begin(options, messages, given);
      const { session, input, asking } = begun;
      try {
        const content = await untilAborted(session.prompt(input, asking), given.signal);
        return { content, toolCalls: [], ...usageOf(begun) };
      } catch (error) {
        throw failed(error, given.signal);
      } finally {
        session.destroy();
      }
    },
    async *stream(messages, given = {}): AsyncGenerator<CompletionChunk> {
      const begun = await begin(options, messages, given);
      const { session, input, asking } = begun;
      const reader = session.promptStreaming(input, asking).getReader();
      try {
        for (;;) {
          const { done, value } = await untilAborted(reader.read(), given.signal);
          if (done) break;
          if (value !== '') yield { delta: value };
        }
        yield usageOf(begun);
      } catch (error) {
        throw failed(error, given.signal);
      } finally {
        reader.cancel().catch(() => {});
        session.destroy();
      }
    },
  };
  return options.textCalls ? callsByText(plain, options.textCalls) : plain;
}

interface Begun {
  readonly session: LanguageModelSession;
  readonly input: readonly LanguageModelMessage[];
  readonly asking: { readonly signal?: AbortSignal; readonly responseConstraint?: object };
  /** Tokens of all that was said before the answer; nothing where the browser does not count. */
  readonly read: number | undefined;
}

async function begin(
  { onDownload, languages }: BrowserModelOptions,
  messages: readonly Message[],
  { signal, tools = [], responseConstraint }: LLMCompleteOptions,
): Promise<Begun> {
  signal?.throwIfAborted();
  if (tools.length > 0)
    throw new ModelError('the browser’s model calls no tools by itself: give it textCalls', NOT_AGAIN);
  const api = languageModel();
  if (!api) throw new ModelError(String((await isBrowserModelThere()).why), NOT_AGAIN);
  const { before, input } = parted(messages);
  let session: LanguageModelSession | undefined;
  try {
    const creating = api.create({
      ...inLanguages(languages),
      initialPrompts: before,
      ...(signal && { signal }),
      monitor: (monitor) =>
        monitor.addEventListener('downloadprogress', (event) => onDownload?.((event as ProgressEvent).loaded)),
    });
    // One that comes after a stop is let go.
    creating.then((late) => signal?.aborted && late.destroy()).catch(() => {});
    session = await untilAborted(creating, signal);
    const measured = await session.measureContextUsage?.(input);
    const read = measured === undefined ? undefined : (session.contextUsage ?? 0) + measured;
    const constraint = responseConstraint as object | undefined;
    return {
      session,
      input,
      read,
      asking: { ...(signal && { signal }), ...(constraint && { responseConstraint: constraint }) },
    };
  } catch (error) {
    session?.destroy();
    throw failed(error, signal);
  }
}

/** What was said before as the conversation’s beginning, and what is to be answered. */
function parted(messages: readonly Message[]) {
  const [first] = messages;
  const system = first?.role === 'system' ? [{ role: 'system' as const, content: first.content }] : [];
  const said = messages.slice(system.length).map(
    // The browser’s model has no role for results, and accepts a system message only at the beginning.
    ({ role, content }): LanguageModelMessage => ({ role: role === 'assistant' ? role : 'user', content }),
  );
  const last = Math.min(said.findLastIndex(({ role }) => role === 'assistant') + 1, Math.max(0, said.length - 1));
  return { before: [...system, ...said.slice(0, last)], input: said.slice(last) };
}

function usageOf({ session: { contextUsage }, read }: Begun): Pick<Completion, 'usage'> {
  if (read === undefined || contextUsage === undefined) return {};
  return { usage: { inputTokens: read, outputTokens: Math.max(0, contextUsage - read) } };
}

const NOT_AGAIN = { again: false };

const ADVICE: { readonly [name: string]: string } = {
  NotAllowedError:
    'the browser does not let this page use its model: it may want a click first, or forbid it to frames',
  NotSupportedError: 'the browser’s model cannot do this: look whether it is there, and choose its languages',
  QuotaExceededError: 'the conversation is too long for the browser’s model: begin a new one, or choose another model',
  NetworkError: 'the browser could not load its model: look at the connection, and try again',
};

function failed(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof ModelError) return error;
  const { name, message } = Object(error) as { readonly name?: string; readonly message?: string };
  const words = ADVICE[name ?? ''] ?? `the browser’s model failed: ${message ?? String(error)}`;
  return new ModelError(words, NOT_AGAIN, {}, error);
}
