import * as Comlink from 'comlink';
import { after } from '../primitives/timers.js';
import type { Contract, Input, Output, Reply } from '../protocol/contract.js';
import { BulkheadError, fromErrorData, toErrorData } from '../protocol/errors.js';
import { Intake, Outlet } from './credit.js';
import { type FastCall, FastPath, isSmall, readAnswers } from './fast-path.js';
import { type Control, isControl } from './wire.js';

/** How the other end of a port is called. */
export interface ConnectOptions {
  /** Messages the other side may send unasked before it has been acknowledged; more is a flood. */
  readonly credits?: number;
  /** Greatest number of unacknowledged messages to the other side; further ones wait. Default: no limit. */
  readonly bears?: number;
  readonly onEvent?: (event: unknown) => void;
  /** Small calls go by the fast path beside Comlink. The other end must know it. */
  readonly fastPath?: boolean;
  /** After an abort a call waits so long for its answer, then it is over. Default: for as long as it takes. */
  readonly abandonMs?: number;
  /** Reads an error that the other side answers. Default: as that of our own code. */
  readonly readError?: (data: unknown) => BulkheadError;
  /** The other side says that it closes the port, and why. */
  readonly onClose?: (reason: unknown) => void;
  readonly onPong?: (beat: number) => void;
  /** The other side broke the protocol; nothing it sends is read any more. */
  readonly onViolation?: (error: BulkheadError) => void;
}

/** The calling end of a port to a worker. */
export interface Connection<C extends Contract> {
  /**
   * Calls a method. An abort is forwarded; the promise still settles by the worker's answer or by `close`. What stands
   * in `transfer` goes over for good.
   * @throws what the worker answered, as a `BulkheadError`.
   */
  call<M extends keyof C & string>(
    method: M,
    input: Input<C, M>,
    signal?: AbortSignal,
    transfer?: readonly Transferable[],
  ): Promise<Output<C, M>>;
  ping(beat: number): void;
  /**
   * Rejects every open call with `error` and closes the port: nothing that arrives later has an effect. The other side
   * gets the reason if `notify` is true.
   */
  close(error: BulkheadError, notify?: boolean): void;
}

type Listener = (event: MessageEvent) => void;

