/** One message of a session, as a model gets it. Content is text; a call's result is a message of its own. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  toolCalls?: ToolCall[];
  /** Only for a result: the call that it answers. */
  toolCallId?: string;
  /** Only for a message in the role of the user: a run has put it there, to report what its agents have said or done. */
  automatic?: boolean;
}

/** What a model asks for. */
export interface ToolCall {
  id: string;
  name: string;
  input: Record<string, unknown>;
  /** What the model wrote in place of arguments, where that was no JSON object. */
  malformed?: string;
  /** Why it must not be made, for the model to read: it was taken from something that the model was shown. */
  refused?: string;
  /** The call as it stood in the text of a model that calls by writing. */
  source?: string;
}

/** An object with a check and a JSON Schema of its own, such as a schema of any version of zod. It is recognised by its methods. */
export interface ZodType<Output = unknown> {
  readonly '~standard': {
    readonly version: number;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/** Hints for display and scheduling. They give no right and lift no limit. */
export interface ToolAnnotations {
  readOnlyHint?: boolean;
  /** A repeated call gives the same result. */
  idempotentHint?: boolean;
  title?: string;
}

/** What a `tool()` answers. The model sees the texts, joined by newlines. */
export interface CallToolResult {
  content: Array<{ type: 'text'; text: string }>;
  isError?: boolean;
}

/** A tool with a zod schema, as `tool()` makes it. Its arguments are checked before `execute` sees them. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: ZodType;
  execute: (input: unknown) => Promise<CallToolResult>;
  annotations?: ToolAnnotations | undefined;
}

/** What a call comes to. */
export interface Result {
  success: boolean;
  data?: unknown;
  error?: string;
}

/** The context of a call that a tool gets. It never contains the agent itself. */
export interface ToolExecutionContext {
  sessionId: string;
  toolCallId?: string | undefined;
  toolName: string;
  /** Aborted when the turn is, and when the tool's time is up. */
  signal: AbortSignal;
}

/** A tool with a JSON Schema. */
export interface Entry {
  name: string;
  description: string;
  /** A JSON Schema of an object. */
  parameters: Record<string, unknown>;
  execute: (args: Record<string, unknown>, ctx?: ToolExecutionContext) => Promise<Result>;
  /** Milliseconds that it may take. Default: the agent's. */
  timeoutMs?: number;
}

/** The description of a tool. */
export type Def = Pick<Entry, 'name' | 'description' | 'parameters'>;

/** A tool as a session and a model get it. */
export interface LlmTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** Where an agent's own tools are. */
export interface EngineToolRuntime {
  getToolDefinitions(): Def[];
  executeTool(name: string, args: Record<string, unknown>, ctx?: ToolExecutionContext): Promise<Result>;
  /** Milliseconds that a tool may take, where that is another time than the agent's. */
  timeoutOf?(name: string): number | undefined;
}

/** What goes to a model beside the messages. */
export interface LLMCompleteOptions {
  tools?: Array<LlmTool | Entry | Tool>;
  signal?: AbortSignal;
  [more: string]: unknown;
}

/** Tokens of one request, as the model's server counts them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A model's answer. */
export interface Completion {
  content: string | null;
  toolCalls?: ToolCall[];
  /** Present if the server sends it. */
  usage?: TokenUsage;
  /** What the model thought aloud beside its answer: shown to whoever wants it, never kept, never sent back. */
  reasoning?: string;
}

/** A piece of an answer that is still being written; the last ones may carry the calls and the usage. */
export type CompletionChunk =
  | string
  | {
      readonly delta?: string;
      readonly toolCalls?: ToolCall[];
      readonly usage?: TokenUsage;
      readonly reasoning?: string;
    };

/** A model, as the application reaches it. */
export interface LLMAdapter {
  complete(messages: Message[], options?: LLMCompleteOptions): Promise<Completion>;
  /** The answer while it is written: strings, or `CompletionChunk`s. */
  stream?(messages: Message[], options?: LLMCompleteOptions): AsyncIterable<unknown>;
}

/** Makes a child's first records of all of its parent's. */
export type ForkContextFn = (parentRecords: Message[]) => Message[] | Promise<Message[]>;

/** The technical side of a fork: which model, tools, context and skills the child has. Written by the developer. */
export interface ForkProfile {
  systemPrompt?: string | ((vars: Record<string, string>) => string);
  /** How it meets the model's own text. Default: `prepend`. */
  systemPromptMode?: 'preset' | 'prepend' | 'append';
  /** The child's model instead of its parent's. */
  llm?: LLMAdapter;
  /** The child's tools instead of the registry's. */
  tools?: LLMCompleteOptions['tools'];
  context?: 'none' | 'inherit';
  /** Beats `context`. */
  contextFn?: ForkContextFn;
  /** Absent: all that the parent has. Empty: none, and no `activate_skill`. */
  skills?: string[];
  /** The child's opening message, ours. */
  prompt?: string;
}

/** Where profiles are. */
export interface ForkProfileRegistry {
  get(name: string): ForkProfile | undefined;
  has(name: string): boolean;
  /** In the order of registration. */
  listNames(): string[];
}

/** A way to behave, which a model reads when it asks for it. */
export interface Skill {
  name: string;
  description: string;
  content: string;
}

/** Where skills are. */
export interface SkillRouter {
  register(skill: Skill): void;
  get(name: string): Skill | undefined;
  getAll(): Skill[];
}
