import { piecesUntilAborted, untilAborted } from '../../../worker/primitives/until-aborted.js';
import type { Completion, LLMAdapter, LlmTool, Message, ToolCall } from '../base/types.js';
import { distinctCalls } from '../sessions/history.js';
import { mismatchOf } from '../tools/arguments.js';
import { agentFailed } from './failures.js';
import { offering } from './offering.js';
import type { Trace } from './trace.js';
import { type CallAnswer, type ModeTools, refusalOf, within } from './types.js';

/** An agent within a run: its own messages, over the run's model and tools. */
export interface Agent {
  readonly llm: LLMAdapter;
  readonly tools: ModeTools;
  readonly trace: Trace;
  readonly signal: AbortSignal | undefined;
  readonly name: string;
  /** What ids of calls begin with, where a model gives none. Default: `call`. */
  readonly idPrefix?: string | undefined;
  /** Further attempts after an answer that does not fit: 2, from 0 to 10. */
  readonly retries?: number | undefined;
}

export interface Answer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

type Piece = Partial<Completion> & { readonly delta?: string };

/** Asks a model once. Each piece of a stream is an event. @throws what the model throws; the signal's reason. */
export async function answer(
  { llm, trace, signal, name, idPrefix = 'call' }: Agent,
  messages: Message[],
  tools: readonly LlmTool[],
  fields: object = {},
): Promise<Answer> {
  signal?.throwIfAborted();
  trace.add('llm_request', { agent: name, ...fields, message_count: messages.length });
  const options = { tools: [...tools], ...(signal && { signal }) };
  const whole = { text: '', reasoning: '', calls: [] as ToolCall[], usage: undefined as object | undefined };
  const add = (piece: Piece, live: boolean) => {
    const { delta = piece.content ?? '', reasoning = '', toolCalls = [], usage } = piece;
    whole.text += delta;
    whole.reasoning += reasoning;
    whole.calls.push(...toolCalls);
    whole.usage = usage ?? whole.usage;
    if (live && reasoning !== '') trace.live('llm_reasoning', { agent: name, delta: reasoning });
    if (live && delta !== '') trace.live('llm_text', { agent: name, delta });
  };
  if (llm.stream) {
    for await (const piece of piecesUntilAborted(llm.stream(messages, options), signal)) {
      add(typeof piece === 'string' ? { delta: piece } : (Object(piece) as Piece), true);
    }
  } else add(await untilAborted(llm.complete(messages, options), signal), false);
  signal?.throwIfAborted();
  const calls = distinctCalls(whole.calls.map((call) => (call.id ? call : { ...call, id: trace.mint(idPrefix) })));
  const { text, reasoning, usage } = whole;
  trace.add('llm_response', {
    ...{ agent: name, ...fields, tool_call_count: calls.length, has_assistant_text: text.trim() !== '' },
    ...(text !== '' && { text }),
    ...(reasoning !== '' && { reasoning }),
    ...(usage && { usage }),
  });
  return { text, calls };
}

/**
 * Asks an agent's model, and looks at what it calls before anything of it is run: an answer that does not fit is the model's to
 * give again. What it said is added to `messages`, which stay whole: each call has its result. `counting` leaves out the calls
 * that do not count, whatever their arguments.
 * @throws after as many answers that do not fit as are allowed; the signal's reason.
 */
export async function ask<T>(
  agent: Agent,
  messages: Message[],
  tools: readonly LlmTool[],
  read: (calls: readonly ToolCall[], text: string) => T,
  counting: (calls: readonly ToolCall[]) => readonly ToolCall[] = (calls) => calls,
): Promise<{ readonly said: T; readonly calls: readonly ToolCall[] }> {
  const retries = within(agent.retries, 2, 0, 10);
  for (let attempt = 0; ; attempt++) {
    const { text, calls } = await answer(agent, messages, tools, attempt > 0 ? { attempt: attempt + 1 } : {});
    messages.push({ role: 'assistant', content: text, ...(calls.length > 0 && { toolCalls: [...calls] }) });
    try {
      await checkArguments(counting(calls), tools);
      return { said: read(calls, text), calls };
    } catch (error) {
      const refused = calls.find((call) => call.refused !== undefined);
      const message = refused ? `${refused.name}: ${refused.refused}` : (error as Error).message;
      agent.trace.add('answer_refused', { agent: agent.name, error: message });
      if (attempt >= retries) throw agentFailed('unfit_answers', agent.name, (error as Error).message);
      answerAll(messages, calls, message);
      if (calls.length === 0) messages.push({ role: 'user', content: message, automatic: true });
    }
  }
}

