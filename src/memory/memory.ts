import type { Input } from '../../worker/protocol/contract.js';
import { LOCAL_MAKER } from '../../worker/protocol/embeddings.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { MemoryContract, MemoryEvent } from '../../worker/protocol/memory.js';
import { plainData } from '../../worker/protocol/plain-data.js';
import type { HostStorage } from '../../worker/protocol/storage.js';
import type { Asset } from '../assets/index.js';
import type { MemoryChat } from '../contracts/index.js';
import type { Broker } from '../workers/index.js';
import { openService, type Service } from '../workers/index.js';
import { deleteEmbeddingKey, setEmbeddingKey } from './broker-send.js';
import { createEmbedder, type EmbeddingSend } from './embedder.js';
import { checkProfile, type EmbeddingProfile } from './embedding-profile.js';
import { freeze } from './freeze.js';
import { GraphLink, type GraphPlace, LONG_MS } from './graph-link.js';
import { GuestAccess } from './guest-access.js';
import { type OpenGraph, openGraph } from './host-graph.js';
import type { Memory, MemoryGraph } from './types.js';
import type { Embedding } from './vector-search.js';
import { wordEmbedding } from './word-file.js';

export interface MemoryOptions {
  /** Of the memory worker. */
  readonly asset: Asset;
  /** Databases are named after it; `null` keeps nothing beyond the page. */
  readonly store: string | null;
  /** The page's own storage, in place of the databases. */
  readonly storage?: HostStorage | undefined;
  readonly broker: () => Promise<Broker>;
  /** Sends to a server of embeddings: by the broker, which has the key. */
  readonly send: EmbeddingSend;
  readonly profile: EmbeddingProfile | null;
  /** @returns a function that takes the tools back. */
  readonly registerTools: Memory['registerTools'];
}

/** UTF-16 units of the changes that a chat takes along which has had another name already. */
const MOST_CHARS = 2 * 1024 * 1024;

type StoreMethod =
  | 'keptTypes'
  | 'keepTypes'
  | 'chats'
  | 'remove'
  | 'branch'
  | 'quarantined'
  | 'exportQuarantined'
  | 'removeQuarantined';

/** The page's side of the memory worker, which starts with the first chat. */
export class HostMemory implements Memory {
  readonly #service: Service<MemoryContract>;
  readonly #options: MemoryOptions;
  readonly #graphs = new Map<string, OpenGraph>();
  /** For plugins. */
  readonly guests: GuestAccess;
  /** How often all graphs have gone. */
  #generation = 0;
  #erasing: Promise<void> | undefined;
  /** How often the worker was lost. */
  #lost = 0;
  #profile: EmbeddingProfile | null = null;
  #embedding: Embedding | undefined;

