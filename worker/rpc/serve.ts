import * as Comlink from 'comlink';
import type { Contract, Output, Parsed, Reply } from '../protocol/contract.js';
import { BulkheadError, toErrorData } from '../protocol/errors.js';
import { Intake, Outlet } from './credit.js';
import { type FastAnswer, FastPath, type FastPathOptions, isSmall, readCalls } from './fast-path.js';
import { isControl } from './wire.js';

/** The methods of the worker's side. Each takes its parsed input and the call's signal. */
export type Service<C extends Contract> = {
  readonly [M in keyof C]: (input: Parsed<C, M>, signal: AbortSignal) => Output<C, M> | Promise<Output<C, M>>;
};

/** Methods that check their input themselves. */
export type Methods = { readonly [method: string]: (input: unknown, signal: AbortSignal) => unknown };

/** How a port is served. */
export interface ServeOptions {
  /** Credit for unrequested messages to the other side. */
  readonly credits?: number;
  /** Messages we bear from the other side before we have acknowledged them; more is a flood. Default: any number. */
  readonly bears?: number;
  /** The other side broke the protocol; its messages are ignored from now on. */
  readonly onViolation?: (error: BulkheadError) => void;
  /** Serves the fast path beside Comlink, too. The other end must know it. */
  readonly fastPath?: FastPathOptions;
  /** An answer has been sent, or waits in the fast path. */
  readonly onAnswered?: () => void;
  /** A ping has arrived. */
  readonly onPing?: () => void;
  /** The other side says that it closes the port, and why. */
  readonly onClose?: (reason: unknown) => void;
}

/** The serving end of a port. */
export interface Server {
  /**
   * Sends an unasked event, if the other side's credit allows.
   * @returns `false` when it does not: keep the event and try again after the next acknowledgement.
   */
  emit(event: unknown): boolean;
  /** Sends the answers that wait for others. */
  flush(): void;
  /** Ignores further messages, answers nothing, and aborts the signals of open calls. Does not close the port. */
  close(): void;
}

/** Serves a worker's contract: parses each input by it, gives each call its signal, and answers failures as values. */
export function serve<C extends Contract>(
  contract: C,
  service: Service<C>,
  port: MessagePort,
  options: ServeOptions = {},
): Server {
  const methods: Record<string, Methods[string]> = {};
  for (const method of Object.keys(contract) as (keyof C & string)[]) {
    methods[method] = (input, signal) => {
      const parsed = contract[method]?.input.safeParse(input);
      if (!parsed?.success) throw new BulkheadError('BAD_ARGS', `${method}: ${parsed?.error.issues[0]?.message}`);
      return service[method](parsed.data as never, signal);
    };
  }
  return serveMethods(methods, port, options);
}

/**
 * Serves methods on `port`, once per port. Nothing but a call of one of them, with plain values, ever reaches Comlink:
 * its paths and handlers would let a stranger walk from any object to `Function`.
 */
