import { DOMException } from './dom-exception.js';
import { dispatchOf, Event, trust } from './event.js';

type Callback = ((event: Event) => void) | { handleEvent?: (event: Event) => void };
interface Signal {
  readonly aborted: boolean;
}
interface Listener {
  readonly type: string;
  readonly callback: Callback;
  readonly capture: boolean;
  readonly once: boolean;
  readonly passive: boolean;
  removed: boolean;
}

/** Where the errors of listeners go: they never reach the code that dispatches. */
export const reporter: { report: (error: unknown) => void } = { report: () => {} };

/** Calls back when a signal aborts, without an event. Set by the part of the signals. */
export const signals: { onAbort: (signal: Signal, work: () => void) => void } = { onAbort: () => {} };

const captureOf = (options: unknown): boolean =>
  typeof options === 'object' && options !== null
    ? Boolean((options as { capture?: unknown }).capture)
    : Boolean(options);

/** Dispatches an event of the platform's own: a trusted one. */
export let dispatch: (target: EventTarget, event: Event) => boolean;

/** The DOM's EventTarget, without a tree. */
export class EventTarget {
  #listeners: Listener[] = [];

  addEventListener(type: string, callback: Callback | null, options?: unknown): void {
    if (arguments.length < 2) throw new TypeError('addEventListener takes a type and a listener');
    const given = (typeof options === 'object' && options !== null ? options : {}) as {
      once?: unknown;
      passive?: unknown;
      signal?: Signal;
    };
    const { signal } = given;
    if (signal !== undefined && typeof signal?.aborted !== 'boolean')
      throw new TypeError('signal is not an AbortSignal');
    if (callback === null || callback === undefined) return;
    if (typeof callback !== 'object' && typeof callback !== 'function')
      throw new TypeError('a listener is a function or an object');
    if (signal?.aborted) return;
    const [name, capture] = [`${type}`, captureOf(options)];
    if (this.#listeners.some((one) => one.type === name && one.callback === callback && one.capture === capture))
      return;
    const entry = {
      type: name,
      callback,
      capture,
      once: Boolean(given.once),
      passive: Boolean(given.passive),
      removed: false,
    };
    this.#listeners.push(entry);
    if (signal) signals.onAbort(signal, () => this.removeEventListener(name, callback, capture));
  }

  removeEventListener(type: string, callback: Callback | null, options?: unknown): void {
    if (arguments.length < 2) throw new TypeError('removeEventListener takes a type and a listener');
    const [name, capture] = [`${type}`, captureOf(options)];
    this.#listeners = this.#listeners.filter((one) => {
      const isIt = one.type === name && one.callback === callback && one.capture === capture;
      if (isIt) one.removed = true;
      return !isIt;
    });
  }

  dispatchEvent(event: Event): boolean {
    if (!(event instanceof Event)) throw new TypeError('dispatchEvent takes an Event');
    const state = dispatchOf(event);
    if (state.dispatching) throw new DOMException('the event is already being dispatched', 'InvalidStateError');
    trust(event, false);
    return this.#dispatch(event);
  }

  static {
    dispatch = (target, event) => {
      trust(event, true);
      return target.#dispatch(event);
    };
  }

  #dispatch(event: Event): boolean {
    const state = dispatchOf(event);
    Object.assign(state, { dispatching: true, target: this, current: this });
    const listeners = this.#listeners.filter((one) => one.type === event.type);
    // At the target, listeners of the capturing phase come first.
    const ordered = [...listeners.filter(({ capture }) => capture), ...listeners.filter(({ capture }) => !capture)];
    for (const one of event.cancelBubble ? [] : ordered) {
      if (one.removed) continue;
      if (one.once) this.removeEventListener(one.type, one.callback, one.capture);
      state.passive = one.passive;
      try {
        if (typeof one.callback === 'function') one.callback.call(this, event);
        else {
          const { handleEvent } = one.callback;
          if (typeof handleEvent !== 'function') throw new TypeError('the listener has no handleEvent');
          handleEvent.call(one.callback, event);
        }
      } catch (error) {
        reporter.report(error);
      }
      if (state.stopped) break;
    }
    Object.assign(state, { dispatching: false, current: null, stopped: false, passive: false });
    event.cancelBubble = false;
    return !event.defaultPrevented;
  }

  get [Symbol.toStringTag](): string {
    return 'EventTarget';
  }
}

/** Defines `on…` on a class: the one listener that is a property. */
export function handler(prototype: object, type: string): void {
  const current = new WeakMap<object, { value: unknown }>();
  Object.defineProperty(prototype, `on${type}`, {
    configurable: true,
    enumerable: true,
    get(this: EventTarget) {
      return current.get(this)?.value ?? null;
    },
    set(this: EventTarget, value: unknown) {
      const isCallable = typeof value === 'function' || (typeof value === 'object' && value !== null);
      const entry = current.get(this);
      if (entry) {
        entry.value = isCallable ? value : null;
        return;
      }
      const made = { value: isCallable ? value : null };
      current.set(this, made);
      this.addEventListener(type, (event) => {
        if (typeof made.value === 'function') made.value.call(this, event);
      });
    },
  });
}
