import type { StartStatus, WallStatus } from '../isolation/index.js';

/** How the host is, at this moment. */
export interface HostStatus {
  readonly walls: readonly WallStatus[];
  /** Of plugins; kept ready for the next; ended, and perhaps still burning. */
  readonly workers: { readonly live: number; readonly spare: number; readonly dying: number };
  /** Extensions connected by a port. */
  readonly peers: number;
  /** Calls that have not settled. */
  readonly calls: number;
  /** True while no plugin runs, whatever is switched on: after `kill`. Known once the plugins have been read. */
  readonly safeMode: boolean;
  /** How guests start. */
  readonly starts: StartStatus;
}
