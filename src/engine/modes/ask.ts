import { distinctCalls } from '../sessions/history.js';
import { mismatchOf } from '../tools/arguments.js';
import type { LLMAdapter, LlmTool, Message, ToolCall } from '../types.js';
import type { Trace } from './trace.js';
import type { ModeTools } from './types.js';

/** An agent within a run: its own messages, over the run's model and tools. */
export interface Agent {
  readonly llm: LLMAdapter;
  readonly tools: ModeTools;
  readonly trace: Trace;
  readonly signal: AbortSignal | undefined;
  /** Whose events these are, in the trace. */
  readonly name: string;
}

/** Further attempts after an answer that does not fit. */
const RETRIES = 2;

/**
 * Asks an agent's model, and looks at what it calls before anything of it is run: an answer that does not fit is the model's to
 * give again. What it said is added to `messages`, which stay whole: each call has its result.
 * @throws after as many answers that do not fit as are allowed; the signal's reason.
 */
export async function ask<T>(
  { llm, trace, signal, name }: Agent,
  messages: Message[],
  tools: readonly LlmTool[],
  read: (calls: readonly ToolCall[], text: string) => T,
): Promise<{ readonly said: T; readonly calls: readonly ToolCall[] }> {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    trace.add('llm_request', { agent: name, message_count: messages.length });
    const answer = await llm.complete(messages, { tools: [...tools], ...(signal && { signal }) });
    signal?.throwIfAborted();
    const calls = distinctCalls(answer.toolCalls ?? []);
    const text = answer.content ?? '';
    const has_assistant_text = text.trim() !== '';
    trace.add('llm_response', { agent: name, tool_call_count: calls.length, has_assistant_text });
    messages.push({ role: 'assistant', content: text, ...(calls.length > 0 && { toolCalls: calls }) });
    try {
      await checkArguments(calls, tools);
      return { said: read(calls, text), calls };
    } catch (error) {
      const { message } = error as Error;
      trace.add('answer_refused', { agent: name, error: message });
      if (attempt >= RETRIES) throw error;
      answerAll(messages, calls, message);
      if (calls.length === 0) messages.push({ role: 'user', content: message });
    }
  }
}

async function checkArguments(calls: readonly ToolCall[], tools: readonly LlmTool[]): Promise<void> {
  for (const { name, input, malformed } of calls) {
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
    trace.add('tool_call', { agent, name: call.name, arguments: call.input });
    const { content, error } = await tools.call(call, signal);
    signal?.throwIfAborted();
    if (error) trace.add('tool_error', { agent, name: call.name, code: error.code, error: error.message });
    else trace.add('tool_result', { agent, name: call.name, content });
    messages.push({ role: 'tool', toolCallId: call.id, content });
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
export async function work(agent: Agent, given: readonly Message[], output: LlmTool, rounds: number): Promise<string> {
  const messages = [...given];
  const list = [...agent.tools.list.filter(({ name }) => name !== output.name), output];
  for (let round = 0; round < rounds; round++) {
    const { said, calls } = await ask(agent, messages, list, (made) => {
      if (made.length === 0) throw new Error(`${agent.name}: call a tool, or hand over the result by ${output.name}`);
      const text = made.find(({ name }) => name === output.name)?.input.text;
      if (text === undefined) return undefined;
      if (String(text).trim() === '') throw new Error(`${agent.name}: the result is blank`);
      return String(text);
    });
    if (said !== undefined) return said;
    await runCalls(agent, messages, calls);
  }
  throw new Error(`${agent.name}: no result within ${rounds} rounds`);
}
