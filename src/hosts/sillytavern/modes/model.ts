import { BulkheadError } from '../../../../worker/protocol/errors.js';
import type { Completion, LLMAdapter, LLMCompleteOptions, Message } from '../../../engine/internal.js';
import { untilAborted } from '../../../primitives/index.js';
import type { TextCalls } from '../../../text-calls/internal.js';
import { textCallModel } from '../../../text-calls/internal.js';
import type { Context } from '../base/context.js';
import type { Words } from '../base/words.js';
import { askedIn, promptLanguage, readAs } from '../text-calls/dialect.js';
import { callsOf } from '../text-calls/mode.js';
import { broughtToModes } from './describe-chat.js';
import { readReply } from './reply.js';
import { chatRequest, type Presets, profileOf, sendRequest, settingsOf } from './request.js';

interface SillyTavernModelOptions {
  /** The host's context, asked anew at each request: its user may choose another model meanwhile. */
  readonly context: () => Context;
  /** `host.textCalls`: for models that have no tool calls of their own. */
  readonly textCalls: TextCalls;
  readonly words: Words;
  /** Tokens of an answer at least: the host's own number is for messages of a chat. Default: the host's. */
  readonly replyTokens?: () => number;
  /** In the place of what is chosen. */
  readonly presets?: Presets;
}

type Options = SillyTavernModelOptions & { readonly presets: Presets };

type Text = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** The model that SillyTavern is connected to, for agents: its source, settings and key, without the chat and other extensions. */
export function sillyTavernModel(given: SillyTavernModelOptions): LLMAdapter {
  const options: Options = { presets: { profile: '', preset: '' }, ...given };
  const { textCalls } = options;
  const written = (streaming: boolean) => {
    const context = options.context();
    return textCallModel({
      textCalls,
      dialect: askedIn(callsOf(context).dialect, context),
      read: readAs(callsOf(context).dialect),
      language: promptLanguage(context.getCurrentLocale()),
      material: broughtToModes,
      generate: (messages, { signal }) => ask(options, messages as readonly Text[], signal, streaming),
    });
  };
  return {
    complete: async (messages, how = {}) => {
      checkConnected(options);
      return isNative(options) ? call(options, messages, how) : written(false).complete(messages, how);
    },
    async *stream(messages, how = {}) {
      checkConnected(options);
      // The host's service streams texts, and leaves out what is called.
      if (!isNative(options) || !how.tools?.length) {
        yield* written(true).stream?.(messages, how) ?? [];
        return;
      }
      const { content, ...more } = await call(options, messages, how);
      yield { delta: content ?? '', ...more };
    },
  };
}

/** Whether models of the open chat call by the API's own means. For a profile’s source this is unknown. */
function isNative({ context, presets }: Options): boolean {
  const now = context();
  if (callsOf(now).mode === 'text') return false;
  if (presets.profile !== '') return now.chatCompletionSettings.function_calling === true;
  return hasService(now) && now.isToolCallingSupported();
}

const hasService = ({ mainApi, ChatCompletionService: service }: Context): boolean =>
  mainApi === 'openai' && typeof service?.processRequest === 'function';

/** @throws `MODEL_FAILED` saying what to do, where the host is connected to no model. */
function checkConnected({ context, words, presets }: Options): void {
  if (presets.profile !== '' || context().onlineStatus !== 'no_connection') return;
  throw new BulkheadError('MODEL_FAILED', words('modes.offline'));
}

/** One whole answer of a chat completions API, with what it calls. */
async function call(
  options: Options,
  messages: readonly Message[],
  { tools = [], signal }: LLMCompleteOptions,
): Promise<Completion> {
  signal?.throwIfAborted();
  return readReply(await send(options, messages, { tools, stream: false, signal }));
}

interface Sent {
  readonly tools: NonNullable<LLMCompleteOptions['tools']>;
  readonly stream: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Sends what it is asked to what is chosen, or named. @returns the answer, or what opens its stream. */
function send(options: Options, messages: readonly Message[], sent: Sent): Promise<unknown> {
  const { words, presets } = options;
  const { tools, stream, signal } = sent;
  return failing(options, signal, async () => {
    const context = options.context();
    const profile = profileOf(context, words, presets.profile);
    const settings = settingsOf(context, words, presets.preset);
    const replyTokens = options.replyTokens?.();
    const request = await chatRequest(context, messages, { tools, stream, replyTokens, settings });
    const isPreset = presets.preset !== '';
    return sendRequest(context, request, { profile, isPreset, extract: stream, replyTokens, signal });
  });
}

/** A text of whatever the host is connected to: as a whole, or in pieces. */
async function ask(
  options: Options,
  messages: readonly Text[],
  signal: AbortSignal,
  streaming: boolean,
): Promise<string | AsyncIterable<string>> {
  if (options.presets.profile === '' && !hasService(options.context())) return askRaw(options, messages, signal);
  const answer = await send(options, messages, { tools: [], stream: streaming, signal });
  if (streaming && typeof answer === 'function') return pieces(options, answer as () => AsyncIterable<unknown>, signal);
  const text = readReply(answer).content ?? '';
  if (text.trim() === '') throw new BulkheadError('MODEL_FAILED', options.words('modes.silent'));
  return text;
}

/** Each event of the host has the whole text so far. */
async function* pieces(
  options: Options,
  open: () => AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let said = '';
  try {
    for await (const { text } of open() as AsyncIterable<{ readonly text?: unknown }>) {
      const now = typeof text === 'string' ? text : '';
      if (now.length > said.length) yield now.slice(said.length);
      said = now;
    }
  } catch (error) {
    throw toFailure(options, signal, error);
  }
  // A server that refuses a stream ends it without a word.
  if (said.trim() === '') throw new BulkheadError('MODEL_FAILED', options.words('modes.silent'));
}

/** APIs that complete texts: the host makes one of the messages, and takes no signal, so its own stop is pressed. */
async function askRaw(options: Options, messages: readonly Text[], signal: AbortSignal): Promise<string> {
  const context = options.context();
  const stop = () => void context.stopGeneration?.();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await failing(options, signal, () =>
      untilAborted(context.generateRaw?.({ prompt: messages }) ?? Promise.resolve(''), signal),
    );
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function failing<T>(options: Options, signal: AbortSignal | undefined, work: () => Promise<T>) {
  try {
    return await untilAborted(work(), signal);
  } catch (error) {
    throw toFailure(options, signal, error);
  }
}

/** The signal's reason where that has ended it, else the host's words. */
function toFailure({ words }: Options, signal: AbortSignal | undefined, cause: unknown): unknown {
  if (signal?.aborted) return signal.reason;
  if (cause instanceof BulkheadError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new BulkheadError('MODEL_FAILED', words('modes.failed', { message: message.slice(0, 300) }), {}, { cause });
}
