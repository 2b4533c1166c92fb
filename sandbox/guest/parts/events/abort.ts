import type { Kit } from '../../platform.js';
import { DOMException } from './dom-exception.js';
import { Event } from './event.js';
import { dispatch, EventTarget, handler, signals } from './event-target.js';

const secret: unique symbol = Symbol('construct');
let abort: (signal: AbortSignal, reason?: unknown) => void;
let watch: (signal: AbortSignal, work: () => void) => void;

/** The DOM's AbortSignal. */
export class AbortSignal extends EventTarget {
  #aborted = false;
  #reason: unknown;
  /** Run before the event, in their order, and once. */
  #work: (() => void)[] = [];

  constructor(key?: typeof secret) {
    if (key !== secret) throw new TypeError('Illegal constructor');
    super();
  }

  static {
    watch = (signal, work) => void signal.#work.push(work);
    abort = (signal, reason) => {
      if (signal.#aborted) return;
      signal.#aborted = true;
      signal.#reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
      const work = signal.#work;
      signal.#work = [];
      for (const one of work) one();
      dispatch(signal, new Event('abort'));
    };
  }

  get aborted(): boolean {
    return this.#aborted;
  }
  get reason(): unknown {
    return this.#reason;
  }
  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }
  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal(secret);
    abort(signal, reason);
    return signal;
  }
  static any(given: Iterable<AbortSignal>): AbortSignal {
    const merged = new AbortSignal(secret);
    const all = [...given];
    const first = all.find((signal) => signal.aborted);
    if (first) abort(merged, first.reason);
    else for (const signal of all) watch(signal, () => abort(merged, signal.reason));
    return merged;
  }
  override get [Symbol.toStringTag](): string {
    return 'AbortSignal';
  }
}
handler(AbortSignal.prototype, 'abort');
signals.onAbort = (signal, work) => watch(signal as AbortSignal, work);

/** The DOM's AbortController. */
export class AbortController {
  readonly #signal = new AbortSignal(secret);
  get signal(): AbortSignal {
    return this.#signal;
  }
  abort(reason?: unknown): void {
    abort(this.#signal, reason);
  }
  get [Symbol.toStringTag](): string {
    return 'AbortController';
  }
}

/** The classes of abort signals, with `timeout` by the guest's timers. */
export function makeAbort(kit: Kit): { AbortController: unknown; AbortSignal: unknown } {
  const timeout = (ms: unknown): AbortSignal => {
    const delay = Number(ms);
    if (!Number.isFinite(delay) || delay < 0)
      throw new TypeError('AbortSignal.timeout takes milliseconds, zero or more');
    const signal = new AbortSignal(secret);
    const late = () => abort(signal, new DOMException('The operation timed out', 'TimeoutError'));
    kit.use('timers').setTimeout(late, delay);
    return signal;
  };
  Object.defineProperty(AbortSignal, 'timeout', {
    value: timeout,
    writable: true,
    configurable: true,
    enumerable: true,
  });
  return { AbortController, AbortSignal };
}
