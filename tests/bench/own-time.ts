import { median } from './rounds.js';

/** Times everything the library does on the main thread. Load the library after `watchOwnTime`. */

/** Continuations that follow one another before we look at the clock for the last time; with twice as many nothing more is found. */
const HOPS = 64;

export interface OwnTime {
  /** Finds out what the chain itself takes, which is left out from then on. */
  calibrate(): Promise<void>;
  /** Milliseconds of the stretches that have ended since the last time it was asked. */
  take(): number;
  /** Runs `work`, and counts what it does before it gives the thread back. */
  count<T>(work: () => T): T;
  /** What the chain takes by itself. */
  readonly emptyMs: number;
  /** The stretches so far, each with where it began. */
  readonly stretches: readonly { readonly start: number; readonly ms: number }[];
}

/** Resolves in a task of its own. */
const nextTask = (): Promise<void> => {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });
};

type Handler = (this: unknown, event: unknown) => unknown;

/**
 * Wraps what the page gives the thread to: handlers of messages on ports and on the window, and timers. What a handler
 * starts goes on in promise jobs, which run after it has returned and before the next task. So each stretch ends with a
 * chain of jobs of our own that hands itself on `HOPS` times: jobs run first in, first out, so whatever follows from the
 * handler within as many steps has run before the chain ends; what the empty chain takes is subtracted. Each stretch is a
 * `performance.measure`.
 */
export function watchOwnTime(): OwnTime {
  let open = false;
  let sum = 0;
  let empty = 0;
  const stretches: { start: number; ms: number }[] = [];
  const close = (start: number, hops: number) => {
    if (hops > 0) {
      queueMicrotask(() => close(start, hops - 1));
      return;
    }
    const end = performance.now();
    open = false;
    const ms = Math.max(0, end - start - empty);
    sum += ms;
    stretches.push({ start, ms });
    performance.measure('own', { start, end });
  };
  const count = <T>(work: () => T): T => {
    // Already within a stretch: a call that follows from the answer of the one before it.
    if (open) return work();
    open = true;
    const start = performance.now();
    try {
      return work();
    } finally {
      close(start, HOPS);
    }
  };

  const wrapped = new WeakMap<object, Handler>();
  const wrap = (handler: unknown): unknown => {
    if (typeof handler !== 'function') return handler;
    const known = wrapped.get(handler);
    if (known) return known;
    const made: Handler = function (event) {
      return count(() => Reflect.apply(handler, this, [event]));
    };
    wrapped.set(handler, made);
    return made;
  };

  for (const target of [MessagePort.prototype, Worker.prototype]) {
    const { get, set } = Object.getOwnPropertyDescriptor(target, 'onmessage') ?? {};
    Object.defineProperty(target, 'onmessage', {
      configurable: true,
      ...(get && { get }),
      set(handler: unknown) {
        set?.call(this, wrap(handler));
      },
    });
  }
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type: string, listener, options) {
    const own = type === 'message' ? (wrap(listener) as typeof listener) : listener;
    addEventListener.call(this, type, own, options);
  };
  EventTarget.prototype.removeEventListener = function (type: string, listener, options) {
    const own = type === 'message' ? (wrap(listener) as typeof listener) : listener;
    removeEventListener.call(this, type, own, options);
  };
  const { setTimeout } = window;
  window.setTimeout = ((work: unknown, ...rest: [number]) =>
    setTimeout(wrap(work) as TimerHandler, ...rest)) as typeof window.setTimeout;

  const calibrate = async () => {
    for (let i = 0; i < 300; i++) {
      count(() => {});
      await nextTask();
    }
    empty = median(stretches.map(({ ms }) => ms));
    stretches.length = 0;
    sum = 0;
  };

  return {
    count,
    calibrate,
    stretches,
    get emptyMs() {
      return empty;
    },
    take() {
      const taken = sum;
      sum = 0;
      return taken;
    },
  };
}
