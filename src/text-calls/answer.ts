import type { DialectChoice, TextCall, TextCallEvent, TextTool } from '../../worker/protocol/text-calls.js';
import { untilAborted } from '../primitives/index.js';
import { foundCalls } from './found-calls.js';
import type { TextCalls, TextScan } from './reader.js';

/** What a model's answer comes as. */
export type Generated = string | AsyncIterable<string>;

/** One answer, read to its end, or as far as it came. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly TextCall[];
  /** It was stopped before its end. */
  readonly stopped: boolean;
}

export interface AnswerOptions {
  readonly textCalls: TextCalls;
  readonly dialect: DialectChoice;
  readonly tools: readonly TextTool[];
  readonly reasoning: boolean;
  /** Ends the answer behind its first call. */
  readonly stopAtCall: boolean;
  readonly signal: AbortSignal;
  readonly onEvents: (events: readonly TextCallEvent[]) => void;
}

/** Reads an answer while it arrives. @throws what its stream throws, or `WORKER_LOST`. */
export async function readAnswer(generated: Generated, options: AnswerOptions): Promise<Answer> {
  const { textCalls, dialect, tools, reasoning } = options;
  const scan = textCalls.open({ dialect, tools, reasoning });
  try {
    return await readInto(scan, generated, options);
  } finally {
    scan.close();
  }
}

async function readInto(scan: TextScan, generated: Generated, options: AnswerOptions): Promise<Answer> {
  const { tools, stopAtCall, signal, onEvents } = options;
  const calls: TextCall[] = [];
  let [text, unread] = ['', ''];
  let reading: Promise<void> | undefined;
  const handle = (events: readonly TextCallEvent[]) => {
    for (const call of foundCalls(events, tools)) calls.push(call);
    if (events.length > 0) onEvents(events);
  };
  // While the worker reads one piece, the next ones gather.
  const read = (): Promise<void> => {
    reading ??= (async () => {
      while (unread !== '') {
        const chunk = unread;
        unread = '';
        handle(await scan.feed(chunk));
      }
    })().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  let stopped = false;
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const chunk of pieces(generated, signal)) {
      text += chunk;
      unread += chunk;
      const done = read();
      done.catch((error: unknown) => {
        failure ??= { error };
      });
      if (stopAtCall) await done;
      if (failure) throw failure.error;
      if (stopAtCall && calls.length > 0) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    stopped = true;
  }
  while (unread !== '' || reading) await read();
  handle((await scan.end()).events);
  return { text, calls, stopped: stopped || signal.aborted };
}

/** Yields the pieces of an answer until it is stopped, and then cancels its stream. */
async function* pieces(generated: Generated, signal: AbortSignal): AsyncGenerator<string> {
  signal.throwIfAborted();
  if (typeof generated === 'string') {
    yield generated;
    return;
  }
  const iterator = generated[Symbol.asyncIterator]();
  let over = false;
  try {
    for (;;) {
      const { done, value } = await untilAborted(iterator.next(), signal);
      over = done === true;
      if (over) return;
      // Some servers send pieces of nothing.
      if (value !== undefined && value !== null) yield String(value);
    }
  } finally {
    // Not waited for: a stream that hangs would hang its stop.
    if (!over) void (async () => iterator.return?.())().catch(() => {});
  }
}
