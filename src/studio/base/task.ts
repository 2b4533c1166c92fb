import type { Completion, LLMAdapter, Message } from '../../engine/internal.js';
import { Pieces } from '../../engine/internal.js';
import type { TaskAnswer, TaskMessage, TaskRequest } from './types.js';

/** One request of a studio, to a model of the engine. @throws the signal’s reason, what the model throws. */
export async function askModel(model: LLMAdapter, request: TaskRequest): Promise<TaskAnswer> {
  const { signal } = request;
  const messages = withWorldInfo(request.messages.map(toMessage), request.runtimeWorldInfo);
  const tools = request.tools.map(({ function: { name, description = '', parameters = {} } }) => ({
    ...{ name, description },
    inputSchema: { ...parameters },
  }));
  const given = { tools, signal };
  if (!model.stream) return toAnswer(await model.complete(messages, given));
  // A server says something all the time while it writes a whole program: only silence is too long.
  const pieces = new Pieces();
  for await (const piece of model.stream(messages, given)) pieces.add(piece);
  signal.throwIfAborted();
  return toAnswer(pieces.answer);
}

const toAnswer = ({ content, toolCalls = [] }: Completion): TaskAnswer => ({
  text: content ?? '',
  // What is no object of arguments stays what the model wrote: the studio sees that it is none, and asks again.
  toolCalls: toolCalls.map(({ id, name, input, malformed }) => ({ id, name, args: malformed ?? input })),
});

const toMessage = ({ role, content, tool_calls: calls = [], tool_call_id: answers }: TaskMessage): Message => ({
  ...{ role, content },
  ...(answers !== undefined && { toolCallId: answers }),
  ...(calls.length > 0 && {
    toolCalls: calls.map(({ id, function: { name, arguments: text } }) => ({ id, name, input: parsed(text) })),
  }),
});

/** Arguments that were sent before: an object, or nothing. */
function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** World info is part of the first message for the model. */
function withWorldInfo(messages: readonly Message[], info: unknown): Message[] {
  if (info === null || info === undefined || info === '') return [...messages];
  const told = typeof info === 'string' ? info : JSON.stringify(info);
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n\n${told}` }, ...rest]
    : [{ role: 'system', content: told }, ...messages];
}
