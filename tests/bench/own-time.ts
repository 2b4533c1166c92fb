/** Times everything the library does on the main thread. Load the library after `watchOwnTime`. */

/** Continuations that follow one another before we look at the clock for the last time. */
const HOPS = 64;

export interface OwnTime {
  /** Milliseconds since the last time it was asked. */
  take(): number;
  /** Runs `work`, and counts what it does before it gives the thread back. */
  count<T>(work: () => T): T;
  /** Longest stretches so far, each with where it began. */
  readonly stretches: readonly { readonly start: number; readonly ms: number }[];
}

type Handler = (this: unknown, event: unknown) => unknown;

/**
 * Wraps what the page gives the thread to: handlers of messages on ports and on the window, and timers. What a handler
 * starts goes on in promise jobs, which run after it has returned and before the next task. So each stretch ends with a
 * chain of jobs of our own that hands itself on `HOPS` times: jobs run first in, first out, so whatever follows from the
 * handler within as many steps has run before the chain ends. Each stretch is a `performance.measure`.
 */
export function watchOwnTime(): OwnTime {
  let open = false;
  let sum = 0;
  const stretches: { start: number; ms: number }[] = [];
  const close = (start: number, hops: number) => {
    if (hops > 0) {
      queueMicrotask(() => close(start, hops - 1));
      return;
    }
    const end = performance.now();
    open = false;
    sum += end - start;
    stretches.push({ start, ms: end - start });
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

  return {
    count,
    stretches,
    take() {
      const taken = sum;
      sum = 0;
      return taken;
    },
  };
}
