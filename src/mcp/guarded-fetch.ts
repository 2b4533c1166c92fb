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

/**
 * A fetch that bounds what a server sends: no message above its limit, no stream faster than its pace. A request that was
 * cancelled gives its connection back, whether the server ends its answer or not: a page has six for each server.
 */
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
      const bounded = new BoundedBody(body, limits, events, id, done);
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

/** One answer's body, read no faster and no further than its limits say. */
class BoundedBody {
  readonly stream: ReadableStream<Bytes>;
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  readonly #limits: Limits;
  readonly #events: boolean;
  readonly #id: unknown;
  /** Text that is held back: an answer that is not a stream is passed on as a whole or not at all. */
  readonly #held: Bytes[] = [];
  readonly #done: () => void;
  #controller: ReadableStreamDefaultController<Bytes> | undefined;
  #closed = false;
  #size = 0;
  #emptyLine = true;
  #since = performance.now();
  #count = 0;

  constructor(body: ReadableStream<Bytes>, limits: Limits, events: boolean, id: unknown, done: () => void) {
    this.#reader = body.getReader();
    this.#limits = limits;
    this.#events = events;
    this.#id = id;
    this.#done = done;
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: (controller) => this.#pull(controller),
      cancel: (reason) => {
        this.#end();
        return this.#reader.cancel(reason);
      },
    });
  }

  /** Ends it as if the server had answered its request with this error: else the client would wait for the rest of it. */
  giveUp(code: number, message: string): void {
    if (this.#closed) return;
    this.#end();
    if (this.#id !== undefined) {
      const answer = JSON.stringify({ jsonrpc: '2.0', id: this.#id, error: { code, message } });
      this.#controller?.enqueue(new TextEncoder().encode(this.#events ? `\n\ndata: ${answer}\n\n` : answer));
    }
    this.#controller?.close();
    this.#reader.cancel().catch(() => {});
  }

  async #pull(controller: ReadableStreamDefaultController<Bytes>): Promise<void> {
    const { done, value } = await this.#reader.read().catch((error) => {
      this.#end();
      throw error;
    });
    if (this.#closed) return;
    if (done) {
      this.#end();
      for (const chunk of this.#held) controller.enqueue(chunk);
      controller.close();
      return;
    }
    if (this.#tooLarge(value)) {
      this.giveUp(TOO_LARGE, `a message of more than ${this.#limits.messageBytes} bytes`);
      return;
    }
    if (!this.#events) {
      this.#held.push(value);
      return this.#pull(controller);
    }
    controller.enqueue(value);
    await this.#pace();
  }

  /** Counts bytes since the last message's end. */
  #tooLarge(bytes: Uint8Array): boolean {
    const { messageBytes } = this.#limits;
    if (!this.#events) {
      this.#size += bytes.length;
      return this.#size > messageBytes;
    }
    for (const byte of bytes) {
      this.#size += 1;
      if (byte === NEWLINE) {
        if (this.#emptyLine) {
          this.#size = 0;
          this.#count += 1;
        }
        this.#emptyLine = true;
      } else if (byte !== RETURN) this.#emptyLine = false;
      if (this.#size > messageBytes) return true;
    }
    return false;
  }

  /** Waits where more messages have come than their time allows; the server then has to wait, too. */
  async #pace(): Promise<void> {
    const now = performance.now();
    const wait = (this.#count / this.#limits.messagesPerSecond) * 1_000 - (now - this.#since);
    if (now - this.#since > 1_000 && wait <= 0) {
      this.#since = now;
      this.#count = 0;
    }
    // A second's allowance comes at once.
    if (wait > 1_000) await new Promise<void>((resolve) => setTimeout(resolve, wait - 1_000));
  }

  #end(): void {
    this.#closed = true;
    this.#done();
  }
}
