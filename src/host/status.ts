import { describeWalls, type StartStatus, type WallStatus } from '../isolation/index.js';
import type { Peers } from '../ports/index.js';
import type { HostBase } from './base.js';

/** How the host is, at this moment. */
export interface HostStatus {
  readonly walls: readonly WallStatus[];
  /** Number of workers: of plugins; kept ready for the next one; ended, but perhaps not freed yet. */
  readonly workers: { readonly live: number; readonly spare: number; readonly terminating: number };
  /** Extensions connected by a port. */
  readonly peers: number;
  /** Calls that have not settled. */
  readonly calls: number;
  /** True while no plugin runs, whatever is switched on: after `kill`. Known once the plugins have been read. */
  readonly safeMode: boolean;
  /** How guests start. */
  readonly starts: StartStatus;
}

/** How a host is now. */
export function statusOf({ plugins: { now }, realms, draining, pages, starts }: HostBase, peers: Peers): HostStatus {
  const runners = [...(now?.runners ?? [])];
  return {
    walls: describeWalls(realms),
    workers: {
      live: runners.reduce((sum, { workers }) => sum + workers, 0),
      spare: now?.runners.pool.spares ?? 0,
      terminating: draining.count,
    },
    peers: peers.size,
    calls: runners.reduce((sum, one) => sum + one.openCalls, pages.openCalls + peers.openCalls),
    safeMode: now?.pluginStore.safeMode ?? false,
    starts: starts.status,
  };
}
