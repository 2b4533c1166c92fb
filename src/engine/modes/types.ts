import type { LLMAdapter, LlmTool, Message, ToolCall } from '../base/types.js';
import type { TraceEvent } from './trace.js';

/** What a call came to, as the model reads it. */
export interface CallAnswer {
  readonly content: string;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  /** True where a simulated run has kept it from changing anything. */
  readonly simulated?: boolean | undefined;
}

export interface ModeTools {
  readonly list: readonly LlmTool[];
  /** Answers one call; what a tool does wrong is an answer as well. @throws the signal's reason. */
  call(call: ToolCall, signal: AbortSignal | undefined): Promise<CallAnswer>;
}

export interface RunInput {
  readonly llm: LLMAdapter;
  readonly tools: ModeTools;
  readonly messages: readonly Message[];
  readonly signal?: AbortSignal | undefined;
  /** Further attempts of a model whose answer does not fit: 2, from 0 to 10. A loop has none. */
  readonly retries?: number | undefined;
  readonly onEvent?: ((event: TraceEvent) => void) | undefined;
  /** Milliseconds, from any moment on. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** What answers a call that must not be made; nothing for any other. */
export function refusalOf({ name, refused }: ToolCall): CallAnswer | undefined {
  if (refused === undefined) return undefined;
  const error = { code: 'CONSENT_DENIED', message: `${name}: ${refused}` };
  return { content: JSON.stringify({ ok: false, code: error.code, error: error.message }), error };
}

/** A number within its bounds; the default where it is none. */
export function within(value: unknown, initial: number, least: number, most: number): number {
  const given = typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : initial;
  return Math.min(most, Math.max(least, given));
}
