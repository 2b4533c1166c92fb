import type { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import type { FreshState } from '../../../worker/protocol/tool.js';
import type { Draining, Starts } from '../index.js';
import type { CallOptions, Phase } from './call.js';
import type { ImageStore } from './image-store.js';
import type { Pool } from './pool.js';
import type { CallControl, CallGrants } from './ports.js';

export interface PluginRunnerOptions {
  readonly pool: Pool;
  readonly draining: Draining;
  readonly limits: Limits;
  readonly freshState: FreshState;
  readonly starts: Starts;
  /** Where images of plugins are kept longer than the host lives. Default: nowhere. */
  readonly images?: ImageStore | undefined;
  /** The plugin's own limits, where they are lower. */
  readonly own?: () => Partial<Limits>;
  /** Opens the ports of one call. Default: none. */
  readonly grants?: (call: GrantedCall, control: CallControl) => CallGrants;
  /** Returns `true` if calls have no permissions now. Default: `false`. */
  readonly pure?: () => boolean;
  /** Loads the plugin's source. */
  readonly source: () => Promise<PluginCode>;
  /** Returns tool names of other owners, which the plugin may not declare. */
  readonly namesTaken: () => readonly string[];
  /** Handwritten tools of a profile: those that do not compile are skipped and named. */
  readonly handwritten?: boolean;
  readonly changed: () => void;
  /** Called before a worker is spawned: ends idle ones where there are too many. */
  readonly makeRoom: () => void;
  /** Called when a call has left its worker. */
  readonly rested: () => void;
  /** Called when the plugin has reached the failure threshold. */
  readonly onStruck: (error: BulkheadError) => void;
}

/** The code that a tool worker loads. */
export interface PluginCode {
  readonly source: string;
  /** JSON text of `bulkhead.json`; empty for a single file that declares its own; `null` where the manifest was read before. */
  readonly manifest: string;
}

/** A call that is about to reach its guest. */
export interface GrantedCall {
  readonly tool: string;
  readonly phase: Phase;
  readonly options: CallOptions;
}
