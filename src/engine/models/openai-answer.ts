import { eventsOf } from '../../../worker/adapters/event-stream.js';
import type { Completion, CompletionChunk, TokenUsage } from '../base/types.js';
import { CallPieces } from './openai-calls.js';
import { refusal, shown } from './openai-refusal.js';
import { Pieces } from './pieces.js';
import { ModelError } from './retries.js';

/** Characters of one event of a stream, and of an answer in one piece. */
const MOST_CHARS = 16 * 1024 * 1024;

type Chunk = Exclude<CompletionChunk, string>;

/** Yields the text of a body as it arrives. Calls `touch` for every piece, also for empty ones. */
export async function* textsOf(body: ReadableStream<Uint8Array> | null, touch: () => void): AsyncGenerator<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      touch();
      yield done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (done) return;
    }
  } finally {
    // The caller has stopped reading, so the rest is cancelled.
    reader.cancel().catch(() => {});
  }
}

/** Reads a stream or a whole answer; its first character decides. @throws {ModelError} for one that has no end, or is none. */
export async function* readAnswer(texts: AsyncIterable<string>): AsyncGenerator<Chunk> {
  const rest = texts[Symbol.asyncIterator]();
  let start = '';
  for (let done: boolean | undefined = false; !done && start.trim() === ''; ) {
    const next = await rest.next();
    done = next.done;
    start += next.value ?? '';
  }
  const whole = {
    async *[Symbol.asyncIterator]() {
      yield start;
      yield* { [Symbol.asyncIterator]: () => rest };
    },
  };
  const [sign = ''] = start.trimStart();
  if (sign === '{' || sign === '[') yield toChunk(await toText(whole));
  else if (sign === '<')
    throw new ModelError('the address answers with a page, and not as a model: check it', NOT_AGAIN);
  else yield* readStream(whole, start);
}

export async function joined(chunks: AsyncIterable<Chunk>): Promise<Completion> {
  const pieces = new Pieces();
  for await (const chunk of chunks) pieces.add(chunk);
  return pieces.answer;
}

const NOT_AGAIN = { again: false };
const AGAIN = { again: true };

async function toText(texts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const text of texts) {
    all += text;
    if (all.length > MOST_CHARS) throw new ModelError('the model’s server answers without an end', NOT_AGAIN);
  }
  return all;
}

/** What a message, or a piece of one, says. Servers differ in what is text, a list or nothing. */
interface Said {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: unknown;
}

interface Wire {
  readonly error?: unknown;
  readonly choices?: readonly { readonly message?: Said; readonly delta?: Said; readonly finish_reason?: unknown }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
}

function toChunk(text: string): Chunk {
  const { choices, usage } = parsed(text);
  const message = choices?.[0]?.message;
  if (!message) throw new ModelError('the model’s server answered without a message', NOT_AGAIN);
  const pieces = new CallPieces();
  pieces.add(message.tool_calls);
  return { ...textsIn(message), toolCalls: pieces.calls, ...usageIn(usage) };
}

/** How a stream of events begins, if anything of it has come. */
const EVENT = /^\s*($|:|data|event|id|retry)/;

const noJson = (text: string) => new ModelError(`the model’s server answered no JSON: ${shown(text)}`, NOT_AGAIN);

async function* readStream(texts: AsyncIterable<string>, start: string): AsyncGenerator<Chunk> {
  const pieces = new CallPieces();
  let finished = false;
  let isSaid = false;
  let counted: Pick<Chunk, 'usage'> = {};
  for await (const data of eventsOf(texts, MOST_CHARS)) {
    if (data.trim() === '[DONE]') {
      finished = true;
      break;
    }
    const { choices = [], usage } = parsed(data);
    counted = { ...counted, ...usageIn(usage) };
    // Of several answers the first counts, as in one piece.
    const [choice] = choices ?? [];
    const { delta, message, finish_reason } = Object(choice) as NonNullable<typeof choice>;
    // Some servers say everything once more at the end.
    const said = delta ?? (isSaid ? undefined : message);
    if (said) {
      const chunk = textsIn(said);
      if (chunk.delta || chunk.reasoning) yield chunk;
      pieces.add(said.tool_calls);
      isSaid ||= Boolean(chunk.delta) || pieces.calls.length > 0;
    }
    if (finish_reason) finished = true;
  }
  // Half an answer is none: what it would have gone on to say is not known.
  if (!finished && !EVENT.test(start)) throw noJson(start);
  if (!finished) throw new ModelError('the answer broke off', AGAIN);
  const toolCalls = pieces.calls;
  if (toolCalls.length > 0 || counted.usage) yield { ...(toolCalls.length > 0 && { toolCalls }), ...counted };
}

function textsIn({
  content,
  refusal: refused,
  reasoning_content,
  reasoning,
}: Said): Pick<Chunk, 'delta' | 'reasoning'> {
  const delta = textIn(content) ?? textIn(refused);
  const thought = textIn(reasoning_content) ?? textIn(reasoning);
  return { ...(delta !== undefined && { delta }), ...(thought !== undefined && { reasoning: thought }) };
}

function textIn(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (!Array.isArray(given)) return undefined;
  return given.map((part) => (Object(part).type === 'text' ? String(Object(part).text ?? '') : '')).join('');
}

function usageIn(usage: Wire['usage']): { readonly usage?: TokenUsage } {
  const { prompt_tokens: input, completion_tokens: output } = Object(usage) as NonNullable<Wire['usage']>;
  if (!Number.isFinite(input) && !Number.isFinite(output)) return {};
  return { usage: { inputTokens: Number(input) || 0, outputTokens: Number(output) || 0 } };
}

function parsed(text: string): Wire {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null) throw noJson(text);
  const { error } = value as Wire;
  if (error) throw refusal(Number((Object(error) as { code?: unknown }).code), text);
  return value;
}
