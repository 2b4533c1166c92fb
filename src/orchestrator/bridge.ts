import { BulkheadError } from '../../worker/protocol/errors.js';
import type { BridgeRow } from '../../worker/protocol/peer.js';
import type { ToolInfo } from '../contracts/index.js';
import type { Registration } from '../tools/page/index.js';

/** A bridged tool, in the form to store between page loads. */
export interface BridgedTool {
  readonly name: string;
  readonly mode: 'read' | 'write';
}

/** Registers another application's function tools as tools of this registry. */
export interface Bridge {
  /** Returns the tools that are not bridged yet. */
  available(): BridgeRow[];
  /** Bridges a tool. @throws `TOOL_NOT_FOUND` if there is no such tool, `NAME_INVALID` if its name with the prefix is no tool name. */
  add(name: string, options?: { readonly mode?: unknown }): void;
  remove(name: string): void;
  selection(): BridgedTool[];
  /** Bridges exactly the tools of a stored selection. @returns the names that cannot be bridged; each is logged. */
  apply(selection: unknown): string[];
}

/** The registry, as far as a bridge needs it. */
export interface BridgeRegistry {
  list(): readonly ToolInfo[];
  get(name: string): { readonly info: ToolInfo } | undefined;
  /** Removes a tool of an owner in the page; one that is not there is no error. */
  delete(name: string, owner: { readonly kind: 'page'; readonly owner: string }): void;
}

/** Registers the tools of a bridge, which may have reserved names. */
export interface BridgePages {
  register(spec: unknown, owner: string, source: 'st-bridge'): Registration;
}

/** Makes the bridge of one host, for `createHost({ bridge })`. */
export type MakeBridge = (registry: BridgeRegistry, pages: BridgePages) => Bridge;

/** The bridge of a host that has none. */
export const NO_BRIDGE: Bridge = {
  available: () => [],
  add(name) {
    throw new BulkheadError('TOOL_NOT_FOUND', `${name} is not in ToolManager: this host has no bridge`);
  },
  remove() {},
  selection: () => [],
  apply: () => [],
};
