import type { Def, Result, ToolExecutionContext } from '../base/types.js';
import { toResult } from './result.js';

/** What is needed of an engine: `AgentEngine` has it. */
export interface ToolSource {
  readonly sessionId: string;
  getToolDefinitions(): Def[];
  executeTool(name: string, args: Record<string, unknown>, ctx?: ToolExecutionContext): Promise<Result>;
}

export interface OpenAiTool {
  readonly type: 'function';
  readonly function: Def;
}

export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: object;
  readonly execute: (
    input: Record<string, unknown>,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal },
  ) => Promise<unknown>;
}

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

interface Formats {
  readonly openai: OpenAiTool[];
  readonly 'ai-sdk': Record<string, AiSdkTool>;
  readonly mcp: McpTool[];
  /** For `host.textCalls.prompt`. */
  readonly text: Def[];
}

/** What the AI SDK knows a JSON Schema by. */
const SCHEMA = Symbol.for('vercel.ai.schema');

/**
 * All that a session may call, as somebody else's loop takes it. Those of `ai-sdk` answer their calls themselves.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { hostTools, toolsFor } from 'bulkhead/engine';
 * const source = { sessionId: 'main', ...hostTools(createHost()) };
 * const tools = toolsFor(source, 'openai');
 */
export function toolsFor<F extends keyof Formats>(session: ToolSource, format: F): Formats[F] {
  const defs = session.getToolDefinitions();
  const formats: { readonly [K in keyof Formats]: () => Formats[K] } = {
    openai: () => defs.map((def) => ({ type: 'function', function: def })),
    mcp: () => defs.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
    text: () => defs,
    'ai-sdk': () => Object.fromEntries(defs.map((def) => [def.name, aiSdkTool(session, def)])),
  };
  return formats[format]();
}

const aiSdkTool = (session: ToolSource, { name, description, parameters }: Def): AiSdkTool => ({
  description,
  inputSchema: { [SCHEMA]: true, jsonSchema: parameters, validate: undefined },
  async execute(input, { toolCallId, abortSignal }) {
    const signal = abortSignal ?? new AbortController().signal;
    const ctx = { sessionId: session.sessionId, toolCallId, toolName: name, signal };
    const { success, data, error } = toResult(await session.executeTool(name, input, ctx));
    // That loop returns errors to its model.
    if (!success) throw new Error(error ?? 'Unknown error');
    return data ?? null;
  },
});
