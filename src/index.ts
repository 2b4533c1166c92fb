export {
  BulkheadError,
  ERROR_FAULTS,
  type ErrorCode,
  type ErrorDetails,
  type Fault,
  type StoppedBy,
} from '../worker/protocol/errors.js';
export { LIMITS, type LimitName, type Limits } from '../worker/protocol/limits.js';
export type { LogLevel, LogLine, Progress, ToolDeclaration, Usage } from '../worker/protocol/tool.js';
export { type Assets, assetsAt } from './assets.js';
export type { CapabilityGrant, CapabilityProvider, CapabilityProviders } from './capability.js';
export type { Diagnosis, Finding } from './doctor.js';
export { createHost, type Host, type HostOptions, type HostStatus } from './host.js';
export type { PluginInfo, PluginState } from './plugin-info.js';
export type { InstallOptions, Plugins } from './plugins.js';
export type { PluginSource } from './source.js';
export type { ExecuteOptions, ToolInfo, ToolResult, Tools } from './tools.js';
export type { WallStatus } from './walls.js';
