import type { BridgeRow, HostContract } from '../protocol/peer.js';
import type { Connection } from '../rpc/connect.js';

/** Fields that `ctx` has only while an orchestration runs, and the reader has the grant. */
export interface RunContext {
  readonly __lukerRun?: {
    /** World-info entries (`world.uid`) in use in this turn; what a tool adds, later tools of the run see. */
    readonly activatedEntryKeys: Set<string>;
    /** Aborts with the call. */
    readonly abortSignal: AbortSignal;
  };
  readonly __customToolRegistry?: ReadonlyMap<string, { readonly name: string; readonly mode: string }>;
  readonly __visibleSkillsForAgent?: unknown;
  readonly __openNotes?: unknown;
  /** Calls another tool of the run; for handwritten tools, and others where the host grants it. */
  readonly __invokeLoopTool?: (name: string, args?: unknown) => Promise<unknown>;
}

/** The bridge to another application's function tools, by the names that the orchestrator's contract fixes. */
export interface BridgeApi {
  /** Rejects with `CAPABILITY_DENIED` where the host does not let this extension bridge. */
  listAvailableSillyTavernTools(): Promise<readonly BridgeRow[]>;
  bridgeSillyTavernTool(name: string, options?: { readonly mode?: 'read' | 'write' }): Promise<void>;
}

export const bridgeApi = (host: Pick<Connection<HostContract>, 'call'>): BridgeApi => ({
  listAvailableSillyTavernTools: () => host.call('bridgeable', {}),
  async bridgeSillyTavernTool(name, options = {}) {
    await host.call('bridge', { name: String(name), mode: options.mode === 'read' ? 'read' : 'write' });
  },
});