/** Connects to a worker that serves `C` on the other end of `port`. The caller owns the port until `close`. */
export function connect<C extends Contract>(port: MessagePort, options: ConnectOptions = {}): Connection<C> {
  const open = new Set<string>();
  const rejects = new Set<(error: BulkheadError) => void>();
  let listener: Listener = () => {};
  const readError = options.readError ?? fromErrorData;
  let latest: string | undefined;
  let signals = 0;
  let awaited: number | undefined;
  let closed: BulkheadError | undefined;

  const violate = (error: BulkheadError) => {
    if (closed) return;
    port.onmessage = null;
    port.onmessageerror = null;
    options.onViolation?.(error);
  };

  const outlet = new Outlet(options.bears);
  const intake = new Intake(options.credits ?? Number.POSITIVE_INFINITY, (received) => {
    if (!closed) port.postMessage({ bulkhead: 'acknowledge', received });
  });

  const fastPath = options.fastPath ? new FastPath<FastCall>(port) : undefined;
  const answers = new Map<number, (reply: unknown) => void>();
  let fastCalls = 0;
  const post = (message: Control): void => {
    fastPath?.flush();
    port.postMessage(message);
  };

  /** Counts the other side's unrequested messages. */
  const counts = (): boolean => {
    const bears = intake.take();
    if (!bears) violate(new BulkheadError('WORKER_FLOODED', `more than ${options.credits} messages without a pause`));
    return bears;
  };
  const answered = (id: number, reply: unknown): void => {
    const answer = answers.get(id);
    if (answers.delete(id)) answer?.(reply);
    else counts();
  };

  const receive = (data: unknown): void => {
    const id = (data as { id?: unknown } | null)?.id;
    if (typeof id === 'string' && open.delete(id)) {
      // Nothing of ours crosses by a handler: a forged one would become a live object or a heavy error here.
      if ((data as { type?: unknown }).type === 'RAW') listener({ data } as MessageEvent);
      else violate(new BulkheadError('PROTOCOL_VIOLATION', 'an answer of an unknown kind'));
      return;
    }
    if (isControl(data) && data.bulkhead === 'answer') {
      answered(data.id, data.reply);
      return;
    }
    if (isControl(data) && data.bulkhead === 'pong' && data.beat === awaited) {
      awaited = undefined;
      options.onPong?.(data.beat);
      return;
    }
    if (options.onClose && isControl(data) && data.bulkhead === 'close') {
      options.onClose(data.error);
      return;
    }
    if (options.bears !== undefined && isControl(data) && data.bulkhead === 'acknowledge') {
      outlet.acknowledge(data.received);
      return;
    }
    if (counts() && isControl(data) && data.bulkhead === 'event') options.onEvent?.(data.event);
  };

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (closed) return;
    if (!fastPath || typeof data !== 'string') {
      receive(data);
      return;
    }
    const messages = readAnswers(data);
    if (!messages) violate(new BulkheadError('PROTOCOL_VIOLATION', 'a text that holds no answers'));
    for (const [id, reply] of messages ?? []) if (!closed) answered(id, reply);
  };
  port.onmessageerror = () => violate(new BulkheadError('PROTOCOL_VIOLATION', 'a message that cannot be read'));

  const proxy = Comlink.wrap<Record<string, (input: unknown, signal: number) => Promise<unknown>>>({
    postMessage: (message: { id?: string }, transfer) => {
      if (message.id !== undefined) open.add(message.id);
      latest = message.id;
      fastPath?.flush();
      outlet.send(() => port.postMessage(message, transfer ?? []));
    },
    addEventListener: (_type, added) => {
      listener = added as Listener;
    },
    removeEventListener: () => {},
  });

  const send = (
    method: string,
    input: unknown,
    signal: number,
    transfer: readonly Transferable[],
  ): Promise<unknown> => {
    if (fastPath && transfer.length === 0 && isSmall(input)) {
      return new Promise((resolve) => {
        fastCalls += 1;
        answers.set(fastCalls, resolve);
        fastPath.send([fastCalls, method, input, signal]);
      });
    }
    const sending = transfer.length > 0 ? Comlink.transfer(input as object, [...transfer]) : input;
    return (proxy[method] as unknown as (input: unknown, signal: number) => Promise<unknown>)(sending, signal);
  };

  return {
    call(method, input, signal, transfer = []) {
      if (closed) return Promise.reject(closed);
      const id = signal ? ++signals : 0;
      const reason = () => describeReason(signal?.reason);
      const abort = () => {
        outlet.send(() => post({ bulkhead: 'abort', signal: id, reason: reason() }));
        if (options.abandonMs !== undefined) cancel = after(options.abandonMs, abandon);
      };
      let sent: string | undefined;
      let cancel = () => {};
      // Answered in the other side's place, so that nothing here waits for it. Its own answer is ignored.
      const abandon = () => {
        if (sent === undefined || !open.delete(sent)) return;
        const error = { code: 'STOPPED', message: 'the call was given up' };
        listener({ data: { id: sent, type: 'RAW', value: { ok: false, error } } } as MessageEvent);
      };
      return new Promise((resolve, reject) => {
        const settle = () => {
          cancel();
          rejects.delete(fail);
          signal?.removeEventListener('abort', abort);
        };
        const fail = (error: BulkheadError) => {
          settle();
          reject(error);
        };
        rejects.add(fail);
        send(method, input, id, transfer).then(
          (reply) => {
            settle();
            const answer = reply as Reply<Output<C, typeof method>> | null;
            if (answer?.ok === true) resolve(answer.value);
            else reject(readError((answer as { error?: unknown } | null)?.error));
          },
          (cause) => fail(new BulkheadError('INTERNAL', 'a call could not be delivered', {}, { cause })),
        );
        // Of a call by Comlink; one of the fast path is not given up.
        if (!fastPath) sent = latest;
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      });
    },
    ping(beat) {
      if (closed) return;
      awaited = beat;
      post({ bulkhead: 'ping', beat });
    },
    close(error, notify = false) {
      if (closed) return;
      if (notify) port.postMessage({ bulkhead: 'close', error: toErrorData(error) });
      closed = error;
      intake.close();
      port.onmessage = null;
      port.onmessageerror = null;
      port.close();
      // Comlink keeps an endpoint until its proxies are collected or released, and ours sees the proxy: unreleased, no
      // connection would ever be freed, nor what opened it.
      proxy[Comlink.releaseProxy]();
      for (const reject of [...rejects]) reject(error);
    },
  };
}

function describeReason(reason: unknown): string {
  const { message } = Object(reason) as { message?: unknown };
  return String(message ?? reason ?? 'aborted').slice(0, 2_000);
}
