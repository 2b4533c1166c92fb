import type { Message } from '../engine/index.js';
import type { Beginning, SessionEntry, SessionRecord, StorageAdapter, StoredSession } from '../engine/internal.js';
import type { ChatRecord } from './types.js';

/** A listener to what is stored in a session, which may add to it. */
export interface Keeping {
  /** The records as they are to be kept. */
  dress(records: readonly Message[]): readonly ChatRecord[];
  /** So many records are kept, from `at` on where they have taken others' place. */
  kept(count: number, at: number | undefined): void;
}

/** The sessions' storage as the engine sees it: what a turn has learnt of its calls goes with its records. */
export class ChatStorage implements StorageAdapter {
  readonly #inner: StorageAdapter;
  readonly #keeping = new Map<string, Keeping>();

  constructor(inner: StorageAdapter) {
    this.#inner = inner;
  }

  /** Adds a listener to what is stored in a session. @returns a function that removes it. */
  follow(id: string, keeping: Keeping): () => void {
    this.#keeping.set(id, keeping);
    return () => void (this.#keeping.get(id) === keeping && this.#keeping.delete(id));
  }

  get(id: string): Promise<SessionEntry | null> {
    return this.#inner.get(id);
  }

  put(session: SessionRecord, records?: readonly Message[], after?: Beginning): Promise<void> {
    return this.#inner.put(session, records, after);
  }

  records(id: string, from?: number, to?: number): Promise<readonly ChatRecord[]> {
    return this.#inner.records(id, from, to);
  }

  async append(id: string, records: readonly Message[], change?: Partial<SessionRecord>, at?: number): Promise<void> {
    const keeping = records.length > 0 ? this.#keeping.get(id) : undefined;
    await this.#inner.append(id, keeping?.dress(records) ?? records, change, at);
    keeping?.kept(records.length, at);
  }

  list(): Promise<readonly SessionEntry[]> {
    return this.#inner.list();
  }

  remove(id: string): Promise<readonly StoredSession[]> {
    return this.#inner.remove(id);
  }

  restore(sessions: readonly StoredSession[]): Promise<void> {
    return this.#inner.restore(sessions);
  }
}
