import { Semaphore } from '../primitives/semaphore.js';
import { BulkheadError } from '../protocol/errors.js';

const WAITING = 64;
const MINUTE_MS = 60_000;

/** How fast requests may follow each other, and what they are, for messages: `requests to servers`. */
export interface Pace {
  readonly what: string;
  readonly atOnce: number;
  readonly perMinute: number;
}

/** The words of a limit that holds for `ms` longer. */
export const tryAgain = (ms: number): string => `try again in ${Math.max(1, Math.ceil(ms / 1_000))} s`;

/** The requests of one plugin, over all of its ports: so many at once, so many within a minute. */
export class RequestQueue {
  readonly #pace: Pace;
  readonly #now: () => number;
  readonly #slots: Semaphore;
  #began: number[] = [];

  constructor(pace: Pace, now: () => number = () => performance.now()) {
    this.#pace = pace;
    this.#slots = new Semaphore(pace.atOnce);
    this.#now = now;
  }

  /**
   * Runs `send` in its turn.
   * @throws `CAPABILITY_LIMIT` when too many wait, or too many were sent within the last minute; it says
   * when to try again.
   */
  async run<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
    const { what, perMinute } = this.#pace;
    const now = this.#now();
    this.#began = this.#began.filter((at) => now - at < MINUTE_MS);
    if (this.#began.length >= perMinute) {
      const wait = (this.#began[0] ?? now) + MINUTE_MS - now;
      throw new BulkheadError('CAPABILITY_LIMIT', `more than ${perMinute} ${what} within a minute: ${tryAgain(wait)}`);
    }
    if (!this.#slots.free && this.#slots.waiting >= WAITING) {
      const message = `more than ${WAITING} ${what} wait already: try again when one of them is answered`;
      throw new BulkheadError('CAPABILITY_LIMIT', message);
    }
    this.#began.push(now);
    return this.#slots.run(send, signal);
  }
}
