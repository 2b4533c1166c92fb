import type { BulkheadError } from '../worker/protocol/errors.js';
import type { ToolWorkerInit } from '../worker/rpc/wire.js';

/** Where tool workers live: in the opaque frame (served, or as `srcdoc`), or in the page itself without wall 5. */
export type PlaceKind = 'served' | 'srcdoc' | 'page';

/** A worker that was asked for; nothing is known of it before it answers on its port. */
export interface Spawned {
  terminate(): void;
}

/** A place that stands. */
export interface Place {
  readonly kind: PlaceKind;
  /** False once it is lost: its workers are gone, and it never comes back. */
  readonly alive: boolean;
  spawn(init: ToolWorkerInit, onFailed: (message: string) => void): Spawned;
  close(): void;
}

export interface PlaceEvents {
  readonly onLost: (error: BulkheadError) => void;
}
