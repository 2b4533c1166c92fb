import { BulkheadError } from '../protocol/errors.js';
import type { Limits } from '../protocol/limits.js';

const WAITING = 64;
const MINUTE_MS = 60_000;

/** The requests of one plugin to servers, over all of its ports: so many at once, so many within a minute. */
export class NetQueue {
  readonly #limits: Pick<Limits, 'netAtOnce' | 'netPerMinute'>;
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #began: number[] = [];
  #open = 0;

  constructor(limits: Pick<Limits, 'netAtOnce' | 'netPerMinute'>, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Runs `send` in its turn.
   * @throws `CAPABILITY_LIMIT` when too many wait, or too many were sent within the last minute.
   */
  async run<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
    const { netAtOnce, netPerMinute } = this.#limits;
    const now = this.#now();
    this.#began = this.#began.filter((at) => now - at < MINUTE_MS);
    if (this.#began.length >= netPerMinute) {
      throw new BulkheadError('CAPABILITY_LIMIT', `more than ${netPerMinute} requests to servers within a minute`);
    }
    if (this.#open >= netAtOnce && this.#waiting.length >= WAITING) {
      throw new BulkheadError('CAPABILITY_LIMIT', `more than ${WAITING} requests to servers wait already`);
    }
    this.#began.push(now);
    if (this.#open >= netAtOnce) await this.#turn(signal);
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
