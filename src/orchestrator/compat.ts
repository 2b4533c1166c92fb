import type { BridgeRow } from '../../worker/protocol/peer.js';
import type { Bridge, BridgedTool } from './bridge.js';

/** The bridge, by the names that the orchestrator's contract fixes. */
export interface BridgeApi {
  /** Function tools of SillyTavern that are not bridged yet. */
  listAvailableSillyTavernTools(): BridgeRow[];
  /** @throws `TOOL_NOT_FOUND`, `NAME_INVALID`. */
  bridgeSillyTavernTool(name: string, options?: { readonly mode?: 'read' | 'write' }): void;
  unbridgeSillyTavernTool(name: string): void;
  /** What is bridged, for the host to keep. */
  listBridgedSillyTavernTools(): BridgedTool[];
  /** Brings the bridged tools in step with a kept selection. @returns names that are skipped. */
  applySillyTavernBridges(selection: unknown): string[];
}

/** @param alive throws when the host is gone. */
export const bridgeApi = (bridge: Bridge, alive: () => void): BridgeApi => ({
  listAvailableSillyTavernTools: () => bridge.available(),
  bridgeSillyTavernTool(name, options) {
    alive();
    bridge.add(name, options);
  },
  unbridgeSillyTavernTool: (name) => bridge.remove(name),
  listBridgedSillyTavernTools: () => bridge.selection(),
  applySillyTavernBridges: (selection) => bridge.apply(selection),
});
