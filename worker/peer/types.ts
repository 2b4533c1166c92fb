import type { ToolSpec } from '../protocol/spec.js';
import type { Progress } from '../protocol/tool.js';
import type { RunContext } from './compat.js';

/** A port of the realm where the types are used; in a guest there are none. */
export type Port = typeof globalThis extends { MessagePort: { prototype: infer P } } ? P : never;

/** What a call gives its tool. */
export interface PeerCall {
  /** Aborts when the caller stops the call. */
  readonly signal: AbortSignal;
  /** Adds a line to the call's log. */
  log(...values: unknown[]): void;
  /** Reports progress. Awaiting it lets an abort in. */
  progress(progress: Progress): Promise<void>;
}

/** A tool of an extension that runs in a worker, an iframe or another realm of its own. */
export type PeerToolSpec<Args = Record<string, unknown>> = ToolSpec<
  Args,
  RunContext & { readonly [field: string]: unknown },
  PeerCall
>;
