/** Measures the stretches in which the guest runs, and nothing else. */
export class Stopwatch {
  readonly #now: () => number;
  #since: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Length of the stretch that runs now; zero between stretches. */
  get runningMs(): number {
    return this.#since === undefined ? 0 : this.#now() - this.#since;
  }

  /** Runs `work` as one stretch and answers its length. */
  measure(work: () => void): number {
    this.#since = this.#now();
    work();
    const ran = this.runningMs;
    this.#since = undefined;
    return ran;
  }
}
