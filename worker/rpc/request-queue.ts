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
  readonly #waiting: (() => void)[] = [];
  #began: number[] = [];
  #open = 0;

  constructor(pace: Pace, now: () => number = () => performance.now()) {
    this.#pace = pace;
    this.#now = now;
  }

  /**
   * Runs `send` in its turn.
   * @throws `CAPABILITY_LIMIT` when too many wait, or too many were sent within the last minute; it says
   * when to try again.
   */
  async run<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
    const { what, atOnce, perMinute } = this.#pace;
    const now = this.#now();
    this.#began = this.#began.filter((at) => now - at < MINUTE_MS);
    if (this.#began.length >= perMinute) {
      const wait = (this.#began[0] ?? now) + MINUTE_MS - now;
      throw new BulkheadError('CAPABILITY_LIMIT', `more than ${perMinute} ${what} within a minute: ${tryAgain(wait)}`);
    }
    if (this.#open >= atOnce && this.#waiting.length >= WAITING) {
      const message = `more than ${WAITING} ${what} wait already: try again when one of them is answered`;
      throw new BulkheadError('CAPABILITY_LIMIT', message);
    }
    this.#began.push(now);
    if (this.#open >= atOnce) await this.#turn(signal);
    else this.#open += 1;
    try {
      signal.throwIfAborted();
      return await send();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#open -= 1;
    }
  }

  /** Resolves when a place was handed over. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        const at = this.#waiting.indexOf(take);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal.reason);
      };
      const take = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.push(take);
    });
  }
}
