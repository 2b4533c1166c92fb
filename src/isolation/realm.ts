import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { ToolWorkerInit } from '../../worker/rpc/wire.js';

/** The realm of tool workers: the opaque frame (served, or as `srcdoc`), or the page itself, without wall 5. */
export type RealmKind = 'served' | 'srcdoc' | 'page';

/** The walls of a worker in each realm: 1 QuickJS, 2 WebAssembly, 3 worker, 4 stripped realm, 5 opaque origin. */
export const WALLS_OF: { readonly [kind in RealmKind]: readonly number[] } = {
  served: [1, 2, 3, 4, 5],
  srcdoc: [1, 2, 3, 4, 5],
  page: [1, 2, 3, 4],
};

/** A requested worker. Nothing is known of it before it answers on its port. */
export interface Spawned {
  terminate(): void;
  /** Revokes the flag of a call, so that its guest stops even while it computes. */
  interrupt(flag: string): void;
}

/** Events of a requested worker. */
export interface SpawnedEvents {
  readonly onFailed: (message: string) => void;
  /** Flags for later calls; none if the page does not let its workers read blobs. */
  readonly onFlags: (flags: readonly string[]) => void;
}

/** An open realm. */
export interface Realm {
  readonly kind: RealmKind;
  /** `false` once the realm is lost. Its workers are gone, and it is not used again. */
  readonly alive: boolean;
  spawn(init: ToolWorkerInit, events: SpawnedEvents): Spawned;
  close(): void;
}

export interface RealmEvents {
  readonly onLost: (error: BulkheadError) => void;
}
