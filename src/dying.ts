import { FIXED } from '../worker/protocol/limits.js';

/** Workers that were ended and may still burn: `terminate()` is not a stop. */
export class Dying {
  readonly #changed: () => void;
  readonly #waiting: (() => void)[] = [];
  #count = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get count(): number {
    return this.#count;
  }

  /** Counts an ended worker until it is surely gone: at once when it was idle, after two seconds when it was busy. */
  add(busy: boolean): void {
    this.#count += 1;
    this.#changed();
    setTimeout(
      () => {
        this.#count -= 1;
        this.#changed();
        for (const wake of this.#waiting.splice(0)) wake();
      },
      busy ? FIXED.dyingMs : 200,
    );
  }

  /** Resolves when fewer than `limit` workers are dying. */
  async below(limit: number): Promise<void> {
    while (this.#count >= limit) await new Promise<void>((wake) => this.#waiting.push(wake));
  }
}
