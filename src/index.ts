export type { AuditEntry, AuditType } from '../worker/protocol/audit.js';
export type { Cap, Method } from '../worker/protocol/capability-names.js';
export type { FoundTool, ImportDecision, OrchestrationMode } from '../worker/protocol/card-lists.js';
export type { DialectChoice, DialectId } from '../worker/protocol/dialects.js';
export type { ChatOperation, Effect, Effects, MemoryChange } from '../worker/protocol/effects.js';
export {
  BulkheadError,
  ERROR_FAULTS,
  type ErrorCode,
  type ErrorDetails,
  type Fault,
  type StoppedBy,
} from '../worker/protocol/errors.js';
export type { Grant, PinnedTool, Scope, ScopeKind } from '../worker/protocol/grants.js';
export type { OutboundRequest } from '../worker/protocol/keeper.js';
export { LIMITS, type LimitName, type Limits } from '../worker/protocol/limits.js';
export type { Manifest } from '../worker/protocol/manifest.js';
export type { Durability, GraphInfo, HistoryEntry, SetAside } from '../worker/protocol/memory.js';
export type { SampleOptions, TableOptions, TablePage, TableRow } from '../worker/protocol/memory-table.js';
export type {
  CompactionGroup,
  EdgeSummaryView,
  EdgeView,
  ExtractionOp,
  Fields,
  InjectionState,
  LinkDirection,
  LinkSpec,
  NeighborView,
  NodeBriefView,
  NodeView,
  RankedView,
  Rejection,
  SchemaSpecView,
  SchemaView,
} from '../worker/protocol/memory-types.js';
export type { BridgeRow, RowSource, ToolRow } from '../worker/protocol/peer.js';
export type { Permission } from '../worker/protocol/permissions.js';
export type {
  ArgumentIssue,
  CallPrompt,
  MalformedReason,
  ParsedMessage,
  PromptLanguage,
  ScanOptions,
  TextCall,
  TextCallEvent,
  TextTool,
} from '../worker/protocol/text-calls.js';
export type { FreshState, LogLevel, LogLine, Progress, ToolDeclaration, Usage } from '../worker/protocol/tool.js';
export type { ChatMessages, MemoryChat } from './contracts/memory-chat.js';
export type { PluginInfo, PluginState } from './contracts/plugin-info.js';
export type {
  Allow,
  Ask,
  AskCaller,
  Asks,
  Change,
  EnableOptions,
  PermissionView,
  PluginReview,
  PluginUsage,
  ShownPlugin,
} from './contracts/questions.js';
export type {
  ChatMessage,
  ChatService,
  CompletionRequest,
  FetchedResponse,
  MemoryService,
  Services,
} from './contracts/services.js';
export type {
  BreakerState,
  RunOptions as SkillRunOptions,
  RunOutcome,
  SkillAction,
  SkillCall,
  SkillConfig,
  SkillInfo,
  SkillLimits,
  SkillLogEntry,
  Skills,
} from './contracts/skill-types.js';
export type { ToolInfo, ToolKind } from './contracts/tool-info.js';
export type { RunMode, RunRound, RunSection, RunStatus, RunUsage, RunView } from './engine/modes/run-store.js';
export { createHost } from './host/create-host.js';
export type { Diagnosis, Finding } from './host/doctor.js';
export type { HostOptions } from './host/options.js';
export type { HostStatus } from './host/status.js';
export type { Tools } from './host/tools.js';
export type { Host } from './host/types.js';
export { type Assets, assetsAt } from './isolation/assets.js';
export type { CapabilityGrant, CapabilityProvider, CapabilityProviders } from './isolation/guests/ports.js';
export type { StartStatus } from './isolation/starts.js';
export type { WallStatus } from './isolation/walls.js';
export type { EmbeddingProfile, FunctionProfile, OpenAiProfile } from './memory/embedding-profile.js';
export type { MemorySession } from './memory/session-types.js';
export type { IndexProgress, Memory, MemoryGraph } from './memory/types.js';
export type { HostModels, ModelProfile } from './models/types.js';
export type { RegistrationApi, ToolScope } from './orchestrator/api.js';
export type { BridgedTool, MakeBridge } from './orchestrator/bridge.js';
export type { OrchestratorApi } from './orchestrator/index.js';
export type { Review } from './orchestrator/review.js';
export type { ImportReview } from './orchestrator/runs/card-review.js';
export type { CustomTool } from './orchestrator/runs/custom-tools.js';
export type { DispatchOptions, DispatchResult, ToolCall, ToolMessage } from './orchestrator/runs/dispatch.js';
export type { DryRunOptions, DryRunReply } from './orchestrator/runs/dry-run.js';
export type { ToolFlags } from './orchestrator/runs/flags.js';
export type { Run, RunOptions, TraceEvent } from './orchestrator/runs/run.js';
export type { ToolSchema } from './orchestrator/runs/schemas.js';
export type { Audit } from './permissions/audit.js';
export type { Rehearsal, RehearsedCall, RehearsedCallOptions, RehearsedWorld } from './plugins/rehearsal-types.js';
export type { PluginSource } from './plugins/source.js';
export type { InstallOptions, Plugins, Secrets } from './plugins/types.js';
export type { Peer } from './ports/peer.js';
export type { ConnectOptions } from './ports/peer-methods.js';
export type { GrantPolicy } from './questions/policy.js';
export type { TextCalls, TextScan } from './text-calls/reader.js';
export type { ContextProvider } from './tools/calls/context.js';
export type { BatchCall, BatchResult, ExecuteOptions, SimulatedResult, ToolResult } from './tools/calls/executions.js';
export type { AskFirst } from './tools/calls/page-consent.js';
export type { PageCall, PageToolSpec, Registration } from './tools/page-tools.js';
export type { ToolsChange } from './tools/registry.js';
