export type {
  ActionContext,
  Adapter,
  AdapterFields,
  AdapterInput,
  AdapterOptions,
  ControlToolNames,
  DiffItem,
  DiffPatcher,
  ExecutionResult,
  RenderOptions,
  UserPromptOptions,
} from './adapter.js';
export { decisionKey } from './approval.js';
export { type ContextOptions, studioContext, type TaskHost } from './context.js';
export { createStudio, type StudioOptions } from './create-studio.js';
export { defineAdapter } from './define-adapter.js';
export { type DeltaSides, renderProfileDeltaHtml } from './delta-html.js';
export { diffItems } from './diff-items.js';
export { inlineDiffs, workerDiffs } from './diffs.js';
export type {
  Comparison,
  Diffs,
  Phase,
  SessionLine,
  StatusKey,
  Studio,
  StudioStatus,
  StudioView,
  TurnOutcome,
  Undoable,
} from './face.js';
export { formatText, makeI18nFormat } from './format.js';
export {
  createSettingsBackedHistoryStore,
  type HistoryPlace,
  type HistoryStorage,
  type HistoryStore,
  type HistoryStoreOptions,
} from './history.js';
export { brings } from './make-adapter.js';
export { installedPlugin, pluginStudioAdapter, profileStudioAdapter, schemaStudioAdapter } from './own-adapters.js';
export type { PluginArtifact, PluginDesk, PluginStudioOptions, PluginTest, StudioLanguage } from './plugin/index.js';
export { buildProfileDelta } from './profile-delta.js';
export type { ProfileStudioOptions, ProfileStudioSettings, Rehearsal } from './profiles/index.js';
export type { Counts, MemorySchema, SchemaStudioOptions, TypesPlace } from './schema/index.js';
export type {
  Decision,
  Executed,
  HistoryState,
  PendingApproval,
  ReviewState,
  Scope,
  SessionMessage,
  StudioCall,
  StudioContext,
  StudioResult,
  StudioSession,
  TaskAnswer,
  TaskMessage,
  TaskRequest,
  ToolDefinition,
  Trial,
  TrialCheck,
} from './types.js';
