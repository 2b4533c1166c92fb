import { BulkheadError } from '../../../worker/protocol/errors.js';
import { randomName } from '../../random-name.js';
import { toEntry } from '../tools/registry.js';
import { toLlmTool } from '../tools/tool-list.js';
import type { Completion, ForkContextFn, LLMAdapter, LLMCompleteOptions, LlmTool, Message } from '../types.js';
import { distinctCalls, withoutOpenRound, withoutOrphans } from './history.js';
import type { SessionRecord, StorageAdapter } from './storage.js';
import { type Streamed, streamed } from './streamed.js';

/** Thrown by whatever would go on with a session that has been archived. */
export class SessionArchivedError extends Error {
  override readonly name = 'SessionArchivedError';
  constructor(id: string) {
    super(`session ${id} is archived: nothing is said in it any more; a fork of it goes on`);
  }
}

/** What a session is made of. */
export interface SessionOptions {
  /** Default: a random one. */
  readonly id?: string;
  readonly label?: string;
  readonly systemPrompt?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly storage: StorageAdapter;
  /** Without one the session fails when a model is needed, and not before. */
  readonly llm?: LLMAdapter | undefined;
  readonly tools?: LLMCompleteOptions['tools'];
}

/** What a child is made of. */
export interface SessionForkOptions {
  readonly id?: string | undefined;
  readonly label: string;
  /** Not given: the parent's. Empty: none. */
  readonly systemPrompt?: string | undefined;
  /** Default: `none`. */
  readonly context?: 'none' | 'inherit' | ForkContextFn | undefined;
  /** The child's first words, after whatever it inherits. */
  readonly prompt?: string | undefined;
  /** Default: the parent's. */
  readonly llm?: LLMAdapter | undefined;
  /** Default: the parent's. */
  readonly tools?: LLMCompleteOptions['tools'];
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** What is said: a user's words, or the results of the calls that were asked for. */
type Said = string | readonly Message[];

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
}

