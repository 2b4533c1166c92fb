import type { Image } from '../../sandbox/image.js';
import type { GuestLimits } from '../../sandbox/isolate.js';
import { type Limits, PACE } from '../protocol/limits.js';
import type { Calibration } from './calibration.js';
import type { GuestPlatformOptions } from './guest-platform.js';

/** The options of a guest. */
export interface GuestOptions {
  readonly module: WebAssembly.Module;
  readonly limits: Limits;
  /** Tool names of others. */
  readonly namesTaken: readonly string[];
  readonly now: () => number;
  /** Measures the machine for all guests of a worker. */
  readonly calibration: Calibration;
  readonly seed: () => Uint8Array;
  readonly nextTask: () => Promise<void>;
  /** Whether a call's flag was taken down. */
  readonly isGone: (flag: string) => boolean;
  /** A stretch takes long: what waits to be sent should not wait for its end. */
  readonly onLong?: () => void;
  /** What the guest's platform is made of. */
  readonly platform: Omit<GuestPlatformOptions, 'enter'>;
  /** The memory image to start from; without one the guest evaluates its source. */
  readonly image?: Image | undefined;
}

/** Limits that a guest checks itself. */
export const guestLimits = ({ limits, namesTaken }: GuestOptions): GuestLimits => ({
  resultChars: limits.resultBytes,
  requestChars: limits.requestBytes,
  requestsInFlight: limits.requestsInFlight,
  tools: limits.toolsPerPlugin,
  schemaChars: limits.schemaBytes,
  errorNameChars: PACE.errorNameChars,
  errorMessageChars: PACE.errorMessageChars,
  logLineChars: PACE.logLineChars,
  namesTaken,
});
