import { defineProperty, getPrototypeOf, has, isObject, PromiseClass, PromisePrototype, then } from './primordials.js';

type Settler = (value: unknown) => unknown;

/** A promise that is fulfilled, with `constructor` in place of the one that a plugin could put on its prototype. */
const fulfilled = (maker: unknown): Promise<unknown> =>
  defineProperty(new PromiseClass<unknown>((resolve) => resolve(undefined)), 'constructor', { value: maker });

/** `then` asks a promise's `constructor` what to answer with; without one it is a promise of the engine's own. */
const now = fulfilled(undefined);

/** Runs a job after those that wait. */
export const soon = (job: () => unknown): void => void then(now, job);

let settlers: { readonly done: Settler; readonly failed: Settler };
/** What a promise of a called function is made of: it gets what the function answers before anybody looks for a `then` on it. */
class Answer {
  constructor(executor: (done: Settler, failed: Settler) => void) {
    executor(settlers.done, settlers.failed);
  }
}
const start = fulfilled({ [Symbol.species]: Answer });

/**
 * Calls a function by a job, so that a stack trace in the plugin shows the plugin only, and reports how its result settles. A
 * promise of the engine is read by its own state, whatever a plugin has made of `Promise.prototype` or of its species.
 */
export function callSoon(body: () => unknown, done: Settler, failed: Settler): void {
  settlers = { done: (value) => settle(value, done, failed), failed };
  then(start, body);
}

/** Tells how a value ends: a promise when it has settled, anything else after the jobs that wait. */
export function settle(value: unknown, done: Settler, failed: Settler): void {
  if (!isObject(value)) soon(() => done(value));
  else if (!isPromise(value) || !watch(value, done, failed)) {
    // What a thenable does is the thenable's word.
    watch(new PromiseClass((resolve) => resolve(value)), done, failed);
  }
}

/** True for an unchanged promise of the engine: made by its class, without own properties. */
function isPromise(value: object): value is Promise<unknown> {
  try {
    return getPrototypeOf(value) === PromisePrototype && !has(value, 'then') && !has(value, 'constructor');
  } catch {
    return false;
  }
}

/** Tells how a promise ends. @returns false when it is none. */
function watch(promise: Promise<unknown>, done: Settler, failed: Settler): boolean {
  let covered = false;
  try {
    defineProperty(promise, 'constructor', { value: undefined, configurable: true });
    covered = true;
  } catch {
    // It was frozen: then the plugin's species is used, which gets no value.
  }
  try {
    then(promise, done, failed);
    return true;
  } catch {
    return false;
  } finally {
    if (covered) delete (promise as { constructor?: unknown }).constructor;
  }
}
