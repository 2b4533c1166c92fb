import type { BreakerState } from '../contracts/index.js';

/** Attempts that are remembered: more than any limit, and no burden in a flood. */
const KEPT = 1_000;

/** Counts attempts in a sliding window, and lets no more through than it may: a model in a loop stops here. */
export class Breaker {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  /** When each attempt was made, the oldest first. */
  #attempts: number[] = [];

  /** `now`: milliseconds of a clock that only goes forward. */
  constructor(limit: number, windowMs: number, now: () => number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Counts one attempt, whatever comes of it. @returns whether it may be made. */
  attempt(): boolean {
    const now = this.#now();
    this.#attempts = [...this.#attempts.filter((at) => now - at < this.#windowMs).slice(1 - KEPT), now];
    return this.#attempts.length <= this.#limit;
  }

  get state(): BreakerState {
    const now = this.#now();
    const within = this.#attempts.filter((at) => now - at < this.#windowMs);
    // One passes again once all but `limit - 1` have left the window.
    const last = within.length - this.#limit;
    const leaving = last >= 0 ? within[last] : undefined;
    return {
      count: within.length,
      limit: this.#limit,
      windowMs: this.#windowMs,
      blocked: within.length > this.#limit,
      recoversInMs: leaving === undefined ? 0 : Math.max(0, leaving + this.#windowMs - now),
    };
  }
}
