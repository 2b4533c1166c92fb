import { BulkheadError } from '../worker/protocol/errors.js';

/** Lets a number of calls of one plugin run at once; the others wait in the order they came. */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: number;
  #running = 0;
  readonly #queue: (() => void)[] = [];

  constructor(atOnce: number, waiting: number) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /**
   * Resolves when it is the caller's turn; call the answer once to give the turn back.
   * @throws `TOO_MANY_CALLS` when the queue is full.
   */
  async take(): Promise<() => void> {
    if (this.#running >= this.#atOnce) {
      if (this.#queue.length >= this.#waiting) {
        throw new BulkheadError('TOO_MANY_CALLS', `${this.#queue.length} calls of this plugin are waiting already`);
      }
      await new Promise<void>((wake) => this.#queue.push(wake));
    } else {
      this.#running += 1;
    }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    };
  }
}
