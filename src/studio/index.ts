/** A model proposes edits, a person decides. Experimental: names and signatures may still change. */

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
} from './base/adapter.js';
export { decisionKey } from './base/approval.js';
export { type ContextOptions, studioContext, type TaskHost } from './base/context.js';
export { createStudio, type StudioOptions } from './base/create-studio.js';
export { buildProfileDelta, defineAdapter } from './base/define-adapter.js';
export { type DeltaSides, renderProfileDeltaHtml } from './base/delta-html.js';
export { diffItems } from './base/diff-items.js';
export { inlineDiffs, workerDiffs } from './base/diffs.js';
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
} from './base/facade.js';
export { formatText, makeI18nFormat } from './base/format.js';
export {
  createSettingsBackedHistoryStore,
  type HistoryPlace,
  type HistoryStorage,
  type HistoryStore,
  type HistoryStoreOptions,
} from './base/history.js';
export { brings } from './base/make-adapter.js';
export type {
  Decision,
  Executed,
  HistoryState,
  PendingApproval,
  RehearsalCheck,
  RehearsalReport,
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
} from './base/types.js';
export { installedPlugin, pluginStudioAdapter, profileStudioAdapter, schemaStudioAdapter } from './own-adapters.js';
export type { PluginActions, PluginArtifact, PluginStudioOptions, PluginTest, StudioLanguage } from './plugin/index.js';
export type { ProfileStudioOptions, ProfileStudioSettings, Rehearsal } from './profiles/index.js';
export type { Counts, MemorySchema, SchemaStudioOptions, TypesPlace } from './schema/index.js';
