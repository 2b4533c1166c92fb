import type { Manifest } from '../worker/protocol/manifest.js';

/**
 * Types for plugin authors: `/// <reference types="bulkhead/plugin" />` makes `registerTool` known to an editor. There
 * is nothing to import at run time: a plugin is one file, and everything it may use is on its global object.
 */
export type PluginManifest = Manifest;

/** What a tool gets beside its arguments: the call it is part of. */
export interface PluginContext {
  /** Aborts when the caller stops the call. */
  readonly signal: AbortSignal;
  /** Adds a line to the call's log. */
  log(...values: unknown[]): void;
  /** Reports progress. Awaiting it lets an abort in. */
  progress(progress: { readonly done: number; readonly total?: number; readonly label?: string }): Promise<void>;
  /** Asks the host for a capability, e.g. `storage.get`. Rejects with code `CAPABILITY_DENIED` where it is not granted. */
  request(capability: string, args?: unknown): Promise<unknown>;
}

export interface ToolSpec<Args = Record<string, unknown>> {
  /** 1 to 64 ASCII letters, digits and underscores, a letter first. */
  readonly name: string;
  readonly displayName?: string;
  /** For the model. */
  readonly description?: string;
  /** JSON Schema of the arguments; checked before `exec` runs. */
  readonly parameters?: object;
  /** A `read` tool changes nothing anywhere. */
  readonly mode: 'read' | 'write';
  /** The result must be JSON. */
  exec(args: Args, ctx: PluginContext): unknown;
  simulate?: ((args: Args, ctx: PluginContext) => unknown) | null;
}

declare global {
  /** Registers a tool while the plugin loads. Throws a coded error when the tool breaks a rule. */
  function registerTool<Args = Record<string, unknown>>(spec: ToolSpec<Args>): void;
}
