import { eventsOf } from '../../../worker/doors/event-stream.js';
import type { Completion, CompletionChunk, LLMAdapter, LLMCompleteOptions, Message } from '../types.js';
import { CallPieces, toWireMessages, toWireTools } from './openai-messages.js';
import { Attempts, againAfter, CLOCK, type Clock, ModelError, type RetryOptions } from './retries.js';

/** A server that speaks the chat completions API. */
export interface OpenAiModelOptions extends RetryOptions {
  /** `https://host/v1`: `/chat/completions` is put behind it. */
  readonly endpoint: string;
  readonly model: string;
  /** Sent as a bearer token. Absent: none is sent, e.g. where `fetch` puts it in. */
  readonly key?: string | undefined;
  /** More headers of each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** More fields of each request, e.g. `temperature`. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Default: the page's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Until the answer begins, and between any two pieces of it. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

const TIMEOUT_MS = 60_000;
const SHOWN_CHARS = 300;

/** A model behind a server of the chat completions API: with calls of tools, and streams. */
export function openAiModel(options: OpenAiModelOptions): LLMAdapter {
  const attempts = new Attempts(options, options.clock);
  const request = (messages: Message[], given: LLMCompleteOptions, stream: boolean) =>
    attempts.run(() => ask(options, messages, given, stream), given.signal);
  return {
    async complete(messages, given = {}) {
      const { response, end } = await request(messages, given, false);
      try {
        return readWhole(await response.text());
      } finally {
        end();
      }
    },
    async *stream(messages, given = {}) {
      const { response, touch, end } = await request(messages, given, true);
      try {
        yield* isWhole(response) ? asOne(readWhole(await response.text())) : readStream(response, touch);
      } catch (error) {
        given.signal?.throwIfAborted();
        throw error instanceof ModelError ? error : new ModelError('the answer broke off', { again: true }, {}, error);
      } finally {
        end();
      }
    },
  };
}

/** One request whose answer has begun. `touch` says that it goes on; without that it is cut off. */
interface Begun {
  readonly response: Response;
  readonly touch: () => void;
  readonly end: () => void;
}

async function ask(
  options: OpenAiModelOptions,
  messages: Message[],
  { tools, signal, ...more }: LLMCompleteOptions,
  stream: boolean,
): Promise<Begun> {
  const { endpoint, model, key, headers, body, fetch: send = fetch, timeoutMs = TIMEOUT_MS, clock = CLOCK } = options;
  if (!URL.canParse(endpoint))
    throw new ModelError('the model has no address: enter one with https://', { again: false });
  const late = new AbortController();
  const tooLate = () => late.abort(new ModelError(`no answer within ${timeoutMs / 1_000} s`, { again: true }));
  let timer = setTimeout(tooLate, timeoutMs);
  const end = () => clearTimeout(timer);
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(tooLate, timeoutMs);
  };
  try {
    const response = await send(`${endpoint.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify({
        ...{ model, messages: toWireMessages(messages), stream },
        ...(tools && tools.length > 0 && { tools: toWireTools(tools) }),
        ...body,
        ...more,
      }),
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    if (!response.ok) throw await refusal(response, clock.now());
    touch();
    return { response, touch, end };
  } catch (error) {
    end();
    signal?.throwIfAborted();
    if (error instanceof ModelError) throw error;
    throw new ModelError('the model’s server cannot be reached: check its address', { again: true }, {}, error);
  }
}

async function refusal(response: Response, now: number): Promise<ModelError> {
  const { status, headers } = response;
  const words = wordsOf(await response.text().catch(() => ''));
  const why = words === '' ? '' : `: ${words}`;
  return new ModelError(
    `the model’s server answered ${status}${why}`,
    againAfter(status, headers.get('retry-after'), now),
    {
      status,
    },
  );
}

/** What a server says of a failure, short enough to be read. */
function wordsOf(text: string): string {
  try {
    const { error } = Object(JSON.parse(text)) as { error?: { message?: unknown } | string };
    const message = typeof error === 'string' ? error : error?.message;
    if (typeof message === 'string') return message.slice(0, SHOWN_CHARS);
  } catch {
    // As it is.
  }
  return text.slice(0, SHOWN_CHARS);
}

interface Wire {
  readonly error?: { readonly message?: string };
  readonly choices?: readonly {
    readonly message?: { readonly content?: string | null; readonly tool_calls?: unknown };
    readonly delta?: { readonly content?: string | null; readonly tool_calls?: unknown };
    readonly finish_reason?: string | null;
  }[];
}

function parsed(text: string): Wire {
  try {
    const value = JSON.parse(text) as Wire;
    if (typeof value === 'object' && value !== null) {
      if (value.error) throw new ModelError(`the model’s server failed: ${wordsOf(text)}`, { again: true });
      return value;
    }
  } catch (error) {
    if (error instanceof ModelError) throw error;
  }
  throw new ModelError(`the model’s server answered no JSON: ${text.slice(0, SHOWN_CHARS)}`, { again: false });
}

function readWhole(text: string): Completion {
  const [choice] = parsed(text).choices ?? [];
  if (!choice?.message) throw new ModelError('the model’s server answered without a message', { again: false });
  const pieces = new CallPieces();
  pieces.add(choice.message.tool_calls);
  return { content: choice.message.content ?? null, toolCalls: pieces.calls };
}

/** Some servers answer as a whole, whatever they are asked for. */
const isWhole = ({ headers }: Response): boolean => /json/.test(headers.get('content-type') ?? '');

async function* asOne({ content, toolCalls = [] }: Completion): AsyncGenerator<CompletionChunk> {
  yield { delta: content ?? '', toolCalls };
}

async function* readStream(response: Response, touch: () => void): AsyncGenerator<CompletionChunk> {
  if (!response.body) throw new ModelError('the model’s server answered nothing', { again: true });
  const pieces = new CallPieces();
  let finished = false;
  for await (const data of eventsOf(response.body)) {
    touch();
    if (data === '[DONE]') {
      finished = true;
      break;
    }
    for (const { delta = {}, finish_reason } of parsed(data).choices ?? []) {
      if (delta.content) yield { delta: delta.content };
      pieces.add(delta.tool_calls);
      if (finish_reason) finished = true;
    }
  }
  // Half an answer is none: what it would have gone on to say is not known.
  if (!finished) throw new ModelError('the answer broke off', { again: true });
  if (pieces.calls.length > 0) yield { toolCalls: pieces.calls };
}
