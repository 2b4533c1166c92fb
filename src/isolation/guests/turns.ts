import { BulkheadError } from '../../../worker/protocol/errors.js';

/** One slot, taken or waiting. */
export interface Turn {
  /** Resolves when the slot is free for this call; absent if it is free now. */
  readonly ready?: Promise<void>;
  /** Releases the slot, or leaves the queue. */
  end(): void;
}

/** Lets a number of calls of one plugin run at once. The others wait in the order they came. */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, waiting: number) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /** @throws `TOO_MANY_CALLS` when the queue is full. */
  take(): Turn {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return { end: this.#once(() => this.#next()) };
    }
    if (this.#queue.length >= this.#waiting) {
      throw new BulkheadError('TOO_MANY_CALLS', `${this.#queue.length} calls of this plugin are waiting already`);
    }
    let wake: () => void = () => {};
    const ready = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#queue.push(wake);
    const end = this.#once(() => {
      const place = this.#queue.indexOf(wake);
      if (place >= 0) this.#queue.splice(place, 1);
      else this.#next();
    });
    return { ready, end };
  }

  #next(): void {
    const wake = this.#queue.shift();
    if (wake) wake();
    else this.#running -= 1;
  }

  #once(work: () => void): () => void {
    let done = false;
    return () => {
      if (done) return;
      done = true;
      work();
    };
  }
}
