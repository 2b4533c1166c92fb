import type { Manifest } from '../protocol/manifest.js';
import type { ToolSpec } from '../protocol/spec.js';
import type { Progress } from '../protocol/tool.js';
import type { RunContext } from './compat.js';
import type { PluginMemory } from './memory.js';

/** What `export const manifest` of a plugin may hold. */
export type PluginManifest = Manifest;

/** What a call gives its tool. */
export interface PeerCall {
  /** Aborts when the caller stops the call. */
  readonly signal: AbortSignal;
  /** Adds a line to the call's log. */
  log(...values: unknown[]): void;
  /** Reports progress. Awaiting it lets an abort in. */
  progress(progress: Progress): Promise<void>;
}

/** What a plugin's tool gets beside its arguments: the call it is part of, over what the host tells of itself. */
export interface PluginContext extends PeerCall, RunContext {
  /** Asks the host for a capability, e.g. `storage.get`. Rejects with code `CAPABILITY_DENIED` where it is not granted. */
  request(capability: string, args?: unknown): Promise<unknown>;
  /** The open chat's memory, as far as `memory.read` and `memory.write` are granted; what is not rejects with `CAPABILITY_DENIED`. */
  readonly memory: PluginMemory;
  /** `orchestrator` answers the registration functions; anything else is `undefined`. */
  getExtensionApi(name: string): unknown;
}

/** A tool of an extension that runs in a worker, an iframe or another realm of its own. */
export type PeerToolSpec<Args = Record<string, unknown>> = ToolSpec<
  Args,
  RunContext & { readonly [field: string]: unknown },
  PeerCall
>;
