export type { AskImport, ImportReview, ReviewParts } from './card-review.js';
export { type CompiledTools, compileTools, type GuestMaker } from './custom-run.js';
export type { CustomTool } from './custom-tools.js';
export type { DispatchOptions, DispatchResult, ToolCall, ToolMessage } from './dispatch.js';
export type { DryRunOptions, DryRunReply } from './dry-run.js';
export { successContent } from './envelope.js';
export type { ToolFlags, ToolSchema } from './offered.js';
export type { Run, RunOptions, TraceEvent } from './run-types.js';
export type { Runs, RunsParts } from './runs.js';
