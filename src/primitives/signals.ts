import { BulkheadError } from '../../worker/protocol/errors.js';

/** @throws `BAD_ARGS` when it is no AbortSignal; one of another realm is one. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined || Object.prototype.toString.call(signal) === '[object AbortSignal]') return;
  throw new BulkheadError('BAD_ARGS', 'signal must be an AbortSignal');
}

/** Waits for `work`, but not longer than the signal says: rejects with its reason. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const forget = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(forget);
  });
}

/** Calls a listener of the page: what it throws is reported as any listener's error, and harms nobody else. */
export function tell<A extends unknown[]>(listener: ((...args: A) => void) | undefined, ...args: A): void {
  try {
    listener?.(...args);
  } catch (error) {
    reportError(error);
  }
}
