import type { LLMAdapter, LlmTool, Message, ToolCall } from '../base/types.js';
import { distinctCalls } from '../sessions/history.js';
import type { Trace } from './trace.js';

/** The agent that asks a model. */
export interface Asking {
  readonly llm: LLMAdapter;
  readonly trace: Trace;
  readonly signal: AbortSignal | undefined;
  /** The agent's name in the trace. */
  readonly name: string;
  /** What ids of calls begin with, where a model gives none. Default: `call`. */
  readonly idPrefix?: string | undefined;
}

/** What a model has said, whole. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** What a piece of a stream, or an answer, may carry. */
interface Piece {
  readonly delta?: string;
  readonly content?: string | null;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly usage?: object;
}

/**
 * Asks a model once. If it streams, every piece is an event. A stop ends the wait even if the model
 * ignores it. @throws what the model throws; the signal's reason.
 */
export async function answer(
  { llm, trace, signal, name, idPrefix = 'call' }: Asking,
  messages: Message[],
  tools: readonly LlmTool[],
  fields: object = {},
): Promise<Answer> {
  signal?.throwIfAborted();
  trace.add('llm_request', { agent: name, ...fields, message_count: messages.length });
  const options = { tools: [...tools], ...(signal && { signal }) };
  const whole = { text: '', reasoning: '', calls: [] as ToolCall[], usage: undefined as object | undefined };
  const add = (piece: Piece, live: boolean) => {
    const { delta = piece.content ?? '', reasoning = '', toolCalls = [], usage } = piece;
    whole.text += delta;
    whole.reasoning += reasoning;
    whole.calls.push(...toolCalls);
    whole.usage = usage ?? whole.usage;
    if (live && reasoning !== '') trace.live('llm_reasoning', { agent: name, delta: reasoning });
    if (live && delta !== '') trace.live('llm_text', { agent: name, delta });
  };
  if (llm.stream) {
    for await (const piece of heard(llm.stream(messages, options), signal)) {
      add(typeof piece === 'string' ? { delta: piece } : (Object(piece) as Piece), true);
    }
  } else add(await unlessStopped(llm.complete(messages, options), signal), false);
  signal?.throwIfAborted();
  const calls = distinctCalls(whole.calls.map((call) => (call.id ? call : { ...call, id: trace.mint(idPrefix) })));
  const { text, reasoning, usage } = whole;
  trace.add('llm_response', {
    ...{ agent: name, ...fields, tool_call_count: calls.length, has_assistant_text: text.trim() !== '' },
    ...(text !== '' && { text }),
    ...(reasoning !== '' && { reasoning }),
    ...(usage && { usage }),
  });
  return { text, calls };
}

/** What a promise comes to, or the reason of a signal, whichever is first. */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let heardStop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    heardStop = () => reject(signal.reason);
    if (signal.aborted) heardStop();
    else signal.addEventListener('abort', heardStop);
  });
  // A failure after the wait has ended is ignored.
  work.catch(() => {});
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', heardStop);
  }
}

/** The pieces of a stream until a signal says stop; the stream is closed then, and not waited for. */
async function* heard(stream: AsyncIterable<unknown>, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  const pieces = stream[Symbol.asyncIterator]();
  let over = false;
  try {
    for (;;) {
      const next = await unlessStopped(pieces.next(), signal);
      if (next.done) {
        over = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!over) pieces.return?.()?.catch(() => {});
  }
}
