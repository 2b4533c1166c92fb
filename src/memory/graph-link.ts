import { randomId } from '../../worker/primitives/random-id.js';
import type { Input, Output } from '../../worker/protocol/contract.js';
import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { GraphInfo, InjectionLists, MEMORY_READS, MemoryContract } from '../../worker/protocol/memory.js';
import type { ChatMessages, MemoryChat } from '../contracts/index.js';
import type { Service } from '../workers/index.js';
import { freeze } from './freeze.js';

/** Opening a large graph, importing and exporting may take their time, and so may all that copies or deletes a chat's log. */
export const LONG_MS = 120_000;
/** Any single read or write; the worker is taken for lost after that. */
const CALL_MS = 30_000;

/** The name of a read. */
export type Read = (typeof MEMORY_READS)[number];

type Methods = keyof MemoryContract & string;
/** What a call takes beside the graph's number. */
type Rest<M extends Methods> = Omit<Input<MemoryContract, M>, 'graph'>;

/** Where the graphs of a page are. */
export interface GraphPlace {
  readonly service: Service<MemoryContract>;
  readonly store: string | null;
  /** How often all graphs have gone: their worker was lost, or everything was erased. */
  readonly generation: () => number;
  /** Resolves when a graph may be opened. */
  readonly ready: () => Promise<unknown>;
}

/** One chat's graph as the page reaches it: opened at the first call, and again when it has gone with all others. */
export class GraphLink {
  readonly #place: GraphPlace;
  #chat: MemoryChat;
  #opened: { readonly generation: number; readonly graph: Promise<number> } | undefined;
  /** The state that the worker was last sent. A new worker must be sent it again. */
  #messages: ChatMessages | undefined;
  /** What the last recall has shown the model. A new worker must be sent it again. */
  injection: InjectionLists | undefined;

  constructor(place: GraphPlace, chat: MemoryChat) {
    this.#place = place;
    this.#chat = chat;
    this.#messages = chat.messages?.map(outline);
  }

  get chat(): string {
    return this.#chat.id;
  }

  /** The chat has another name: from now on everything is asked of what is kept under that. */
  rename(id: string): void {
    this.#chat = { ...this.#chat, id };
    this.#opened = undefined;
    this.injection = undefined;
  }

  /** Opens it. @throws `STORE_NEWER`, `STORE_BROKEN`, `STORE_FAILED`, `STORE_UNAVAILABLE`. */
  async open(): Promise<void> {
    await this.#graph();
  }

  /** Opens the graph. Options that were not given before are taken from here; earlier ones stay. @throws like `open`. */
  async openAs({ types, ownTypes, messages }: MemoryChat): Promise<void> {
    await this.open();
    if (messages && !this.#messages) await this.follow(messages);
    const { types: before, ownTypes: ownBefore } = this.#chat;
    const isNew = before === undefined && ownBefore === undefined && (types !== undefined || ownTypes !== undefined);
    if (isNew) await this.setTypes(types, ownTypes);
  }

  async call<M extends Methods>(
    method: M,
    rest: Rest<M>,
    signal?: AbortSignal,
    transfer: readonly Transferable[] = [],
  ): Promise<Output<MemoryContract, M>> {
    signal?.throwIfAborted();
    let graph: number;
    let generation: number;
    do {
      // All graphs may have gone while this one was waited for.
      generation = this.#place.generation();
      graph = await this.#graph();
    } while (generation !== this.#place.generation());
    signal?.throwIfAborted();
    try {
      const given = { ...rest, graph } as unknown as Input<MemoryContract, M>;
      return freeze(await this.#place.service.call(method, given, signal, { ms: LONG[method] ?? CALL_MS, transfer }));
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }

  /** A read that is asked again, once, where the worker was lost before it could answer. */
  read(method: Read, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    return this.#callTwice('read', { method, args }, signal);
  }

  /** A write that is sent again, once, where the worker was lost before it could answer: it is done once. */
  write<M extends 'write' | 'undo' | 'truncate' | 'removeSwipe' | 'importChat'>(
    method: M,
    rest: Omit<Rest<M>, 'batch'>,
    signal?: AbortSignal,
  ): Promise<Output<MemoryContract, M>> {
    return this.#callTwice(method, { ...rest, batch: randomId() } as unknown as Rest<M>, signal);
  }

  async #callTwice<M extends Methods>(method: M, rest: Rest<M>, signal: AbortSignal | undefined) {
    try {
      return await this.call(method, rest, signal);
    } catch (error) {
      if ((error as BulkheadError).code !== 'WORKER_LOST' || signal?.aborted) throw error;
      return this.call(method, rest, signal);
    }
  }

  /** Tells the worker what the chat shows, from the first message that is another. */
  async follow(messages: ChatMessages): Promise<GraphInfo> {
    const before = this.#messages;
    const now = messages.map(outline);
    this.#messages = now;
    if (!before) {
      // They go with the opening, where that is still to come.
      const fresh = this.#opened?.generation !== this.#place.generation();
      await this.#graph();
      if (fresh) return this.call('info', {});
    }
    let from = 0;
    while (before && from < before.length && from < now.length && same(before[from], now[from])) from += 1;
    return this.call('chat', { from, messages: now.slice(from) });
  }

  async setTypes(types: unknown, ownTypes: unknown): Promise<GraphInfo> {
    this.#chat = { ...this.#chat, types, ownTypes };
    return this.call('types', { types, ownTypes });
  }

  /** The graph's number in the worker. */
  #graph(): Promise<number> {
    const generation = this.#place.generation();
    return this.#opened?.generation === generation ? this.#opened.graph : this.#begin(generation);
  }

  #begin(generation: number): Promise<number> {
    const graph = this.#open();
    this.#opened = { generation, graph };
    graph.catch(() => {
      if (this.#opened?.graph === graph) this.#opened = undefined;
    });
    return graph;
  }

  async #open(): Promise<number> {
    const { service, store, ready } = this.#place;
    await ready();
    const { id, types, ownTypes, durability = 'relaxed' } = this.#chat;
    const messages = this.#messages;
    const given = { store, chat: id, durability, types, ownTypes, ...(messages && { messages }) };
    const { graph } = await service.call('open', given, undefined, { ms: LONG_MS });
    if (this.injection) await service.call('inject', { graph, lists: this.injection });
    return graph;
  }
}

const LONG: { readonly [method: string]: number } = {
  ...{ chat: LONG_MS, export: LONG_MS, import: LONG_MS, merge: LONG_MS, importChat: LONG_MS },
  ...{ remember: LONG_MS, forgetSaid: LONG_MS, mirror: LONG_MS },
};

type Message = ChatMessages[number];

/** What a graph needs of a message: not its text, only whether there is one. */
const outline = (message: Message): Message =>
  message && {
    ...(message.is_user !== undefined && { is_user: message.is_user }),
    ...(message.is_system !== undefined && { is_system: message.is_system }),
    ...(typeof message.swipe_id === 'number' && { swipe_id: message.swipe_id }),
    mes: String(message.mes ?? '').trim() === '' ? '' : '…',
  };

const same = (a: Message | undefined, b: Message | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);