export function serveMethods(methods: Methods, port: MessagePort, options: ServeOptions = {}): Server {
  const signals = new Map<number, AbortController>();
  const open = new Set<AbortController>();
  /** Of all calls whose caller brought no signal. */
  const whole = new AbortController();
  const outlet = new Outlet(options.credits);
  const intake = new Intake(options.bears ?? Number.POSITIVE_INFINITY, (received) =>
    port.postMessage({ bulkhead: 'acknowledge', received }),
  );
  const handlers: Record<string, (input: unknown, signal: unknown) => Promise<Reply>> = Object.create(null);
  for (const [name, method] of Object.entries(methods)) {
    handlers[name] = async (input, id) => {
      const bound = typeof id === 'number' && id > 0;
      const controller = bound ? new AbortController() : whole;
      if (bound) {
        open.add(controller);
        signals.set(id, controller);
      }
      try {
        return { ok: true, value: await method(input, controller.signal) };
      } catch (thrown) {
        return { ok: false, error: toErrorData(thrown) };
      } finally {
        if (bound) {
          open.delete(controller);
          if (signals.get(id) === controller) signals.delete(id);
        }
      }
    };
  }

  let listener: (event: MessageEvent) => void = () => {};
  let closed = false;
  const fastPath = options.fastPath && new FastPath<FastAnswer>(port, options.fastPath);
  Comlink.expose(handlers, {
    postMessage: (message, transfer) => {
      if (closed) return;
      fastPath?.flush();
      port.postMessage(message, transfer ?? []);
      options.onAnswered?.();
    },
    addEventListener: (_type, added) => {
      listener = added as typeof listener;
    },
    removeEventListener: () => {},
  });
  const close = () => {
    closed = true;
    port.onmessage = null;
    port.onmessageerror = null;
    intake.close();
    for (const controller of [whole, ...open]) controller.abort(new Error('the port was closed'));
  };
  const violate = (code: 'WORKER_FLOODED' | 'PROTOCOL_VIOLATION', what: string) => {
    close();
    options.onViolation?.(new BulkheadError(code, what));
  };

  const receive = (data: unknown): void => {
    if (options.bears !== undefined && !intake.take()) {
      violate('WORKER_FLOODED', `more than ${options.bears} messages without a pause`);
    } else if (!isControl(data)) {
      if (isCall(data, handlers)) listener({ data } as MessageEvent);
      // A proxy that was collected says so; there is nothing here to release.
      else if ((data as { type?: unknown } | null)?.type !== 'RELEASE')
        violate('PROTOCOL_VIOLATION', 'a message that is no call');
    } else if (data.bulkhead === 'abort') signals.get(data.signal)?.abort(new Error(reasonText(data.reason)));
    else if (data.bulkhead === 'acknowledge') outlet.acknowledge(data.received);
    else if (data.bulkhead === 'close') options.onClose?.(data.error);
    else if (data.bulkhead === 'ping') {
      outlet.spend();
      port.postMessage({ bulkhead: 'pong', beat: data.beat });
      options.onPing?.();
    }
  };
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!fastPath || typeof data !== 'string') {
      receive(data);
      return;
    }
    const calls = readCalls(data);
    if (!calls) violate('PROTOCOL_VIOLATION', 'a text that holds no calls');
    for (const [id, method, input, signal] of calls ?? []) {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      const error = toErrorData(new BulkheadError('BAD_ARGS', 'a method that nobody serves'));
      void (handler?.(input, signal) ?? Promise.resolve({ ok: false, error } as const)).then((reply) => {
        if (closed) return;
        if (isSmall(reply)) fastPath.send([id, reply]);
        else {
          fastPath.flush();
          port.postMessage({ bulkhead: 'answer', id, reply });
        }
        options.onAnswered?.();
      });
    }
  };
  port.onmessageerror = () => violate('PROTOCOL_VIOLATION', 'a message that cannot be read');

  return {
    emit: (event) =>
      !closed &&
      outlet.try(() => {
        fastPath?.flush();
        port.postMessage({ bulkhead: 'event', event });
      }),
    flush: () => fastPath?.flush(),
    close,
  };
}

/** A stranger's reason may be anything: only a text is one. */
const reasonText = (reason: unknown): string => (typeof reason === 'string' ? reason.slice(0, 2_000) : 'aborted');

const isRaw = (value: unknown): boolean => (value as { type?: unknown } | null)?.type === 'RAW';

/** True for a call of one of our methods, with an input and a signal's number, both plain. */
function isCall(data: unknown, handlers: object): boolean {
  const { type, path, argumentList } = Object(data) as Record<string, unknown>;
  if (type !== 'APPLY' || !Array.isArray(path) || !Array.isArray(argumentList)) return false;
  const [method] = path;
  if (path.length !== 1 || typeof method !== 'string' || !Object.hasOwn(handlers, method)) return false;
  return argumentList.length === 2 && isRaw(argumentList[0]) && isRaw(argumentList[1]);
}
