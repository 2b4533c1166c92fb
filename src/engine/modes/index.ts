/**
 * The four ways in which an orchestration drives a model: one agent in a loop, stages with reviews, a planner with agents, and a
 * director that writes a message. Experimental: names and signatures may still change.
 */
export type { LLMAdapter, LlmTool, Message, ToolCall } from '../base/types.js';
export type { AgendaLimits, Dispatch, PlannerStep, Todo, TodoStatus } from './agenda.js';
export { planStep, TODO_STATUSES } from './agenda.js';
export { type DirectorInput, type DirectorLimits, type DirectorResult, runDirector } from './director.js';
export { applyMessagePatches, type MessagePatch } from './draft.js';
export { followRun } from './follow.js';
export { keptProfiles, type ProfileStore } from './kept-profiles.js';
export { type LoopInput, type LoopLimits, type LoopResult, runLoop } from './loop.js';
export {
  isProfileName,
  type LimitsOf,
  type ModeProfiles,
  OWN_AGENTS,
  PROFILE_LIMITS,
  PROFILE_MODES,
  type ProfileMode,
  type ProfileProblem,
  type ProfileStage,
  problemsOf,
  readLimits,
  readProfile,
} from './profiles.js';
export { type AgendaAgent, type AgendaInput, type AgendaResult, type AgendaRun, runAgenda } from './run-agenda.js';
export { type ProfileInput, runProfile } from './run-profile.js';
export {
  type NewSection,
  type RunEvent,
  type RunMeta,
  type RunMode,
  type RunRound,
  type RunSection,
  type RunStatus,
  RunStore,
  type RunUsage,
  type RunView,
} from './run-store.js';
export { type Dispatcher, type OpenedRun, type OpenRun, type OrchestratorRuns, runTools } from './run-tools.js';
export {
  anchorOf,
  createRuns,
  type ModeInput,
  type RunControl,
  type RunOutcome,
  type RunSnapshot,
  Runs,
  type RunsOptions,
  withCapsule,
} from './runs.js';
export { type RunNode, runSpec, type SpecInput, type SpecLimits, type SpecResult } from './spec.js';
export {
  checkStages,
  type ReviewCall,
  type ReviewDecision,
  reviewDecision,
  type SpecNode,
  type SpecStage,
} from './stages.js';
export type { ChatFloor, ChatSource } from './tools/chat.js';
export { type LoopSources, loopTools } from './tools/index.js';
export type { LoreBook, LorebookSource, LoreEntry } from './tools/lorebook.js';
export { type Note, Notes } from './tools/note-book.js';
export type { NoteSource } from './tools/notes.js';
export type { LoopContext, LoopTool } from './tools/spec.js';
export { compareTraces, parseTrace, type TraceDifference, type TraceEvent, traceLines } from './trace.js';
export type { CallAnswer, ModeTools, RunInput } from './types.js';
