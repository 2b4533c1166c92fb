export { createAgent, type EngineAgent } from './agent/agent.js';
export type { SessionRow } from './agent/session-rows.js';
export { withoutThoughts } from './base/thoughts.js';
export type * from './base/types.js';
export { askText } from './models/ask-text.js';
export { openAiModel } from './models/openai.js';
export { CallPieces } from './models/openai-calls.js';
export { toWireMessages, toWireTools } from './models/openai-messages.js';
export { Pieces } from './models/pieces.js';
export { ModelError } from './models/retries.js';
export type { NoResult } from './modes/failures.js';
export { flagsWithout } from './modes/flags.js';
export { keptProfiles, type ProfileStore } from './modes/kept-profiles.js';
export {
  isProfileName,
  type ModeProfiles,
  OWN_AGENTS,
  PROFILE_LIMITS,
  PROFILE_MODES,
  type ProfileMode,
  type ProfileStage,
  problemsOf,
  readLimits,
  readProfile,
} from './modes/profiles.js';
export type { AgendaAgent } from './modes/run-agenda.js';
export { runProfile } from './modes/run-profile.js';
export {
  type RunMode,
  type RunRound,
  type RunSection,
  type RunStatus,
  RunStore,
  type RunUsage,
  type RunView,
} from './modes/run-store.js';
export type { OrchestratorRuns } from './modes/run-tools.js';
export type { ModeInput } from './modes/runs.js';
export { type RunControl, type RunOutcome, Runs } from './modes/runs.js';
export type { RunNode } from './modes/spec.js';
export type { ChatFloor } from './modes/tools/chat.js';
export { type LoopSources, loopTools } from './modes/tools/index.js';
export type { LoreBook, LorebookSource, LoreEntry } from './modes/tools/lorebook.js';
export { type Note, Notes } from './modes/tools/note-book.js';
export type { LoopContext } from './modes/tools/spec.js';
export { compareTraces, parseTrace, type TraceDifference, type TraceEvent, traceLines } from './modes/trace.js';
export type { RunInput } from './modes/types.js';
export type { Beginning, SessionEntry, SessionRecord, StorageAdapter, StoredSession } from './sessions/storage.js';
export { streamed } from './sessions/streamed.js';
export { mismatchOf } from './tools/arguments.js';
export { toMessages } from './turns/outcomes.js';
