import type { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import type { CallEvent } from '../../../worker/protocol/tool.js';
import type { Realm } from '../index.js';

/** The owner of a worker that has no plugin yet. */
export interface WorkerHandleOptions {
  readonly realm: Realm;
  readonly limits: Limits;
  /** True when no plugin waits for it. */
  readonly spare?: boolean;
  /** Once, when the handle ends: why, and whether the worker may still burn. */
  readonly onEnd: (error: BulkheadError, busy: boolean) => void;
}

/** The plugin that a worker serves. */
export interface WorkerOwner {
  readonly limits: Limits;
  readonly onEvent: (event: CallEvent) => void;
  /** No call is open in it any more, and none is being wound down. */
  readonly onRest: () => void;
  readonly onEnd: (error: BulkheadError, busy: boolean) => void;
}
