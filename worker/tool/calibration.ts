export interface CalibrationOptions {
  readonly now: () => number;
  /** Work that always takes the same computing. */
  readonly reference: () => void;
}

/** Runs of the reference whose times do not count: the browser has not compiled it yet. */
const WARM_UPS = 2;
/** Some browsers' clocks tell whole milliseconds only. */
const LEAST_MS = 1;

/** Measures how much slower this thread runs than at its best. No guest runs meanwhile, so none can change the answer. */
export class Calibration {
  readonly #options: CalibrationOptions;
  #bestMs = Number.POSITIVE_INFINITY;

  constructor(options: CalibrationOptions) {
    this.#options = options;
  }

  /** Runs the reference so often. @returns the sum of its times, each as a multiple of the best time seen, and what all took. */
  measure(times: number): { readonly slowness: number; readonly ms: number } {
    const { now, reference } = this.#options;
    const began = now();
    if (this.#bestMs === Number.POSITIVE_INFINITY) for (let i = 0; i < WARM_UPS; i++) reference();
    let slowness = 0;
    for (let i = 0; i < times; i++) {
      const from = now();
      reference();
      const took = Math.max(LEAST_MS, now() - from);
      this.#bestMs = Math.min(this.#bestMs, took);
      slowness += took / this.#bestMs;
    }
    return { slowness, ms: now() - began };
  }
}

/** About 2 ms: a shorter loop mostly ends before the system gives its core to another thread. */
const STEPS = 1_600_000;
let state = 1;

/** The reference of a worker: plain arithmetic whose result the browser cannot foresee. */
export function referenceLoop(): void {
  let next = state;
  for (let i = 0; i < STEPS; i++) next = (Math.imul(next, 1_664_525) + 1_013_904_223) | 0;
  state = next;
}
