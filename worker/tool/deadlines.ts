import { GAP_MS } from '../protocol/limits.js';

export interface DeadlinesOptions {
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => number;
  readonly clearTimer: (timer: number) => void;
}

/** Something that has a wall clock. */
export interface Timed {
  /** When its time runs out. */
  readonly dueAt: number;
  /** True while its clock stands still. */
  readonly held: boolean;
  /** When its clock began to run. */
  startedAt: number;
}

/** A clock that stands still is looked at again after so long. */
const HELD_MS = 1_000;

/** The wall clocks of the calls of one worker: one timer for all, because setting and clearing one is dear. */
export class Deadlines {
  readonly #options: DeadlinesOptions;
  readonly #all = new Map<Timed, () => void>();
  #timer: number | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(options: DeadlinesOptions) {
    this.#options = options;
  }

  /** Calls `look` when the time is over; whether it is, is for that to find out. */
  add(timed: Timed, look: () => void): void {
    this.#all.set(timed, look);
    if (timed.dueAt < this.#firesAt) this.#arm();
  }

  delete(timed: Timed): void {
    this.#all.delete(timed);
  }

  #arm(): void {
    const { now, setTimer, clearTimer } = this.#options;
    if (this.#timer !== undefined) clearTimer(this.#timer);
    const at = now();
    this.#firesAt = Number.POSITIVE_INFINITY;
    for (const { held, dueAt } of this.#all.keys()) {
      this.#firesAt = Math.min(this.#firesAt, held ? at + HELD_MS : dueAt);
    }
    this.#timer = this.#all.size === 0 ? undefined : setTimer(() => this.#fire(), Math.max(0, this.#firesAt - at));
  }

  #fire(): void {
    const now = this.#options.now();
    // The machine slept, so the timeouts of waiting calls start anew.
    const slept = now - this.#firesAt > GAP_MS;
    for (const [timed, look] of [...this.#all]) {
      if (slept && !timed.held) timed.startedAt = now;
      if (timed.dueAt <= now) look();
    }
    this.#arm();
  }
}
