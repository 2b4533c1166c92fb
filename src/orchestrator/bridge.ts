import { BulkheadError } from '../../worker/protocol/errors.js';
import type { BridgeRow } from '../../worker/protocol/peer.js';
import type { ToolRegistry } from '../tools/index.js';
import type { PageTools } from '../tools/page/index.js';

/** A bridged tool, as it is worth keeping between page loads. */
export interface BridgedTool {
  readonly name: string;
  readonly mode: 'read' | 'write';
}

/** Makes tools of this registry of another application's function tools. */
export interface Bridge {
  /** Tools that are not bridged yet. */
  available(): BridgeRow[];
  /** @throws `TOOL_NOT_FOUND` when there is no such tool, `NAME_INVALID` when its name with the prefix is no tool name. */
  add(name: string, options?: { readonly mode?: unknown }): void;
  /** Takes a bridged tool out; it is available again. */
  remove(name: string): void;
  selection(): BridgedTool[];
  /**
   * Makes the bridged tools those of a kept selection, touching only what differs.
   * @returns names that are there no more, or that cannot be bridged; each is logged.
   */
  apply(selection: unknown): string[];
}

/** Makes the bridge of one host, for `createHost({ bridge })`. */
export type MakeBridge = (registry: ToolRegistry, pages: PageTools) => Bridge;

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
