import type { Timer } from '../../../src/studio/base/requests.js';

/** A clock that a test moves on: timers fire in their order, each at its own time. */
export class Clock {
  #at = 0;
  readonly #waiting = new Set<{ readonly at: number; readonly work: () => void }>();

  readonly now = (): number => this.#at;

  readonly timer: Timer = (work, ms) => {
    const one = { at: this.#at + ms, work };
    this.#waiting.add(one);
    return () => void this.#waiting.delete(one);
  };

  /** Timers that have not fired. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Lets so much time pass, and whatever follows of it. */
  async pass(ms: number): Promise<void> {
    const end = this.#at + ms;
    for (;;) {
      await settled();
      const [next] = [...this.#waiting].toSorted((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      this.#waiting.delete(next);
      this.#at = next.at;
      next.work();
    }
    this.#at = end;
  }
}

/** All that follows of what has happened is done: a task of its own comes after every microtask. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
