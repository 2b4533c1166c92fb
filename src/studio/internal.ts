export type { ChangeBody, ChangeHead, DiffLine, DiffRow, Hunk, Payload } from '../../worker/protocol/studio.js';
export type { Adapter, AdapterInput, DiffItem } from './base/adapter.js';
export { breathe } from './base/breathe.js';
export { askModel, studioContext } from './base/context.js';
export { buildProfileDelta } from './base/define-adapter.js';
export { type DeltaSides, type DiffHooks, renderProfileDeltaHtml } from './base/delta-html.js';
export { isLineItem } from './base/diff-items.js';
export type { Comparison, Diffs, SessionLine, Studio, StudioStatus, StudioView } from './base/facade.js';
export { makeI18nFormat } from './base/format.js';
export { type KeptLine, openHistory } from './base/history.js';
export { markOf } from './base/history-lines.js';
export { byAge, type HistoryPlace, type HistoryStorage, sessionsOf } from './base/history-storage.js';
export { createSettingsBackedHistoryStore, type HistoryStore, type HistoryStoreOptions } from './base/history-store.js';
export { lineDiffHtml } from './base/line-html.js';
export { brings, makeAdapter } from './base/make-adapter.js';
export type {
  Decision,
  HistoryState,
  RehearsalCheck,
  RehearsalReport,
  ReviewState,
  SessionMessage,
  StudioCall,
  StudioContext,
  StudioResult,
  StudioSession,
  TaskAnswer,
  TaskRequest,
} from './base/types.js';
export { installedPlugin, pluginStudioAdapter, profileStudioAdapter, schemaStudioAdapter } from './own-adapters.js';
export type { PluginActions } from './plugin/plugin-adapter.js';
export type { Rehearsal } from './profiles/index.js';
export type { TypesPlace } from './schema/index.js';
