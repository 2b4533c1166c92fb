import type { Manifest } from '../protocol/manifest.js';
import type { MemoryReads, MemoryWrites } from '../protocol/memory-methods.js';
import type { ToolSpec } from '../protocol/spec.js';
import type { Progress } from '../protocol/tool.js';
import type { RunContext } from './compat.js';

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

/**
 * A chat's memory as a plugin's tool has it, on `ctx.memory`. Lists are arrays. Reads need `memory.read`, writes
 * `memory.write` and a tool of mode `write`; what is written may wait until the user has seen it, and is there for later
 * reads of the same call. All of them reject with `CAPABILITY_DENIED`, `CAPABILITY_LIMIT` and `BAD_ARGS`. One list has
 * 1,000 candidates at the most, one search 200 hits, one batch 500 ops and links.
 */
export interface PluginMemory extends MemoryReads<unknown, readonly string[]>, MemoryWrites {
  /**
   * Rejects with `NO_EMBEDDING_PROFILE` where the host has none. What this call has written is found as it is now where the
   * host's profile is the local one; where a server makes the vectors, as it was before.
   */
  vectorSearch: MemoryReads['vectorSearch'];
}

/** What a plugin's tool gets beside its arguments: the call it is part of, and the context of the host's run. */
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
