import { sleep } from '../primitives/index.js';
import { CANCELLED, TOO_LARGE } from './failures.js';
import type { McpLimits } from './limits.js';
import type { McpFetch } from './types.js';

const NEWLINE = 10;
const RETURN = 13;
/** Answers that cannot have a body. */
const BODILESS = [101, 103, 204, 205, 304];

type Bytes = Uint8Array<ArrayBuffer>;
type Limits = Pick<McpLimits, 'messageBytes' | 'messagesPerSecond'>;
/** Ends what is under way for a request: its stream, or its wait for one. */
type GiveUp = () => void;

/** A fetch that bounds a server's messages and pace. A cancelled request gives its connection back: a page has six for each server. */
export function guardFetch(fetch: McpFetch, limits: Limits): McpFetch {
  const open = new Map<unknown, GiveUp>();
  return async (url, init = {}) => {
    const { id, cancels } = about(init.body);
    const stop = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, stop.signal]) : stop.signal;
    if (id !== undefined) open.set(id, () => stop.abort());
    const done = () => {
      if (id !== undefined) open.delete(id);
    };
    try {
      const response = await fetch(url, { ...init, signal });
      const { body, status, statusText, headers } = response;
      if (!body || BODILESS.includes(status) || status === 0) {
        done();
        return response;
      }
      const events = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
      const bounded = boundedBody(body, limits, events, id, done);
      if (id !== undefined) open.set(id, () => bounded.giveUp(CANCELLED, 'cancelled'));
      return new Response(bounded.stream, { status, statusText, headers });
    } catch (error) {
      done();
      throw error;
    } finally {
      if (cancels !== undefined) {
        open.get(cancels)?.();
        open.delete(cancels);
      }
    }
  };
}

/** Which request a message is, and which it cancels. */
function about(body: unknown): { readonly id?: unknown; readonly cancels?: unknown } {
  if (typeof body !== 'string') return {};
  const { id, method, params } = JSON.parse(body) as {
    id?: unknown;
    method?: unknown;
    params?: { requestId?: unknown };
  };
  if (method === 'notifications/cancelled') return { cancels: params?.requestId };
  return method === undefined ? {} : { id };
}

/** One answer's body, read no faster and no further than its limits say. `events`: it is a stream of events, with an end each. */
function boundedBody(
  body: ReadableStream<Bytes>,
  { messageBytes, messagesPerSecond }: Limits,
  events: boolean,
  id: unknown,
  done: () => void,
) {
  const reader: ReadableStreamDefaultReader<Bytes> = body.getReader();
  /** An answer that is not a stream of events is passed on as a whole or not at all. */
  const held: Bytes[] = [];
  let controller: ReadableStreamDefaultController<Bytes> | undefined;
  let closed = false;
  let size = 0;
  let emptyLine = true;
  let since = performance.now();
  let count = 0;

  const end = () => {
    closed = true;
    done();
  };

  /** Ends it as if the server had answered its request with this error: else the client would wait for the rest of it. */
  const giveUp = (code: number, message: string): void => {
    if (closed) return;
    end();
    if (id !== undefined) {
      const answer = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
      controller?.enqueue(new TextEncoder().encode(events ? `\n\ndata: ${answer}\n\n` : answer));
    }
    controller?.close();
    reader.cancel().catch(() => {});
  };

  /** Counts bytes since the last message's end. */
  const isTooLarge = (bytes: Uint8Array): boolean => {
    if (!events) {
      size += bytes.length;
      return size > messageBytes;
    }
    for (const byte of bytes) {
      size += 1;
      if (byte === NEWLINE) {
        if (emptyLine) {
          size = 0;
          count += 1;
        }
        emptyLine = true;
      } else if (byte !== RETURN) emptyLine = false;
      if (size > messageBytes) return true;
    }
    return false;
  };

  /** Waits where more messages have come than their time allows; the server then has to wait, too. */
  const pace = async (): Promise<void> => {
    const now = performance.now();
    const wait = (count / messagesPerSecond) * 1_000 - (now - since);
    if (now - since > 1_000 && wait <= 0) {
      since = now;
      count = 0;
    }
    // A second's allowance comes at once.
    if (wait > 1_000) await sleep(wait - 1_000);
  };

  const pull = async (to: ReadableStreamDefaultController<Bytes>): Promise<void> => {
    const { done: over, value } = await reader.read().catch((error) => {
      end();
      throw error;
    });
    if (closed) return;
    if (over) {
      end();
      for (const chunk of held) to.enqueue(chunk);
      to.close();
      return;
    }
    if (isTooLarge(value)) return giveUp(TOO_LARGE, `a message of more than ${messageBytes} bytes`);
    if (!events) {
      held.push(value);
      return pull(to);
    }
    to.enqueue(value);
    await pace();
  };

  const stream = new ReadableStream<Bytes>({
    start: (given) => {
      controller = given;
    },
    pull,
    cancel: (reason) => {
      end();
      return reader.cancel(reason);
    },
  });
  return { stream, giveUp };
}
