import { GUEST_PACE } from '../protocol/guest-pace.js';
import type { Calibration } from './calibration.js';

/** Measurements after the longest stretch in which nobody could look. */
const MEASURES_AT_MOST = 8;

/**
 * The running time of one call, or of one load: how long the guest had its thread, divided by how much slower the machine was
 * meanwhile. A browser tells a worker no CPU time, so the thread of a busy machine seems to run while it waits for its core. Below
 * `measureMs` nothing is measured, and the machine counts as quick.
 */
export class RunningTime {
  readonly #limitMs: number;
  readonly #calibration: Calibration;
  /** Time on the clock. */
  #spentMs = 0;
  #measuredAtMs = 0;
  #measures = 0;
  #slowness = 0;

  constructor(limitMs: number, calibration: Calibration) {
    this.#limitMs = limitMs;
    this.#calibration = calibration;
  }

  /** Running time of the stretches that have been charged. */
  get ms(): number {
    return this.#spentMs / this.#factor;
  }

  /** Charges a stretch that has ended. */
  charge(ms: number): void {
    this.#spentMs += ms;
  }

  /** Whether it is over its limit, with the present stretch. */
  isOver(stretchMs = 0): boolean {
    return this.#spentMs + stretchMs > this.#limitMs * this.#factor;
  }

  /** Measures the machine if it is time to. @returns the milliseconds that took. They are not the guest's. */
  look(stretchMs = 0): number {
    const spentMs = this.#spentMs + stretchMs;
    const sinceMs = spentMs - this.#measuredAtMs;
    const { measureMs, measureLeastMs } = GUEST_PACE;
    if (sinceMs < measureMs && (sinceMs < measureLeastMs || !this.isOver(stretchMs))) return 0;
    this.#measuredAtMs = spentMs;
    const count = Math.min(MEASURES_AT_MOST, Math.max(1, Math.floor(sinceMs / measureMs)));
    const { slowness, ms } = this.#calibration.measure(count);
    this.#slowness += slowness;
    this.#measures += count;
    return ms;
  }

  /** The mean of all measurements: one alone often meets no other thread, or only others. */
  get #factor(): number {
    return this.#measures === 0 ? 1 : Math.min(GUEST_PACE.slowest, this.#slowness / this.#measures);
  }
}
