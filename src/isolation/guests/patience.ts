import { BulkheadError } from '../../../worker/protocol/errors.js';
import { GUEST_PACE } from '../../../worker/protocol/guest-pace.js';

/** A machine that is slower by less than this factor gives no more time. */
const ENOUGH_SLOWER = 1.1;

/**
 * How long a worker may be silent. Silence is time on the clock, and a limit is running time: on a slow machine the guest had less of its
 * core than the clock says, so its worker gets that much more time.
 */
export class Patience {
  #stretch = 1;

  /** The milliseconds of silence that a limit of running time allows now. */
  allowedMs(limitMs: number): number {
    return limitMs * this.#stretch;
  }

  /** Call this at a sign of life. */
  reset(): void {
    this.#stretch = 1;
  }

  /** Measures the machine. Resolves to `true` where the worker gets more time. */
  async grow(slowness: () => Promise<number>): Promise<boolean> {
    if (this.#stretch >= GUEST_PACE.slowest) return false;
    const measured = await slowness();
    if (measured <= this.#stretch * ENOUGH_SLOWER) return false;
    this.#stretch = Math.min(GUEST_PACE.slowest, measured);
    return true;
  }

  /** The error of a worker that was silent for too long. */
  error(limit: 'loadMs' | 'cpuMs', ms: number): BulkheadError {
    const message = `the plugin ran longer than ${Math.round(this.allowedMs(ms))} ms without a pause`;
    return new BulkheadError('TOOL_TIMEOUT', message, { stoppedBy: 'watchdog', limit, ms });
  }
}
