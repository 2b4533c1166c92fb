import type { LlmTool, Message, ToolCall } from '../base/types.js';
import { mismatchOf } from '../tools/arguments.js';
import { type Asking, answer, unlessStopped } from './answer.js';
import { offering } from './offering.js';
import { addResult, type ModeTools, refusalOf, within } from './types.js';

/** An agent within a run: its own messages, over the run's model and tools. */
export interface Agent extends Asking {
  readonly tools: ModeTools;
  /** Further attempts after an answer that does not fit: 2, from 0 to 10. */
  readonly retries?: number | undefined;
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
      if (attempt >= retries) throw error;
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

/** The same answer to each of some calls. */
export function answerAll(messages: Message[], calls: readonly ToolCall[], content: string): void {
  for (const { id } of calls) messages.push({ role: 'tool', toolCallId: id, content });
}

/** Makes calls of the run's tools, one after another, and adds what they came to. */
export async function runCalls(
  { tools, trace, signal, name: agent }: Agent,
  messages: Message[],
  calls: readonly ToolCall[],
): Promise<void> {
  for (const call of calls) {
    signal?.throwIfAborted();
    const { name, id: call_id } = call;
    trace.add('tool_call', { agent, name, call_id, arguments: call.input });
    const result = refusalOf(call) ?? (await unlessStopped(tools.call(call, signal), signal));
    signal?.throwIfAborted();
    addResult(trace, { agent, name, call_id }, result);
    messages.push({ role: 'tool', toolCallId: call_id, content: result.content });
  }
}

/** A tool that takes one text. */
export const textTool = (name: string, description: string): LlmTool => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
});

/**
 * Has an agent work until it hands over a text by a tool of this name; beside it other calls of the same answer do not count.
 * @throws where it neither hands over nor calls, or takes more rounds than it may.
 */
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
    await runCalls(agent, messages, calls);
  }
  throw new Error(`${agent.name}: no result within ${rounds} rounds`);
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
