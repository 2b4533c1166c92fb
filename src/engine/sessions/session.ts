import { Mutex } from '../../../worker/primitives/mutex.js';
import { randomId } from '../../../worker/primitives/random-id.js';
import { piecesUntilAborted, untilAborted } from '../../../worker/primitives/until-aborted.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Completion, ForkContextFn, LLMAdapter, LLMCompleteOptions, LlmTool, Message } from '../base/types.js';
import { Pieces } from '../models/pieces.js';
import { toEntry } from '../tools/registry.js';
import { toLlmTool } from '../tools/tool-list.js';
import { closingOf, distinctCalls, promptOf, withoutOpenRound } from './history.js';
import { recordsReader } from './records.js';
import type { SessionEntry, SessionRecord, StorageAdapter } from './storage.js';
import { type Streamed, streamed } from './streamed.js';

/** Thrown by whatever would go on with a session that has been archived. */
export class SessionArchivedError extends Error {
  override readonly name = 'SessionArchivedError';
  constructor(id: string) {
    super(`session ${id} is archived: nothing is said in it any more; a fork of it goes on`);
  }
}

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

export interface SessionForkOptions {
  readonly id?: string | undefined;
  readonly label: string;
  /** Not given: the parent's. Empty: none. */
  readonly systemPrompt?: string | undefined;
  /** Of how many of the parent's records, from the first on. Default: all; with it the context is `inherit` by default. */
  readonly upTo?: number | undefined;
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

/** What is said of a fork beside what the child is made of. */
export interface ForkMore {
  /** Aborted where nobody waits for the child any more: then it is not to be kept. */
  readonly signal?: AbortSignal | undefined;
  /** The profile that it is made by, whose functions cannot be kept: by its name they are found again. */
  readonly profile?: string;
}

/** What is said: a user's words, or the results of the calls that were asked for. */
type Said = string | readonly Message[];

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Says it in the place of the records from here on, which go when the model has answered. Default: after all. */
  readonly at?: number | undefined;
}

/**
 * One conversation with one model: its records are what was said. It makes one call of the model for each send, no more.
 *
 * @example
 * import { InMemoryStorageAdapter, Session } from 'bulkhead/engine';
 * const session = new Session('main', { storage: new InMemoryStorageAdapter() });
 */
export class Session {
  readonly id: string;
  readonly #storage: StorageAdapter;
  readonly #llm: LLMAdapter | undefined;
  #tools: LLMCompleteOptions['tools'];
  readonly #mutex = new Mutex();
  readonly #firstRecords: ReturnType<typeof recordsReader>;

  constructor(id: string, { storage, llm, tools }: Pick<SessionOptions, 'storage' | 'llm' | 'tools'>) {
    this.id = id;
    this.#storage = storage;
    this.#llm = llm;
    this.#tools = tools;
    this.#firstRecords = recordsReader(id, storage);
  }

  /** What is kept of it now. @throws `BAD_ARGS` when it has been removed. */
  async meta(): Promise<SessionEntry> {
    const kept = await this.#storage.get(this.id);
    if (!kept) throw new BulkheadError('BAD_ARGS', `there is no session ${this.id}`);
    return kept;
  }

  async systemPrompt(): Promise<string | null> {
    return (await this.meta()).systemPrompt || null;
  }

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
  async fork(options: SessionForkOptions, more: ForkMore = {}): Promise<Session> {
    const parent = await this.meta();
    const { id = randomId(), label, upTo, systemPrompt = parent.systemPrompt, prompt, metadata = {} } = options;
    const { context = upTo === undefined ? 'none' : 'inherit' } = options;
    const length = upTo === undefined ? parent.length : placeIn(parent, upTo);
    const kept: SessionRecord = {
      ...{ id, label, parentId: this.id, systemPrompt, metadata, status: 'active', createdAt: Date.now() },
      ...(options.tools && { tools: options.tools.map(asLlmTool) }),
      ...(more.profile !== undefined && { profile: more.profile }),
    };
    const inherited = context === 'inherit' ? await this.#closed(length) : 0;
    const made = typeof context === 'function' ? await context((await this.messages()).slice(0, length)) : [];
    if (typeof context !== 'function' && context !== 'inherit' && context !== 'none') {
      throw new TypeError(`a session knows no context ${String(context)}`);
    }
    more.signal?.throwIfAborted();
    const own: readonly Message[] = prompt ? [...made, { role: 'assistant', content: prompt }] : [...made];
    await this.#storage.put(kept, own, { of: this.id, length: inherited });
    return new Session(id, {
      storage: this.#storage,
      llm: options.llm ?? this.#llm,
      tools: options.tools ?? this.#tools,
    });
  }