async function checkArguments(calls: readonly ToolCall[], tools: readonly LlmTool[]): Promise<void> {
  for (const { name, input, malformed, refused } of calls) {
    // It is answered so when its turn comes.
    if (refused !== undefined) continue;
    if (malformed !== undefined) throw new Error(`${name}: the arguments are no JSON object`);
    const tool = tools.find((one) => one.name === name);
    const wrong = tool && (await mismatchOf(name, tool.inputSchema, input));
    if (wrong !== undefined) throw new Error(wrong);
  }
}

export function answerAll(messages: Message[], calls: readonly ToolCall[], content: string): void {
  for (const { id } of calls) messages.push({ role: 'tool', toolCallId: id, content });
}

/** Makes a call, by the run's tools unless `make` is given, and adds what it came to. @throws the signal's reason. */
export async function runCall(
  { tools, trace, signal, name: agent }: Pick<Agent, 'tools' | 'trace' | 'signal' | 'name'>,
  messages: Message[],
  call: ToolCall,
  make = async (): Promise<CallAnswer> => refusalOf(call) ?? untilAborted(tools.call(call, signal), signal),
): Promise<CallAnswer> {
  signal?.throwIfAborted();
  const { name, id: call_id } = call;
  trace.add('tool_call', { agent, name, call_id, arguments: call.input });
  const result = await make();
  signal?.throwIfAborted();
  const { content, error, simulated } = result;
  if (error) trace.add('tool_error', { agent, name, call_id, code: error.code, error: error.message });
  else trace.add('tool_result', { agent, name, call_id, content, ...(simulated && { simulated }) });
  messages.push({ role: 'tool', toolCallId: call_id, content });
  return result;
}

export const tool = (
  name: string,
  description: string,
  properties: object = {},
  required: readonly string[] = [],
): LlmTool => ({ name, description, inputSchema: { type: 'object', properties, required } });

export const textTool = (name: string, description: string): LlmTool =>
  tool(name, description, { text: { type: 'string', minLength: 1 } }, ['text']);

/** Has an agent work until it hands over a text by this tool. @throws where it does neither, or after too many rounds. */
export async function work(whose: Agent, given: readonly Message[], output: LlmTool, rounds: number): Promise<string> {
  const messages = [...given];
  const tools = offering(whose.tools, [output]);
  const agent = { ...whose, tools };
  const outputs = (made: readonly ToolCall[]) => made.filter(({ name }) => name === output.name);
  for (let round = 0; round < rounds; round++) {
    const read = (made: readonly ToolCall[]) => {
      if (made.length === 0) throw new Error(`${agent.name}: call a tool, or hand over the result by ${output.name}`);
      const [handed] = outputs(made);
      if (!handed) return undefined;
      const text = String(handed.input.text);
      if (text.trim() === '') throw new Error(`${agent.name}: the result is blank`);
      return text;
    };
    const { said, calls } = await ask(agent, messages, tools.list, read, (made) =>
      outputs(made).length > 0 ? outputs(made) : made,
    );
    if (said !== undefined) {
      agent.trace.add('agent_result', { agent: agent.name, name: output.name, text: said });
      return said;
    }
    for (const call of calls) await runCall(agent, messages, call);
  }
  throw agentFailed('no_rounds', agent.name, `${agent.name}: no result within ${rounds} rounds`);
}

/** Does works at the same time. The first that fails stops the others: nobody pays for what is thrown away. */
export async function together<T>(
  works: readonly ((signal: AbortSignal) => Promise<T>)[],
  signal: AbortSignal | undefined,
): Promise<T[]> {
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  try {
    return await Promise.all(works.map((work) => work(both)));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}
