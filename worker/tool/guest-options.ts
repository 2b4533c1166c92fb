import type { Image } from '../../sandbox/image.js';
import type { GuestLimits } from '../../sandbox/isolate.js';
import { type Limits, PACE } from '../protocol/limits.js';

/** What a guest is made of. */
export interface GuestOptions {
  readonly module: WebAssembly.Module;
  readonly limits: Limits;
  /** Tool names of others. */
  readonly namesTaken: readonly string[];
  readonly now: () => number;
  readonly seed: () => Uint8Array;
  readonly nextTask: () => Promise<void>;
  /** Whether a call's flag was taken down. */
  readonly isGone: (flag: string) => boolean;
  /** A stretch takes long: what waits to be sent should not wait for its end. */
  readonly onLong?: () => void;
  /** What it begins as; without one it starts from nothing. */
  readonly image?: Image | undefined;
}

/** What a guest checks by itself. */
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
