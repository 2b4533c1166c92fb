import { BulkheadError } from '../../../worker/protocol/errors.js';
import { type Completion, type LLMAdapter, type Message, Pieces } from '../../engine/internal.js';
import { type HostModels, type ModelHost, type ModelProfile, openModel } from '../../models/index.js';
import type { StudioContext, TaskAnswer, TaskMessage, TaskRequest } from './types.js';

/** What a studio asks of a host: its model. */
export interface TaskHost extends ModelHost {
  readonly models: Pick<HostModels, 'get' | 'fetch'>;
}

/** What a context is made with. */
export interface ContextOptions {
  /** The model that answers. Default: the model of the host’s profile at the time of the request. */
  readonly model?: () => LLMAdapter | Promise<LLMAdapter>;
  /** What adapters find on it beside. */
  readonly more?: { readonly [name: string]: unknown };
}

/**
 * The context of a studio on a page of our own: requests go to the host’s model, and names of presets are not read.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openAiModel } from 'bulkhead/engine';
 * import { studioContext } from 'bulkhead/studio';
 * const model = openAiModel({ endpoint: 'https://models.example/v1', model: 'large' });
 * const context = studioContext(createHost(), { model: () => model });
 */
export function studioContext(host: TaskHost, options: ContextOptions = {}): StudioContext {
  const model = options.model ?? profileModel(host);
  return {
    ...options.more,
    async generateTask(request) {
      request.signal.throwIfAborted();
      return askModel(await model(), request);
    },
  };
}

/** The model that is kept now. It is opened once for each profile: its pace is that of all requests. */
function profileModel(host: TaskHost): () => Promise<LLMAdapter> {
  let open: { readonly of: string; readonly model: LLMAdapter } | undefined;
  return async () => {
    const profile: ModelProfile | null = await host.models.get();
    if (!profile) throw new BulkheadError('MODEL_FAILED', 'no model is connected');
    const of = JSON.stringify(profile);
    // The studio makes its attempts itself, as many as its settings say.
    if (open?.of !== of) open = { of, model: openModel(host, profile, { retries: 0 }) };
    return open.model;
  };
}

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

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

function withWorldInfo(messages: readonly Message[], info: unknown): Message[] {
  if (info === null || info === undefined || info === '') return [...messages];
  const added = typeof info === 'string' ? info : JSON.stringify(info);
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n\n${added}` }, ...rest]
    : [{ role: 'system', content: added }, ...messages];
}
