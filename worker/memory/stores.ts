import { type Ledger, openLedger } from '../adapters/indexeddb-log.js';
import { memoryLedger } from '../adapters/memory-log.js';
import type { EmbeddingMaker } from '../protocol/embeddings.js';
import type { Durability } from '../protocol/memory.js';
import type { ChatGraph } from './chat/chat-graph.js';
import { ChatVectors } from './chat/chat-vectors.js';
import { type Logs, openLogs } from './log/logs.js';
import { removeVectors } from './vectors/kept-vectors.js';

/** The databases of a page: the logs of each store, and its vectors. */
export class Stores {
  readonly #logs = new Map<string, Logs>();
  readonly #ledgers = new Map<string | null, Ledger>();
  readonly #vectors = new WeakMap<ChatGraph, Map<string, ChatVectors>>();
  #store: string | null = null;

  /** The logs of a store; each durability has a connection of its own. */
  logs(store: string | null, durability: Durability = 'relaxed'): Logs {
    this.#store = store;
    const key = JSON.stringify([durability, store]);
    const known = this.#logs.get(key);
    if (known) return known;
    const logs = openLogs({ store, durability });
    this.#logs.set(key, logs);
    return logs;
  }

  vectors(chat: ChatGraph, maker: EmbeddingMaker): ChatVectors {
    const ofChat = this.#vectors.get(chat) ?? new Map<string, ChatVectors>();
    this.#vectors.set(chat, ofChat);
    const key = JSON.stringify([maker.source, maker.model]);
    const known = ofChat.get(key);
    if (known) return known;
    const made = new ChatVectors(this.#ledger(this.#store), chat, maker);
    ofChat.set(key, made);
    return made;
  }

  /** Deletes the vectors of a chat that was removed; `open`: its graph, where it is open here. */
  async removeVectors(store: string | null, chat: string, open: ChatGraph | undefined): Promise<void> {
    for (const vectors of (open && this.#vectors.get(open)?.values()) ?? []) await vectors.forget();
    await removeVectors(this.#ledger(store), chat);
  }

  /** Deletes everything of a store. */
  async erase(store: string | null): Promise<void> {
    await this.logs(store).erase();
    for (const logs of this.#logs.values()) await logs.close();
    await (this.#ledgers.get(store) ?? this.#open(store)).erase();
    this.#logs.clear();
    this.#ledgers.clear();
  }

  #ledger(store: string | null): Ledger {
    const ledger = this.#ledgers.get(store) ?? this.#open(store);
    this.#ledgers.set(store, ledger);
    return ledger;
  }

  #open(store: string | null): Ledger {
    return store === null ? memoryLedger() : openLedger(`${store}-vectors`, 'relaxed');
  }
}
