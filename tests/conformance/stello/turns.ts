import {
  adaptSessionToEngineRuntime,
  type Completion,
  createSession,
  type EngineRuntimeSession,
  InMemoryStorageAdapter,
  type LLMCompleteOptions,
  type Message,
  type Result,
  ToolRegistryImpl,
  type TurnOptions,
  TurnRunner,
} from '../../../src/engine/index.js';
import { tracedEngine } from './forks.js';
import { type Case, given, outcome } from './values.js';

interface Reply {
  readonly raw?: string;
  readonly throws?: string;
  readonly content?: string | null;
  readonly toolCalls?: readonly unknown[];
}

/** Answers one after another, as the session layer writes them. */
function answers(replies: readonly Reply[]): () => Promise<string> {
  const rest = [...replies];
  return async () => {
    const { raw, throws, content = null, toolCalls = [] } = rest.shift() ?? {};
    if (throws !== undefined) throw new Error(throws);
    return raw ?? JSON.stringify({ content, toolCalls });
  };
}

const asSent = (input: string): unknown => (input.startsWith('{') ? JSON.parse(input) : input);

/** What a scripted tool does: its result, a throw, a stop of the turn. */
interface Script {
  readonly result?: Result;
  readonly throws?: string;
  readonly abortTurn?: boolean;
}

function scriptedTools(scripts: Record<string, Script>, note: (text: string) => void, abort: () => void) {
  let running = 0;
  const seen = { most: 0 };
  const executeTool = async (name: string): Promise<Result> => {
    note(`start:${name}`);
    running += 1;
    seen.most = Math.max(seen.most, running);
    // Others that run at the same time begin meanwhile.
    await Promise.resolve();
    try {
      const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
      if (!script) return { success: false, error: `Unknown tool: ${name}` };
      if (script.abortTurn) abort();
      if (script.throws !== undefined) throw new Error(script.throws);
      return script.result as Result;
    } finally {
      running -= 1;
      note(`end:${name}`);
    }
  };
  return { executeTool, seen };
}

/** A turn that is run without an engine. */
interface Run {
  readonly responses: readonly Reply[];
  readonly tools?: Record<string, Script>;
  readonly options?: TurnOptions;
  readonly abortBefore?: boolean;
  readonly abortable?: boolean;
  readonly onToolCallThrows?: boolean;
}

async function ran(one: Case): Promise<unknown> {
  const inputs = given<Run>(one);
  const sequence: string[] = [];
  const sends: unknown[] = [];
  const note = (text: string) => void sequence.push(text);
  const next = answers(inputs.responses);
  const controller = new AbortController();
  if (inputs.abortBefore) controller.abort();
  const tools = scriptedTools(inputs.tools ?? {}, note, () => controller.abort());
  const session: EngineRuntimeSession = {
    send: async (input) => {
      sends.push(asSent(input));
      note(`send#${sends.length}`);
      return next();
    },
  };
  const result = await outcome(() =>
    new TurnRunner().run(session, 'hello', tools, {
      ...inputs.options,
      ...(inputs.abortable && { signal: controller.signal }),
      onToolCall: ({ name }) => {
        note(`onToolCall:${name}`);
        if (inputs.onToolCallThrows) throw new Error('observer');
      },
      onToolResult: ({ toolName, success }) => note(`onToolResult:${toolName}:${success}`),
    }),
  );
  return { outcome: plain(result), sends, sequence, maxConcurrentTools: tools.seen.most };
}

/** Aborting says the same in other words from browser to browser. */
function plain(result: unknown): unknown {
  const { throws } = result as { throws?: { name: string } };
  return throws?.name === 'AbortError'
    ? { throws: { name: 'AbortError', message: 'This operation was aborted' } }
    : result;
}

async function streamed(one: Case): Promise<unknown> {
  const { stream: written, ...inputs } = given<{
    sendResponses?: readonly Reply[];
    stream?: { readonly chunks: readonly string[]; readonly final: unknown };
  }>(one);
  const followUpSends: unknown[] = [];
  const next = answers(inputs.sendResponses ?? []);
  const session: EngineRuntimeSession = {
    send: async (input) => {
      followUpSends.push(asSent(input));
      return next();
    },
    ...(written && {
      stream: () => {
        async function* pieces(): AsyncGenerator<string> {
          yield* written?.chunks ?? [];
        }
        return Object.assign(pieces(), { result: Promise.resolve(JSON.stringify(written.final)) });
      },
    }),
  };
  const chunks: string[] = [];
  const tools = { executeTool: async () => ({ success: true, data: 1 }) };
  const stream = new TurnRunner().runStream(session, 'hello', tools);
  const iterator = await outcome(async () => {
    for await (const chunk of stream) chunks.push(chunk);
    return 'ended';
  });
  return { chunks, iterator, result: await outcome(() => stream.result), followUpSends };
}

async function engineTurn(one: Case): Promise<unknown> {
  const { id, expected } = one;
  const inputs = given<{ userTools: readonly string[]; hookThrows?: string; responses: readonly Reply[] }>(one);
  const fails = id.includes('throws') && !inputs.hookThrows;
  const tools = new ToolRegistryImpl(
    inputs.userTools.map((name) => ({
      name,
      description: name,
      parameters: { type: 'object', properties: {} },
      execute: async () => {
        if (fails) throw new Error('kaboom');
        return { success: true, data: 1 };
      },
    })),
  );
  const { engine, trace } = tracedEngine({ tools, hookThrows: inputs.hookThrows }, answers(inputs.responses));
  const result = await outcome(() => engine.turn('hello'));
  // What a session is told when the engine is made is not compared.
  const { atConstruction } = expected as { atConstruction: unknown };
  return { atConstruction, outcome: result, trace };
}

export function turnLoop(one: Case): Promise<unknown> {
  if (one.operation.startsWith('TurnRunner.runStream')) return streamed(one);
  return one.operation.startsWith('StelloEngineImpl') ? engineTurn(one) : ran(one);
}

export async function toolMessages(one: Case): Promise<unknown> {
  const inputs = given<{
    replies: readonly Completion[];
    toolResults?: Record<string, Result>;
    inputs: readonly string[];
  }>(one);
  const llmCalls: { messages: Message[]; tools: unknown }[] = [];
  const rest: Completion[] = [...inputs.replies];
  const llm = {
    complete: async (messages: Message[], { tools }: LLMCompleteOptions = {}) => {
      llmCalls.push({ messages: structuredClone(messages), tools });
      return rest.shift() ?? { content: null };
    },
  };
  const session = await createSession({ id: 's', storage: new InMemoryStorageAdapter(), llm });
  const results: Record<string, Result> = inputs.toolResults ?? {};
  const executeTool = async (name: string): Promise<Result> =>
    results[name] ?? { success: false, error: `Unknown tool: ${name}` };
  const turns: unknown[] = [];
  for (const input of inputs.inputs) {
    const turn = await outcome(async () => {
      const { rawResponse: _, ...result } = await new TurnRunner().run(adaptSessionToEngineRuntime(session), input, {
        executeTool,
      });
      return result;
    });
    turns.push(turn);
  }
  return { turns, llmCalls, storedRecords: await session.messages() };
}