  /** Keeps the first records and deletes the others, after the current turn. @throws `BAD_ARGS` if there is no such place. */
  truncate(length: number): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#storage.append(this.id, [], {}, placeIn(await this.meta(), length));
    });
  }

  /** Answers the calls at its end that nobody has answered, by what is `known` or else by `content`: their turn is over. */
  closeRound(content: string, known: readonly Message[] = []): Promise<void> {
    return this.#mutex.run(async () => {
      const { length } = await this.meta();
      const closing = closingOf(await this.#tail(length), content, known);
      if (closing.length > 0) await this.#storage.append(this.id, closing);
    });
  }

  /** Nothing is said in it any more. */
  async archive(): Promise<void> {
    await this.update({ status: 'archived' });
  }

  async update(change: Partial<Omit<SessionRecord, 'id'>>): Promise<void> {
    await this.#storage.append(this.id, [], change);
  }

  /** How many of the first so many records a child may have: a round that is under way has open calls. */
  async #closed(length: number): Promise<number> {
    const tail = await this.#tail(length);
    return length - tail.length + withoutOpenRound(tail).length;
  }

  /** The last of the first so many records, with a message that is no result among them. */
  async #tail(length: number): Promise<readonly Message[]> {
    let tail: readonly Message[] = [];
    for (let from = length; from > 0; ) {
      from = Math.max(0, from - TAIL);
      tail = [
        ...(await this.#storage.records(this.id, from, from + TAIL)).slice(0, length - from - tail.length),
        ...tail,
      ];
      if (tail.some(({ role }) => role !== 'tool')) break;
    }
    return tail;
  }

  /** One thing after another: what is said is said after the answer to what was said before. */
  #say(said: Said, options: SendOptions, chunk?: (text: string) => void): Promise<Completion> {
    return this.#mutex.run(() => this.#ask(said, options, chunk), options.signal);
  }

  async #ask(said: Said, { signal, at }: SendOptions, chunk?: (text: string) => void): Promise<Completion> {
    const meta = await this.meta();
    if (meta.status === 'archived') throw new SessionArchivedError(this.id);
    const llm = this.#llm;
    if (!llm) throw new BulkheadError('BAD_ARGS', `session ${this.id} has no model: give one as llm`);
    const before = await this.#firstRecords(at === undefined ? meta.length : placeIn(meta, at), meta);
    const fresh: readonly Message[] =
      typeof said === 'string' ? [...closingOf(before, CUT_OFF), { role: 'user', content: said }] : said;
    const system = [meta.systemPrompt, meta.synthesis, meta.insight].filter(
      (text) => text !== undefined && text !== '',
    );
    const messages = [
      ...system.map((content): Message => ({ role: 'system', content: content as string })),
      ...promptOf(before, fresh),
    ];
    const given: LLMCompleteOptions = {
      ...(this.#tools && { tools: this.#tools.map(asLlmTool) }),
      ...(signal && { signal }),
    };
    signal?.throwIfAborted();
    const answer =
      chunk && llm.stream
        ? await readStream(llm.stream(messages, given), chunk, signal)
        : await untilAborted(llm.complete(messages, given), signal);
    signal?.throwIfAborted();
    if (chunk && !llm.stream && answer.content) chunk(answer.content);
    const { content, toolCalls: asked = [], ...beside } = answer;
    const toolCalls = distinctCalls(asked);
    const kept: Message = { role: 'assistant', content: content ?? '', ...(toolCalls.length > 0 && { toolCalls }) };
    // A one-time note counts as sent when the model has answered, not while it still waits for results.
    const isDelivered =
      toolCalls.length === 0 && meta.insight !== undefined && (await this.meta()).insight === meta.insight;
    await this.#storage.append(this.id, [...fresh, kept], isDelivered ? { insight: undefined } : undefined, at);
    return { ...beside, content, toolCalls };
  }
}

/** What a call came to whose turn ended before it did. */
export const CUT_OFF = 'No result: the turn ended before this call did';

/** Records that are looked at together for the end of a round. */
const TAIL = 16;

function placeIn({ id, length }: SessionEntry, place: number): number {
  if (Number.isInteger(place) && place >= 0 && place <= length) return place;
  throw new BulkheadError('BAD_ARGS', `session ${id} has ${length} records, and no place ${place}`);
}

async function readStream(
  pieces: AsyncIterable<unknown>,
  chunk: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<Completion> {
  const said = new Pieces();
  for await (const piece of piecesUntilAborted(pieces, signal)) {
    const delta = said.add(piece);
    if (delta !== '') chunk(delta);
  }
  return { ...said.answer, content: said.answer.content ?? '' };
}

const asLlmTool = (tool: NonNullable<LLMCompleteOptions['tools']>[number]): LlmTool =>
  'execute' in tool ? toLlmTool(toEntry(tool)) : tool;

/**
 * Makes a session and keeps it.
 *
 * @example
 * import { createSession, InMemoryStorageAdapter, openAiModel } from 'bulkhead/engine';
 * const llm = openAiModel({ endpoint: 'https://models.example/v1', model: 'small' });
 * const session = await createSession({ storage: new InMemoryStorageAdapter(), llm, label: 'The inn' });
 * const { content } = await session.send('What does the attic cost?');
 */
export async function createSession(options: SessionOptions): Promise<Session> {
  const { id = randomId(), label = id, systemPrompt, metadata = {}, storage } = options;
  await storage.put({ id, label, systemPrompt, metadata, status: 'active', createdAt: Date.now() });
  return new Session(id, options);
}

/**
 * A session that was kept; `null` where there is none of this id.
 *
 * @example
 * import { IndexedDbStorageAdapter, loadSession } from 'bulkhead/engine';
 * const session = await loadSession('main', { storage: new IndexedDbStorageAdapter() });
 */
export async function loadSession(
  id: string,
  options: Pick<SessionOptions, 'storage' | 'llm' | 'tools'>,
): Promise<Session | null> {
  return (await options.storage.get(id)) ? new Session(id, options) : null;
}
