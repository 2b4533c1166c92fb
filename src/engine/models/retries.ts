import { sleep } from '../../../worker/primitives/timers.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';

/** How often and how soon a request is made again. */
export interface RetryOptions {
  /** Further attempts after one that failed. Default: 2. */
  readonly retries?: number | undefined;
  /** Requests a minute at most. Default: as many as there are. */
  readonly requestsPerMinute?: number | undefined;
}

/** Waits, within a signal. Injected, so that nobody has to wait for a test. */
export interface Clock {
  now(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  wait: sleep,
};

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** Whether what failed may be asked again, and after how long at least. */
export interface Again {
  readonly again: boolean;
  readonly afterMs?: number | undefined;
}

/** What an answer that is none says of another attempt: too many requests and faults of the server pass. */
export function againAfter(status: number, retryAfter: string | null, now: number): Again {
  const again = status === 408 || status === 409 || status === 429 || status >= 500;
  if (!retryAfter) return { again };
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - now;
  return { again, ...(Number.isFinite(ms) && { afterMs: Math.max(0, ms) }) };
}

/** A failure that says whether it may pass. */
export class ModelError extends BulkheadError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof BulkheadError && 'again' in value;
  }

  readonly again: Again;
  constructor(message: string, again: Again, details: { readonly status?: number } = {}, cause?: unknown) {
    super('MODEL_FAILED', message, details, { cause });
    this.again = again;
  }
}

/** Paces requests, and repeats what may pass. The function throws what the last attempt throws, or the signal's reason. */
export function attempts({ retries = 2, requestsPerMinute }: RetryOptions, clock: Clock = CLOCK) {
  const gapMs = requestsPerMinute ? 60_000 / requestsPerMinute : 0;
  let next = 0;
  return async <T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    for (let made = 0; ; made++) {
      const now = clock.now();
      const at = Math.max(now, next);
      next = at + gapMs;
      if (at > now) await clock.wait(at - now, signal);
      try {
        return await attempt();
      } catch (error) {
        signal?.throwIfAborted();
        const { again, afterMs } = error instanceof ModelError ? error.again : { again: false, afterMs: undefined };
        // A server that asks for a longer wait than a user would accept is an error that says so.
        if (!again || made >= retries || (afterMs ?? 0) > LONGEST_MS) throw error;
        await clock.wait(afterMs ?? FIRST_MS * 2 ** made, signal);
      }
    }
  };
}
