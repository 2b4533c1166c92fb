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
import { picked, whole } from '../keys.js';
import { type Setup, tracedEngine } from './forks.js';
import { type Case, given, outcome } from './values.js';

interface Reply {
  readonly raw?: string;
  readonly throws?: string;
  readonly throwsValue?: unknown;
  readonly content?: string | null;
  readonly toolCalls?: readonly unknown[];
}

/** Throws what a case says: an error with a text, or any value. */
function thrown(one: { readonly throws?: string; readonly throwsValue?: unknown }): void {
  if ('throwsValue' in one) throw one.throwsValue;
  if (one.throws !== undefined) throw new Error(one.throws);
}

/** Answers one after another, as the session layer writes them. */
function answers(replies: readonly Reply[]): () => Promise<string> {
  const rest = replies.map((one) => picked(one, 'raw', 'throws', 'throwsValue', 'content', 'toolCalls'));
  return async () => {
    const { raw, content = null, toolCalls = [], ...fails } = rest.shift() ?? {};
    thrown(fails);
    return raw ?? JSON.stringify({ content, toolCalls });
  };
}

const asSent = (input: string): unknown => (input.startsWith('{') ? JSON.parse(input) : input);

/** What a scripted tool does: its result, a throw, a stop of the turn. */
interface Script {
  readonly result?: Result;
  readonly throws?: string;
  readonly throwsValue?: unknown;
  readonly abortTurn?: boolean;
}

type Scripts = Readonly<Record<string, Script>>;

/** Scripts with the keys that are known here, each read before anything runs. */
const read = (scripts: Scripts): Scripts =>
  Object.fromEntries(
    Object.entries(scripts).map(([name, one]) => [name, picked(one, 'result', 'throws', 'throwsValue', 'abortTurn')]),
  );

function scriptedTools(given: Scripts, note: (text: string) => void, abort: () => void) {
  const scripts = read(given);
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
      thrown(script);
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
  readonly tools?: Scripts;
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
  const throwing = inputs.onToolCallThrows === true;
  const session: EngineRuntimeSession = {
    send: async (input) => {
      sends.push(asSent(input));
      note(`send#${sends.length}`);
      return next();
    },
  };
  const result = await outcome(() =>
    new TurnRunner().run(session, 'hello', tools, {
      ...(inputs.options && picked(inputs.options, 'maxToolRounds', 'concurrency', 'toolTimeoutMs', 'graceMs')),
      ...(inputs.abortable && { signal: controller.signal }),
      onToolCall: ({ name }) => {
        note(`onToolCall:${name}`);
        if (throwing) throw new Error('observer');
      },
      onToolResult: ({ toolName, success }) => note(`onToolResult:${toolName}:${success}`),
    }),
  );
  return { outcome: result, sends, sequence, maxConcurrentTools: tools.seen.most };
}

async function streamed(one: Case): Promise<unknown> {
  const inputs = given<{
    sendResponses?: readonly Reply[];
    stream?: { readonly chunks: readonly string[]; readonly final: unknown };
    tools?: Scripts;
  }>(one);
  const followUpSends: unknown[] = [];
  const next = answers(inputs.sendResponses ?? []);
  const written = inputs.stream && picked(inputs.stream, 'chunks', 'final');
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
  const any = { executeTool: async () => ({ success: true, data: 1 }) };
  const tools = inputs.tools
    ? scriptedTools(
        inputs.tools,
        () => {},
        () => {},
      )
    : any;
  const stream = new TurnRunner().runStream(session, 'hello', tools);
  const iterator = await outcome(async () => {
    for await (const chunk of stream) chunks.push(chunk);
    return 'ended';
  });
  return { chunks, iterator, result: await outcome(() => stream.result), followUpSends };
}

async function engineTurn(one: Case): Promise<unknown> {
  const inputs = given<Setup & { userTools?: readonly string[]; responses: readonly Reply[]; tools?: Scripts }>(one);
  // Of a tool that throws only the case's name tells.
  const throws = one.id.includes('tool-throws');
  const script: Script = throws ? { throws: 'kaboom' } : { result: { success: true, data: 1 } };
  const scripts = read(inputs.tools ?? {});
  const names = [...new Set([...(inputs.userTools ?? []), ...Object.keys(scripts)])];
  const tools = new ToolRegistryImpl(
    names.map((name) => ({
      name,
      description: name,
      parameters: { type: 'object', properties: {} },
      execute: async () => {
        const does = scripts[name] ?? script;
        thrown(does);
        return does.result as Result;
      },
    })),
  );
  const parts = { tools, send: answers(inputs.responses), tellsTools: true };
  const { engine, trace } = tracedEngine(inputs, parts);
  const atConstruction = trace.splice(0);
  const result = await outcome(() => engine.turn('hello'));
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
    systemPrompt?: string;
    tools?: LLMCompleteOptions['tools'];
  }>(one);
  const llmCalls: { messages: Message[]; tools: unknown }[] = [];
  const rest: Completion[] = inputs.replies.map((reply) => picked(reply, 'content', 'toolCalls'));
  const llm = {
    complete: async (messages: Message[], { tools }: LLMCompleteOptions = {}) => {
      llmCalls.push({ messages: structuredClone(messages), tools });
      return rest.shift() ?? { content: null };
    },
  };
  const { systemPrompt } = inputs;
  const tools = whole(inputs.tools);
  const session = await createSession({
    ...{ id: 's', storage: new InMemoryStorageAdapter(), llm, systemPrompt },
    ...(tools && { tools }),
  });
  const results: Record<string, Result> = whole(inputs.toolResults) ?? {};
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
