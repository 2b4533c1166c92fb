import type { PeerCall, RunContext } from '../peer/index.js';
import type { RowSource, ToolRow } from '../protocol/peer.js';
import type {
  PluginChat,
  PluginClipboard,
  PluginModel,
  PluginNet,
  PluginStorage,
  PluginTools,
} from './capabilities.js';
import type { PluginMemory } from './memory.js';
import type { RegisterTool } from './tool.js';

/** The functions of `getExtensionApi('orchestrator')`. A guest registers its own tools, and lists those only. */
export interface GuestOrchestratorApi {
  /** While the plugin loads; later it throws `SPEC_INVALID`. */
  readonly registerOrchestrationTool: RegisterTool;
  /** While the plugin loads; later it throws `SPEC_INVALID`. */
  unregisterOrchestrationTool(name: string): void;
  listExtensionTools(): ToolRow[];
  resolveToolSource(name: string): RowSource;
}

/** Finds the orchestrator's functions; any other name is `undefined`. */
export interface GetExtensionApi {
  (name: 'orchestrator'): GuestOrchestratorApi;
  (name: string): GuestOrchestratorApi | undefined;
}

/**
 * What a plugin's tool gets beside its arguments: the call that it is part of, what its user has granted, and the context of the
 * host's run. What was not granted rejects with `CAPABILITY_DENIED`, and says the line that the manifest lacks.
 */
export interface PluginContext extends PeerCall, RunContext, GuestOrchestratorApi {
  /** The plugin's own store. Needs `store`. */
  readonly storage: PluginStorage;
  /** Requests. Needs `net`. */
  readonly net: PluginNet;
  /** The open chat. Needs `chat.read`, `chat.write`. */
  readonly chat: PluginChat;
  /** The open chat's memory. Needs `memory.read`, `memory.write`. */
  readonly memory: PluginMemory;
  /** Tools of others. Needs `tool.call`. */
  readonly tools: PluginTools;
  /** The page's language model. Needs `llm`. */
  readonly llm: PluginModel;
  /** The clipboard. Needs `clipboard.write`. */
  readonly clipboard: PluginClipboard;
  /** Shows a notice, at most five in a call. Needs `notify`: `{ id: 'tell', cap: 'notify', reason: 'to tell when it is done' }`. */
  notify(text: string): Promise<void>;
  /**
   * Asks the host for a capability by its name, e.g. `storage.get`, or for one that only this page has. Rejects with code
   * `CAPABILITY_DENIED` where it is not granted.
   */
  request(capability: string, args?: unknown): Promise<unknown>;
  /** `orchestrator` answers the registration functions; anything else is `undefined`. */
  readonly getExtensionApi: GetExtensionApi;
}
