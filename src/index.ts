export type { AuditEntry, AuditType } from '../worker/protocol/audit.js';
export type { OutboundRequest, PluginRecord } from '../worker/protocol/broker.js';
export type { Cap, Method } from '../worker/protocol/capabilities/index.js';
export type { FoundTool, ImportDecision, OrchestrationMode } from '../worker/protocol/card-lists.js';
export type { ChatOperation, Effect, Effects, MemoryChange, ReadMark } from '../worker/protocol/effects.js';
export {
  BulkheadError,
  ERROR_FAULTS,
  type ErrorCode,
  type ErrorData,
  type ErrorDetails,
  type Fault,
  type GuestFault,
  type GuestFrame,
  type StoppedBy,
} from '../worker/protocol/errors.js';
export type { PinnedTool, Scope, ScopeKind } from '../worker/protocol/grants.js';
export { LIMITS, type LimitName, type Limits } from '../worker/protocol/limits.js';
export type { Manifest, ManifestTool } from '../worker/protocol/manifest.js';
export type {
  ChatMessage as MemoryChatMessage,
  GraphInfo,
  HistoryEntry,
  QuarantinedMemory,
} from '../worker/protocol/memory.js';
export type { TableOptions, TablePage, TableRow } from '../worker/protocol/memory-table.js';
export type { BridgeRow, RowSource, ToolRow } from '../worker/protocol/peer.js';
export type { Permission } from '../worker/protocol/permissions.js';
export type { LocalText } from '../worker/protocol/texts.js';
export type { FreshState, LogLevel, LogLine, Progress, ToolDeclaration, Usage } from '../worker/protocol/tool.js';
export type {
  Backup,
  BackupCounts,
  BackupInfo,
  BackupProgress,
  EarlierGrant,
  LeftOut,
  PartName,
  RestoreOptions,
  RestoreReport,
  SaveOptions,
  StorageOptions,
  StorageState,
} from './backup/index.js';
export type {
  Allow,
  Ask,
  AskCaller,
  AskFirst,
  Asks,
  BreakerState,
  Change,
  ChatMessage,
  ChatMessages,
  ChatService,
  CompletionRequest,
  EnableOptions,
  FetchedResponse,
  MemoryChat,
  MemoryService,
  PermissionView,
  PluginInfo,
  PluginReview,
  PluginState,
  PluginUpdate,
  PluginUsage,
  RememberedMessage,
  RunOptions as SkillRunOptions,
  RunOutcome,
  Services,
  ShownPlugin,
  SkillAction,
  SkillCall,
  SkillConfig,
  SkillInfo,
  SkillLimits,
  SkillLogEntry,
  Skills,
  ToolInfo,
  ToolKind,
} from './contracts/index.js';
export type { Diagnosis, Finding, Host, HostOptions, HostStatus, Tools } from './host/index.js';
export { createHost } from './host/index.js';
export type { CapabilityGrant, CapabilityProvider, CapabilityProviders } from './isolation/guests/index.js';
export type { StartStatus, WallStatus } from './isolation/index.js';
export { type Assets, assetsAt } from './isolation/index.js';
export type {
  EmbeddingProfile,
  ExtractionOptions,
  ExtractionRequest,
  ExtractionState,
  FunctionProfile,
  IndexProgress,
  Memory,
  MemoryExtraction,
  MemoryGraph,
  MemorySession,
  OpenAiProfile,
  WordsProfile,
} from './memory/index.js';
export type {
  Bridge,
  BridgedTool,
  BridgePages,
  BridgeRegistry,
  MakeBridge,
  OrchestratorApi,
  Registrant,
  RegistrationApi,
  Review,
  ToolScope,
} from './orchestrator/index.js';
export type {
  CustomTool,
  DispatchOptions,
  DispatchResult,
  DryRunOptions,
  DryRunReply,
  ImportReview,
  Run,
  RunOptions,
  ToolCall,
  ToolFlags,
  ToolMessage,
  ToolSchema,
  TraceEvent,
} from './orchestrator/runs/index.js';
export type { Audit } from './permissions/index.js';
export type {
  InstallOptions,
  PluginSource,
  Plugins,
  Rehearsal,
  RehearsedCall,
  RehearsedCallOptions,
  RehearsedWorld,
  Secrets,
  UpdateResult,
} from './plugins/index.js';
export type { ConnectOptions, Peer } from './ports/index.js';
export type { GrantPolicy } from './questions/index.js';
export type {
  BatchCall,
  BatchResult,
  ContextProvider,
  ExecuteOptions,
  SimulatedResult,
  ToolResult,
} from './tools/calls/index.js';
export type { ToolsChange } from './tools/index.js';
export type { PageCall, PageToolSpec, Registration } from './tools/page/index.js';