/** One conversation with one model: its records are what was said. It makes one call of the model for each send, no more. */
export class Session {
  readonly id: string;
  readonly #storage: StorageAdapter;
  readonly #llm: LLMAdapter | undefined;
  #tools: LLMCompleteOptions['tools'];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(id: string, { storage, llm, tools }: Pick<SessionOptions, 'storage' | 'llm' | 'tools'>) {
    this.id = id;
    this.#storage = storage;
    this.#llm = llm;
    this.#tools = tools;
  }

  /** What is kept of it now. @throws `BAD_ARGS` when it has been removed. */
  async meta(): Promise<SessionRecord> {
    const kept = await this.#storage.get(this.id);
    if (!kept) throw new BulkheadError('BAD_ARGS', `there is no session ${this.id}`);
    return kept;
  }

  async systemPrompt(): Promise<string | null> {
    return (await this.meta()).systemPrompt || null;
  }

  /** All that was said in it, in order. */
  async messages(): Promise<Message[]> {
    return [...(await this.#storage.records(this.id))];
  }

  /** What it may call from the next send on. */
  setTools(tools: LLMCompleteOptions['tools']): void {
    this.#tools = tools;
  }

  get tools(): LLMCompleteOptions['tools'] {
    return this.#tools;
  }

  /** Says something to the model. @throws `SessionArchivedError`, the signal's reason, what the model throws: nothing is kept. */
  send(input: string, options: SendOptions = {}): Promise<Completion> {
    return this.#say(input, options);
  }

  /** Gives the model what its calls came to: a message for each. */
  sendResults(results: readonly Message[], options: SendOptions = {}): Promise<Completion> {
    return this.#say(results, options);
  }

  /** As `send`, with the text while it is written. */
  stream(input: string, options: SendOptions = {}): Streamed<Completion> {
    return streamed((chunk) => this.#say(input, options, chunk));
  }

  /** Makes a child. @throws what a function of `context` throws, `TypeError` for a context that nobody knows: nothing is kept. */
  async fork(options: SessionForkOptions): Promise<Session> {
    const parent = await this.meta();
    const {
      id = randomName(),
      label,
      systemPrompt = parent.systemPrompt,
      context = 'none',
      prompt,
      metadata = {},
    } = options;
    const records = await this.#contextOf(context);
    if (prompt) records.push({ role: 'assistant', content: prompt });
    const status = 'active' as const;
    const kept = { id, label, parentId: this.id, systemPrompt, metadata, status, createdAt: Date.now() };
    await this.#storage.put(kept, records);
    return new Session(id, {
      storage: this.#storage,
      llm: options.llm ?? this.#llm,
      tools: options.tools ?? this.#tools,
    });
  }

  /** Nothing is said in it any more. */
  async archive(): Promise<void> {
    await this.#storage.put({ ...(await this.meta()), status: 'archived' });
  }

  /** Changes what is kept beside its records. */
  async update(change: Partial<Omit<SessionRecord, 'id'>>): Promise<void> {
    await this.#storage.append(this.id, [], change);
  }

  async #contextOf(context: SessionForkOptions['context']): Promise<Message[]> {
    if (context === 'none') return [];
    const records = await this.messages();
    if (context === 'inherit') return withoutOpenRound(records);
    if (typeof context !== 'function') throw new TypeError(`a session knows no context ${String(context)}`);
    return [...(await context(records))];
  }

  /** One thing after another: what is said is said after the answer to what was said before. */
  #say(said: Said, options: SendOptions, chunk?: (text: string) => void): Promise<Completion> {
    const answer = this.#turn.then(() => this.#ask(said, options, chunk));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #ask(said: Said, { signal }: SendOptions, chunk?: (text: string) => void): Promise<Completion> {
    signal?.throwIfAborted();
    const [meta, records] = await Promise.all([this.meta(), this.#storage.records(this.id)]);
    if (meta.status === 'archived') throw new SessionArchivedError(this.id);
    const llm = this.#llm;
    if (!llm) throw new BulkheadError('BAD_ARGS', `session ${this.id} has no model: give one as llm`);
    const fresh: readonly Message[] = typeof said === 'string' ? [{ role: 'user', content: said }] : said;
    const system = [meta.systemPrompt, meta.synthesis, meta.insight].filter(
      (text) => text !== undefined && text !== '',
    );
    const messages = [
      ...system.map((content): Message => ({ role: 'system', content: content as string })),
      ...withoutOrphans([...records, ...fresh]),
    ];
    const given: LLMCompleteOptions = {
      ...(this.#tools && { tools: this.#tools.map(asLlmTool) }),
      ...(signal && { signal }),
    };
    const answer =
      chunk && llm.stream ? await readStream(llm.stream(messages, given), chunk) : await llm.complete(messages, given);
    signal?.throwIfAborted();
    if (chunk && !llm.stream && answer.content) chunk(answer.content);
    const { content } = answer;
    const toolCalls = distinctCalls(answer.toolCalls ?? []);
    const kept: Message = { role: 'assistant', content: content ?? '', ...(toolCalls.length > 0 && { toolCalls }) };
    // What it was to be told once is told when it has answered, and not while it still waits for results.
    const isTold = toolCalls.length === 0 && meta.insight !== undefined;
    await this.#storage.append(this.id, [...fresh, kept], isTold ? { insight: undefined } : undefined);
    return { content, toolCalls };
  }
}

/** Puts the pieces of an answer together. */
async function readStream(pieces: AsyncIterable<unknown>, chunk: (text: string) => void): Promise<Completion> {
  let content = '';
  const toolCalls: Completion['toolCalls'] = [];
  for await (const piece of pieces) {
    const { delta = typeof piece === 'string' ? piece : '', toolCalls: calls = [] } = Object(piece) as {
      delta?: string;
      toolCalls?: typeof toolCalls;
    };
    toolCalls.push(...calls);
    content += delta;
    if (delta !== '') chunk(delta);
  }
  return { content, toolCalls };
}

const asLlmTool = (tool: NonNullable<LLMCompleteOptions['tools']>[number]): LlmTool =>
  'execute' in tool ? toLlmTool(toEntry(tool)) : tool;

/** Makes a session and keeps it. */
export async function createSession(options: SessionOptions): Promise<Session> {
  const { id = randomName(), label = id, systemPrompt, metadata = {}, storage } = options;
  await storage.put({ id, label, systemPrompt, metadata, status: 'active', createdAt: Date.now() });
  return new Session(id, options);
}

/** A session that was kept; `null` where there is none of this id. */
export async function loadSession(
  id: string,
  options: Pick<SessionOptions, 'storage' | 'llm' | 'tools'>,
): Promise<Session | null> {
  return (await options.storage.get(id)) ? new Session(id, options) : null;
}
