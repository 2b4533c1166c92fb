import { BulkheadError } from '../../worker/protocol/errors.js';

/** @throws `BAD_ARGS` when it is no AbortSignal; one of another realm is one. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined || Object.prototype.toString.call(signal) === '[object AbortSignal]') return;
  throw new BulkheadError('BAD_ARGS', `signal must be an AbortSignal; got ${String(signal)}`);
}

/** Calls a listener of the page. An error of the listener is reported with `reportError`, and stops no other listener. */
export function notify<A extends unknown[]>(listener: ((...args: A) => void) | undefined, ...args: A): void {
  try {
    listener?.(...args);
  } catch (error) {
    reportError(error);
  }
}
