import type { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import type { CallEvent } from '../../../worker/protocol/tool.js';
import type { Realm } from '../index.js';

/** The owner of a worker that has no plugin yet. */
export interface WorkerHandleOptions {
  readonly realm: Realm;
  readonly limits: Limits;
  /** Returns `true` if no plugin waits for the worker. */
  readonly spare?: boolean;
  /** Resolves to how many times slower the machine runs now than at its best, from 1 to `GUEST_PACE.slowest`. */
  readonly slowness: () => Promise<number>;
  /** Called once when the handle ends, with the reason, and whether the worker may still compute. */
  readonly onEnd: (error: BulkheadError, busy: boolean) => void;
}

/** The plugin that a worker serves. */
export interface WorkerOwner {
  readonly limits: Limits;
  readonly onEvent: (event: CallEvent) => void;
  /** Called when no call is open in it, and none winds down. */
  readonly onRest: () => void;
  readonly onEnd: (error: BulkheadError, busy: boolean) => void;
}
