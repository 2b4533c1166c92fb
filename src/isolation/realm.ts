import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { ToolWorkerInit } from '../../worker/rpc/wire.js';

/** Where tool workers live: in the opaque frame (served, or as `srcdoc`), or in the page itself without wall 5. */
export type RealmKind = 'served' | 'srcdoc' | 'page';

/** Walls a worker in each place has: 1 QuickJS, 2 WebAssembly, 3 worker, 4 stripped realm, 5 opaque origin. */
export const WALLS_OF: { readonly [kind in RealmKind]: readonly number[] } = {
  served: [1, 2, 3, 4, 5],
  srcdoc: [1, 2, 3, 4, 5],
  page: [1, 2, 3, 4],
};

/** A worker that was asked for; nothing is known of it before it answers on its port. */
export interface Spawned {
  terminate(): void;
  /** Takes down a flag that a call was given: its guest stops while it computes. */
  interrupt(flag: string): void;
}

/** What a place tells of a worker that was asked for. */
export interface SpawnedEvents {
  readonly onFailed: (message: string) => void;
  /** Flags for calls to come; none where a page lets its workers read no blob. */
  readonly onFlags: (flags: readonly string[]) => void;
}

/** A place that stands. */
export interface Realm {
  readonly kind: RealmKind;
  /** False once it is lost: its workers are gone, and it never comes back. */
  readonly alive: boolean;
  spawn(init: ToolWorkerInit, events: SpawnedEvents): Spawned;
  close(): void;
}

export interface RealmEvents {
  readonly onLost: (error: BulkheadError) => void;
}
