import { awakeTimeout } from '../../primitives/index.js';

/** A deadline that is paused while a person is asked. */
export class CallClock {
  readonly #work: () => void;
  #leftMs: number;
  #since = 0;
  #holds = 0;
  #cancel: (() => void) | undefined;

  /** Calls `work` after `ms` milliseconds, not counting the time on hold. */
  constructor(ms: number, work: () => void) {
    this.#leftMs = ms;
    this.#work = work;
    this.#run();
  }

  /** @returns true for the first hold of several. */
  hold(): boolean {
    this.#holds += 1;
    if (this.#holds > 1 || !this.#cancel) return false;
    this.#cancel();
    this.#leftMs -= performance.now() - this.#since;
    return true;
  }

  /** @returns true for the last release of several. */
  release(): boolean {
    this.#holds -= 1;
    if (this.#holds > 0 || !this.#cancel) return false;
    this.#run();
    return true;
  }

  /** Ends it for good. */
  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #run(): void {
    this.#since = performance.now();
    this.#cancel = awakeTimeout(Math.max(0, this.#leftMs), this.#work);
  }
}
