type Listener = ((event: { type: string }) => void) | { handleEvent(event: { type: string }): void };
const secret: unique symbol = Symbol('construct');
let abortSignal: (signal: AbortSignal, reason?: unknown) => void;

/** The DOM's AbortSignal, as far as it makes sense without timers and events: aborted, reason, listeners, any, abort. */
export class AbortSignal {
  #aborted = false;
  #reason: unknown;
  #listeners: { type: string; listener: Listener; once: boolean }[] = [];
  onabort: ((event: { type: string }) => void) | null = null;

  constructor(key?: typeof secret) {
    if (key !== secret) throw new TypeError('Illegal constructor');
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

  addEventListener(type: string, listener: Listener | null, options?: boolean | { once?: boolean }): void {
    if (!listener || this.#listeners.some((entry) => entry.type === type && entry.listener === listener)) return;
    this.#listeners.push({ type, listener, once: typeof options === 'object' && options.once === true });
  }

  removeEventListener(type: string, listener: Listener | null): void {
    this.#listeners = this.#listeners.filter((entry) => entry.type !== type || entry.listener !== listener);
  }

  dispatchEvent(event: { type: string }): boolean {
    for (const entry of [...this.#listeners]) {
      if (entry.type !== event.type) continue;
      if (entry.once) this.removeEventListener(entry.type, entry.listener);
      try {
        if (typeof entry.listener === 'function') entry.listener.call(this, event);
        else entry.listener.handleEvent(event);
      } catch {
        // As in the DOM: one listener's error is not another's.
      }
    }
    return true;
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal(secret);
    abortSignal(signal, reason);
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const merged = new AbortSignal(secret);
    for (const signal of signals) {
      if (signal.aborted) {
        abortSignal(merged, signal.reason);
        break;
      }
      signal.addEventListener('abort', () => abortSignal(merged, signal.reason), { once: true });
    }
    return merged;
  }

  static {
    abortSignal = (signal, reason) => {
      if (signal.#aborted) return;
      signal.#aborted = true;
      signal.#reason = reason === undefined ? abortError('This operation was aborted') : reason;
      const event = { type: 'abort', target: signal };
      try {
        signal.onabort?.(event);
      } catch {
        // See dispatchEvent.
      }
      signal.dispatchEvent(event);
    };
  }
}

export function abortError(message: string): Error {
  const error = new Error(message);
  error.name = 'AbortError';
  return error;
}

export class AbortController {
  readonly signal: AbortSignal = new AbortSignal(secret);

  abort(reason?: unknown): void {
    abortSignal(this.signal, reason);
  }
}
