/** For authors of plugins: the world of a guest, and the types of what a plugin says and gets. */
import './globals/index.js';
import { connectToHost as connect } from '../peer/index.js';
import type { GetExtensionApi } from './context.js';
import type { RegisterTool } from './tool.js';

export type { ExecuteOnHost, HostConnection, PeerCall, PeerToolSpec, RunContext } from '../peer/index.js';
export { BulkheadError, type ErrorCode } from '../protocol/errors.js';
export type {
  ExtractionOp,
  LinkSpec,
  NodeBriefView,
  NodeView,
  RankedView,
  Rejection,
  SchemaView,
} from '../protocol/memory-types.js';
export type { ToolSpec } from '../protocol/spec.js';
export type { Progress, Usage } from '../protocol/tool.js';
export type {
  NetAnswer,
  NetOptions,
  PluginChat,
  PluginChatMessage,
  PluginClipboard,
  PluginModel,
  PluginNet,
  PluginStorage,
  PluginTools,
} from './capabilities.js';
export type { GetExtensionApi, GuestOrchestratorApi, PluginContext } from './context.js';
export type { PluginManifest, PluginPermission } from './manifest.js';
export type { PluginMemory } from './memory.js';
export type { JsonSchema, ParametersFor, ToolParameters, ValueOf } from './parameters.js';
export type { PluginTool, RegisterTool } from './tool.js';

/**
 * The way to a host for extensions in another realm.
 * @deprecated It is in `bulkhead/extension`.
 *
 * @example
 * import { connectToHost } from 'bulkhead/extension';
 * export const host = connectToHost(new MessageChannel().port1);
 */
export const connectToHost = connect;

declare global {
  var registerTool: RegisterTool;
  /** The same function, by the name that orchestrators know. */
  var registerOrchestrationTool: RegisterTool;
  var getExtensionApi: GetExtensionApi;
}
