import { PACE } from '../protocol/limits.js';

export interface QueueOptions {
  readonly now: () => number;
  readonly nextTask: () => Promise<void>;
}

/** One call that waits. */
interface Place {
  readonly go: () => void;
}

/** The calls of one worker in the order they came: so many run at once, each in a guest of its own. */
export class Queue {
  readonly #options: QueueOptions;
  readonly #waiting = new Set<Place>();
  #running = 0;
  /** When the worker last looked at its mail. */
  #mailAt = 0;
  atOnce = 1;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves when it is this call's turn, with true, or with false once `quit` was called; then there is nothing to leave.
   */
  enter(quitter: (quit: () => void) => void): Promise<boolean> {
    if (this.#running < this.atOnce) {
      this.#running += 1;
      this.#mailAt = this.#options.now();
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const place: Place = { go: () => resolve(true) };
      this.#waiting.add(place);
      quitter(() => {
        if (this.#waiting.delete(place)) resolve(false);
      });
    });
  }

  /** Gives the turn to the next one; now and then the worker looks at its mail before. */
  leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    if (this.#options.now() - this.#mailAt < PACE.pumpMs) {
      this.#waiting.delete(next);
      next.go();
      return;
    }
    void this.#options.nextTask().then(() => {
      this.#mailAt = this.#options.now();
      this.leave();
    });
  }
}
