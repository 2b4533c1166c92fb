import { BulkheadError } from '../../../worker/protocol/errors.js';
import { GUEST_PACE } from '../../../worker/protocol/guest-pace.js';

/** A machine that is slower by less than this factor gives no more time. */
const ENOUGH_SLOWER = 1.1;
/** A slow machine gives so much more than is measured here: the worker measures its own thread, and is to end a guest first. */
const MARGIN = 1.5;

/**
 * How long a worker may be silent. Silence is time on the clock, and a limit is running time: on a slow machine the guest had less of its
 * core than the clock says, so its worker gets that much more time.
 */
export class Patience {
  #stretch = 1;
  /** Slowness that was measured during this silence. */
  #seen = 1;
  /** Grows with each sign of life. */
  #silence = 0;

  /** The milliseconds of silence that a limit of running time allows now. */
  allowedMs(limitMs: number): number {
    return limitMs * this.#stretch;
  }

  /** Call this at a sign of life. */
  reset(): void {
    this.#stretch = 1;
    this.#seen = 1;
    this.#silence += 1;
  }

  /** Gives the most time until the next sign of life. */
  most(): void {
    this.#stretch = GUEST_PACE.slowest;
  }

  /** Measures the machine during a silence: at its end, what slowed the worker may be over. */
  async look(slowness: () => Promise<number>): Promise<void> {
    const silence = this.#silence;
    const measured = await slowness();
    const seen = measured > ENOUGH_SLOWER ? measured * MARGIN : measured;
    if (silence === this.#silence) this.#seen = Math.max(this.#seen, seen);
  }

  /** Measures the machine at the end of a silence. Resolves to `true` where the worker gets more time. */
  async grow(slowness: () => Promise<number>): Promise<boolean> {
    if (this.#stretch >= GUEST_PACE.slowest) return false;
    await this.look(slowness);
    if (this.#seen <= this.#stretch * ENOUGH_SLOWER) return false;
    this.#stretch = Math.min(GUEST_PACE.slowest, this.#seen);
    return true;
  }

  /** The error of a worker that was silent for too long. */
  error(limit: 'loadMs' | 'cpuMs', ms: number): BulkheadError {
    const message = `the plugin ran longer than ${Math.round(this.allowedMs(ms))} ms without a pause`;
    return new BulkheadError('TOOL_TIMEOUT', message, { stoppedBy: 'watchdog', limit, ms });
  }
}
