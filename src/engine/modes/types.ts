import type { LLMAdapter, LlmTool, Message, ToolCall } from '../types.js';
import type { TraceEvent } from './trace.js';

/** What a call came to, as the model reads it. */
export interface CallAnswer {
  readonly content: string;
  /** Why it failed. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** The tools of a run. */
export interface ModeTools {
  readonly list: readonly LlmTool[];
  /** Answers one call; what a tool does wrong is an answer as well. @throws the signal's reason. */
  call(call: ToolCall, signal: AbortSignal | undefined): Promise<CallAnswer>;
}

/** What every run is given. */
export interface RunInput {
  readonly llm: LLMAdapter;
  readonly tools: ModeTools;
  /** What the model is told before anything happens. */
  readonly messages: readonly Message[];
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: TraceEvent) => void) | undefined;
  /** Milliseconds, from any moment on. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** A number within its bounds; the default where it is none. */
export function within(value: unknown, initial: number, least: number, most: number): number {
  const given = typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : initial;
  return Math.min(most, Math.max(least, given));
}
