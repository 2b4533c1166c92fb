/** For authors: types of plugins, and the way to a host for extensions that run in a realm of their own. */
import type { ToolSpec } from '../protocol/spec.js';
import type { PluginContext } from './types.js';

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
export type { RunContext } from './compat.js';
export { connectToHost, type ExecuteOnHost, type HostConnection } from './connect-to-host.js';
export type { PeerCall, PeerToolSpec, PluginContext, PluginManifest, PluginMemory } from './types.js';

declare global {
  /** Registers a tool while the plugin loads. Throws a coded error when the tool breaks a rule. */
  function registerTool<Args = Record<string, unknown>>(spec: ToolSpec<Args, PluginContext, PluginContext>): void;
  /** The same function, by the name that orchestrators know. */
  function registerOrchestrationTool<Args = Record<string, unknown>>(
    spec: ToolSpec<Args, PluginContext, PluginContext>,
  ): void;
}
