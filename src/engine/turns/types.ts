import type { Result, ToolExecutionContext } from '../base/types.js';

export interface ParsedCall {
  readonly id: string | null;
  readonly name: string;
  readonly args: Record<string, unknown>;
  /** What was written in place of arguments, where that was no JSON object. */
  readonly malformed?: string;
  readonly refused?: string;
}

export interface ParsedReply {
  readonly content: string | null;
  readonly toolCalls: readonly ParsedCall[];
}

/** Reads what a session sends back. */
export interface ReplyParser {
  /** @throws where it cannot be read; the turn rejects. */
  parse(raw: string): ParsedReply;
}

/** What a call came to, as it goes back to the model. */
export interface ToolOutcome {
  readonly toolCallId: string | null;
  readonly toolName: string;
  readonly args: Record<string, unknown>;
  readonly success: boolean;
  readonly data: unknown;
  readonly error: string | null;
}

/** What a session is given beside the text. */
export interface TurnSendOptions {
  readonly signal?: AbortSignal | undefined;
  /** The text is the envelope of these. A session believes this and never the text, which a user may have written. */
  readonly toolResults?: readonly ToolOutcome[];
  /** As `at` of the turn. */
  readonly at?: number | undefined;
}

/** A session as the turn loop drives it: each send makes one call of a model. */
export interface EngineRuntimeSession {
  readonly id?: string;
  send(input: string, options?: TurnSendOptions): Promise<string>;
  stream?(input: string, options?: TurnSendOptions): AsyncIterable<string> & { readonly result: Promise<string> };
}

export interface TurnTools {
  executeTool(name: string, args: Record<string, unknown>, ctx?: ToolExecutionContext): Promise<Result>;
  /** Why the arguments of a call do not fit the tool's schema; nothing where they do. */
  checkArguments?(name: string, args: Record<string, unknown>): Promise<string | undefined>;
  /** Milliseconds that a tool may take, where that is another time than the turn's. */
  timeoutOf?(name: string): number | undefined;
  /** True for what changes the tree: it runs alone. */
  runsAlone?(name: string): boolean;
}

export interface TurnOptions {
  /** Rounds of calls, each with as many calls as the model asks for. Default: 5. None for 0 and less. */
  readonly maxToolRounds?: number | undefined;
  /** Calls of one round that run at the same time. Default: 4. */
  readonly concurrency?: number | undefined;
  /** A tool is cut off after so many milliseconds. Default: 60,000. */
  readonly toolTimeoutMs?: number | undefined;
  /** A tool that is to stop has so many milliseconds for it. Default: 1,000. */
  readonly graceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Says it in the place of the session's records from here on, which go when the model has answered. Default: after all. */
  readonly at?: number | undefined;
  readonly onToolCall?: ((call: ParsedCall) => void) | undefined;
  readonly onToolResult?: ((outcome: ToolOutcome) => void) | undefined;
}

export interface TurnResult {
  /** The last answer's text; text beside calls is not part of it. */
  readonly finalContent: string | null;
  readonly toolRoundCount: number;
  readonly toolCallsExecuted: number;
  /** The last answer as the session gave it. */
  readonly rawResponse: string;
  /** Why it ended before the model had done; absent where the model had. */
  readonly stopReason?: 'max_tool_rounds';
}
