import { openLogStore } from '../adapters/indexeddb-log.js';
import { memoryLogStore } from '../adapters/memory-stores.js';
import type { EmbeddingMaker } from '../protocol/embeddings.js';
import type { Durability, LogStore } from '../protocol/storage.js';
import type { ChatGraph } from './chat/chat-graph.js';
import { ChatVectors } from './chat/chat-vectors.js';
import { type Logs, openLogs } from './log/logs.js';
import { removeVectors } from './vectors/kept-vectors.js';
import { LocalMakers } from './vectors/local-makers.js';

/** The databases of a page: the logs of each store, and its vectors. */
export class Stores {
  readonly #logs = new Map<string, Logs>();
  readonly #logStores = new Map<string | null, LogStore>();
  readonly #vectors = new WeakMap<ChatGraph, Map<string, ChatVectors>>();
  readonly #injected: LogStore | undefined;
  /** What makes vectors here. */
  readonly makers = new LocalMakers();
  #store: string | null = null;

  /** `injected`: a log store of the page's own, which is used in place of every database. */
  constructor(injected?: LogStore) {
    this.#injected = injected;
  }

  /** The logs of a store; each durability has a connection of its own. */
  logs(store: string | null, durability: Durability = 'relaxed'): Logs {
    this.#store = store;
    // An injected store has one connection: what one durability writes, the other sees.
    const key = JSON.stringify([this.#injected ? 'injected' : durability, store]);
    const known = this.#logs.get(key);
    if (known) return known;
    const logs = openLogs({ store, durability, logStore: this.#injected });
    this.#logs.set(key, logs);
    return logs;
  }

  vectors(chat: ChatGraph, maker: EmbeddingMaker): ChatVectors {
    const ofChat = this.#vectors.get(chat) ?? new Map<string, ChatVectors>();
    this.#vectors.set(chat, ofChat);
    const key = JSON.stringify([maker.source, maker.model]);
    const known = ofChat.get(key);
    if (known) return known;
    const made = new ChatVectors(this.#logStore(this.#store), chat, maker, this.makers.of(maker));
    ofChat.set(key, made);
    return made;
  }

  /** Deletes the vectors of a chat that was removed; `open`: its graph, where it is open here. */
  async removeVectors(store: string | null, chat: string, open: ChatGraph | undefined): Promise<void> {
    for (const vectors of (open && this.#vectors.get(open)?.values()) ?? []) await vectors.forget();
    await removeVectors(this.#logStore(store), chat);
  }

  async erase(store: string | null): Promise<void> {
    await this.logs(store).erase();
    for (const logs of this.#logs.values()) await logs.close();
    await (this.#logStores.get(store) ?? this.#open(store)).erase();
    this.#logs.clear();
    this.#logStores.clear();
  }

  #logStore(store: string | null): LogStore {
    const logStore = this.#logStores.get(store) ?? this.#open(store);
    this.#logStores.set(store, logStore);
    return logStore;
  }

  #open(store: string | null): LogStore {
    if (this.#injected) return this.#injected;
    return store === null ? memoryLogStore() : openLogStore(`${store}-vectors`, 'relaxed');
  }
}
