import * as Comlink from 'comlink';
import type { Contract, Input, Output, Reply } from '../protocol/contract.js';
import { BulkheadError, fromErrorData } from '../protocol/errors.js';
import { isControl } from './wire.js';

/** How often the other side gets new credit, so that it can not buy more than we have time for. */
const ACKNOWLEDGE_MS = 50;

export interface ConnectOptions {
  /** Messages the other side may send unasked before it has been acknowledged; more is a flood. */
  readonly credits?: number;
  readonly onEvent?: (event: unknown) => void;
  readonly onPong?: (beat: number) => void;
  /** The other side broke the protocol; nothing it sends is read any more. */
  readonly onViolation?: (error: BulkheadError) => void;
}

/** The calling end of a port to a worker. */
export interface Connection<C extends Contract> {
  /**
   * Calls a method. An abort is forwarded; the promise still settles by the worker's answer or by `close`.
   * @throws what the worker answered, as a `BulkheadError`.
   */
  call<M extends keyof C & string>(method: M, input: Input<C, M>, signal?: AbortSignal): Promise<Output<C, M>>;
  ping(beat: number): void;
  /** Rejects every open call with `error` and closes the port: nothing that arrives later has an effect. */
  close(error: BulkheadError): void;
}

type Listener = (event: MessageEvent) => void;

/** Connects to a worker that serves `C` on the other end of `port`. The caller owns the port until `close`. */
export function connect<C extends Contract>(port: MessagePort, options: ConnectOptions = {}): Connection<C> {
  const open = new Set<string>();
  const rejects = new Set<(error: BulkheadError) => void>();
  let listener: Listener = () => {};
  let received = 0;
  let acknowledged = 0;
  let acknowledging = false;
  let signals = 0;
  let awaited: number | undefined;
  let closed: BulkheadError | undefined;

  const violate = (error: BulkheadError) => {
    if (closed) return;
    port.onmessage = null;
    port.onmessageerror = null;
    options.onViolation?.(error);
  };

  /** Counts a message that nobody asked for; `false` when it was one too many. */
  const charge = (): boolean => {
    received += 1;
    if (received - acknowledged > (options.credits ?? Number.POSITIVE_INFINITY)) {
      violate(new BulkheadError('WORKER_FLOODED', `more than ${options.credits} messages without a pause`));
      return false;
    }
    if (acknowledging) return true;
    acknowledging = true;
    setTimeout(() => {
      acknowledging = false;
      acknowledged = received;
      if (!closed) port.postMessage({ bulkhead: 'acknowledge', received });
    }, ACKNOWLEDGE_MS);
    return true;
  };

  port.onmessage = (event) => {
    if (closed) return;
    const data: unknown = event.data;
    const id = (data as { id?: unknown } | null)?.id;
    if (typeof id === 'string' && open.delete(id)) {
      // Nothing of ours crosses by a handler: a forged one would become a live object or a heavy error here.
      if ((data as { type?: unknown }).type === 'RAW') listener(event);
      else violate(new BulkheadError('PROTOCOL_VIOLATION', 'an answer of an unknown kind'));
      return;
    }
    if (isControl(data) && data.bulkhead === 'pong' && data.beat === awaited) {
      awaited = undefined;
      options.onPong?.(data.beat);
      return;
    }
    if (charge() && isControl(data) && data.bulkhead === 'event') options.onEvent?.(data.event);
  };

  port.onmessageerror = () => violate(new BulkheadError('PROTOCOL_VIOLATION', 'a message that cannot be read'));

  const proxy = Comlink.wrap<Record<string, (input: unknown, signal: number) => Promise<unknown>>>({
    postMessage: (message: { id?: string }, transfer) => {
      if (message.id !== undefined) open.add(message.id);
      port.postMessage(message, transfer ?? []);
    },
    addEventListener: (_type, added) => {
      listener = added as Listener;
    },
    removeEventListener: () => {},
  });

  return {
    call(method, input, signal) {
      if (closed) return Promise.reject(closed);
      const id = signal ? ++signals : 0;
      const abort = () => port.postMessage({ bulkhead: 'abort', signal: id, reason: describeReason(signal?.reason) });
      return new Promise((resolve, reject) => {
        const settle = () => {
          rejects.delete(fail);
          signal?.removeEventListener('abort', abort);
        };
        const fail = (error: BulkheadError) => {
          settle();
          reject(error);
        };
        rejects.add(fail);
        (proxy[method] as unknown as (input: unknown, signal: number) => Promise<unknown>)(input, id).then(
          (reply) => {
            settle();
            const answer = reply as Reply<Output<C, typeof method>> | null;
            if (answer?.ok === true) resolve(answer.value);
            else reject(fromErrorData((answer as { error?: unknown } | null)?.error));
          },
          (cause) => fail(new BulkheadError('INTERNAL', 'a call could not be delivered', {}, { cause })),
        );
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      });
    },
    ping(beat) {
      if (closed) return;
      awaited = beat;
      port.postMessage({ bulkhead: 'ping', beat });
    },
    close(error) {
      if (closed) return;
      closed = error;
      port.onmessage = null;
      port.close();
      for (const reject of [...rejects]) reject(error);
    },
  };
}

function describeReason(reason: unknown): string {
  const { message } = Object(reason) as { message?: unknown };
  return String(message ?? reason ?? 'aborted').slice(0, 2_000);
}
