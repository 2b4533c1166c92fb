import { GAP_MS } from '../protocol/limits.js';
import type { Guest } from './guest.js';
import type { OpenCall } from './open-call.js';

export interface DeadlinesOptions {
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => number;
  readonly clearTimer: (timer: number) => void;
}

/** While a person is asked a call's clock stands still; it is looked at again after so long. */
const HELD_MS = 1_000;

/** The wall clocks of the calls of one worker: one timer for all, because setting and clearing one is dear. */
export class Deadlines {
  readonly #options: DeadlinesOptions;
  readonly #calls = new Map<OpenCall, Guest>();
  #timer: number | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(options: DeadlinesOptions) {
    this.#options = options;
  }

  /** From now on the guest is told when the call's time is over. */
  add(call: OpenCall, guest: Guest): void {
    this.#calls.set(call, guest);
    if (call.dueAt < this.#firesAt) this.#arm();
  }

  delete(call: OpenCall): void {
    this.#calls.delete(call);
  }

  #arm(): void {
    const { now, setTimer, clearTimer } = this.#options;
    if (this.#timer !== undefined) clearTimer(this.#timer);
    const at = now();
    this.#firesAt = Number.POSITIVE_INFINITY;
    for (const call of this.#calls.keys()) {
      this.#firesAt = Math.min(this.#firesAt, call.held ? at + HELD_MS : call.dueAt);
    }
    this.#timer = this.#calls.size === 0 ? undefined : setTimer(() => this.#look(), Math.max(0, this.#firesAt - at));
  }

  #look(): void {
    const now = this.#options.now();
    // The machine slept: nobody could work, so the clocks of waiting calls start anew.
    const slept = now - this.#firesAt > GAP_MS;
    for (const [call, guest] of [...this.#calls]) {
      if (slept && !call.held) call.startedAt = now;
      guest.expire();
    }
    this.#arm();
  }
}