  constructor(options: MemoryOptions) {
    this.#options = options;
    this.#choose(options.profile);
    this.#service = openService({
      ...{ asset: options.asset, what: 'the memory', code: 'WORKER_LOST', start: {}, storage: options.storage },
      onEvent: (event) => this.#onEvent(event as MemoryEvent),
      onLost: (error) => {
        this.#generation += 1;
        this.#lost += 1;
        this.guests.lose(error);
      },
    });
    this.guests = new GuestAccess({
      service: this.#service,
      embedding: () => this.#embedding,
      link: async (chat) => (await this.#find(chat)).link,
    });
  }

  async openSession(chat: MemoryChat | string) {
    return (await this.open(chat)).session;
  }

  async open(given: MemoryChat | string): Promise<MemoryGraph> {
    return (await this.#find(given)).graph;
  }

  async #find(given: MemoryChat | string): Promise<OpenGraph> {
    const chat = typeof given === 'string' ? { id: given } : given;
    if (typeof chat?.id !== 'string' || chat.id === '' || chat.id.length > 1_024) {
      throw new BulkheadError('BAD_ARGS', 'a chat needs an id of 1 to 1,024 characters');
    }
    if (chat.messages !== undefined && !Array.isArray(chat.messages)) {
      throw new BulkheadError('BAD_ARGS', 'the messages of a chat are a list');
    }
    const known = this.#graphs.get(chat.id);
    const opened = known ?? openGraph(new GraphLink(this.#place, chat), () => this.#embedding);
    if (!known) this.#graphs.set(chat.id, opened);
    try {
      await opened.link.openAs(chat);
    } catch (error) {
      if (this.#graphs.get(chat.id) === opened) this.#graphs.delete(chat.id);
      throw error;
    }
    return opened;
  }

  chats() {
    return this.#ask('chats', {});
  }

  async remove(chat: string): Promise<void> {
    await this.#ask('remove', { chat });
    await this.#graphs.get(chat)?.graph.recordInjection({});
  }

  branch(from: string, to: string, length: number) {
    return this.#ask('branch', { from, to, length });
  }

  async rename(from: string, to: string): Promise<void> {
    if (from === to) return;
    const copied = await this.branch(from, to, Number.MAX_SAFE_INTEGER);
    this.#graphs.get(from)?.link.rename(to);
    this.#graphs.delete(from);
    // What was written meanwhile; and all of it where there was something under the new name.
    const [old, now] = await Promise.all([this.open(from), this.open(to)]);
    const { text, whole } = await old.mirror(MOST_CHARS);
    await now.merge(text);
    // What had no room to be taken along stays where it is.
    if (copied || whole) await this.remove(from);
    this.#graphs.delete(from);
  }

  types() {
    return this.#ask('keptTypes', {});
  }

  async setTypes(types: readonly object[] | null): Promise<void> {
    await this.#ask('keepTypes', { types: plainData(types) });
  }

  quarantined() {
    return this.#ask('quarantined', {});
  }

  exportQuarantined(id: string) {
    return this.#ask('exportQuarantined', { id });
  }

  async removeQuarantined(id: string): Promise<void> {
    await this.#ask('removeQuarantined', { id });
  }

  async setEmbeddings(profile: EmbeddingProfile | null): Promise<void> {
    this.#choose(profile);
  }

  async setEmbeddingKey(value: string | null): Promise<void> {
    const profile = this.#profile;
    if (profile?.kind !== 'openai' || profile.key === undefined) {
      throw new BulkheadError('BAD_ARGS', 'a key is for the profile of a server that names it: choose that one first');
    }
    const broker = await this.#options.broker();
    if (value === null) await deleteEmbeddingKey(broker, profile);
    else await setEmbeddingKey(broker, profile, value);
  }

  async embeddings(): Promise<EmbeddingProfile | null> {
    return this.#profile;
  }

  registerTools: Memory['registerTools'] = (openSession) => this.#options.registerTools(openSession);

  /** Deletes the memories of all chats. Open graphs and sessions are empty from then on. */
  erase(): Promise<void> {
    this.#erasing ??= this.#erase().finally(() => {
      this.#erasing = undefined;
    });
    return this.#erasing;
  }

  close(): void {
    this.#service.close();
  }

  async #erase(): Promise<void> {
    // Requests from now on wait for the database that is made after the old one is gone.
    this.#generation += 1;
    for (const graph of this.#graphs.values()) graph.forget();
    await this.#service.call('erase', { store: this.#options.store });
  }

  /** Asks for something that is no open graph's: of a large chat it takes its time. */
  async #ask<M extends StoreMethod>(method: M, rest: Omit<Input<MemoryContract, M>, 'store'>) {
    const given = { ...rest, store: this.#options.store } as unknown as Input<MemoryContract, M>;
    return freeze(await this.#service.call(method, given, undefined, { ms: LONG_MS }));
  }

  get #place(): GraphPlace {
    return {
      service: this.#service,
      store: this.#options.store,
      generation: () => this.#generation,
      ready: async () => this.#erasing?.catch(() => {}),
    };
  }

  #choose(profile: EmbeddingProfile | null): void {
    if (profile) checkProfile(profile);
    this.#embedding = undefined;
    if (profile?.kind === 'local') this.#embedding = { maker: LOCAL_MAKER };
    else if (profile?.kind === 'words') {
      this.#embedding = wordEmbedding(
        profile,
        () => this.#service,
        () => this.#lost,
      );
    } else if (profile) {
      const embedder = createEmbedder(profile, { send: this.#options.send });
      this.#embedding = { maker: embedder.maker, embedder };
    }
    this.#profile = profile;
  }

  #onEvent(event: MemoryEvent): void {
    if (event.type === 'guest') this.guests.onEvent(event.event);
    else if (event.type === 'changed') this.#graphs.get(event.info.chat)?.changed(event.info);
  }
}
