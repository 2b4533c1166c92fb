import type { Message } from '../base/types.js';
import type { IndexedSessions } from './indexed-sessions.js';
import type { Beginning, SessionEntry, SessionRecord, StorageAdapter, StoredSession } from './storage.js';

/**
 * Keeps sessions in IndexedDB: each method is one transaction, so that all of it is there or nothing, and tabs that write to one
 * session write one after another. What is added is written, and nothing of what was there before it. Every method rejects with
 * `STORE_UNAVAILABLE` where the browser has none, and with `STORE_FAILED` where it refuses.
 */
export class IndexedDbStorageAdapter implements StorageAdapter {
  readonly #name: string;
  #opened: Promise<IndexedSessions> | undefined;

  /** `name`: of the database, which is made at the first write. */
  constructor(name = 'bulkhead-sessions') {
    this.#name = name;
  }

  async get(id: string): Promise<SessionEntry | null> {
    return (await this.#open()).get(id);
  }

  async put(session: SessionRecord, records?: readonly Message[], after?: Beginning): Promise<void> {
    await (await this.#open()).put(session, records, after);
  }

  async records(id: string, from?: number, to?: number): Promise<readonly Message[]> {
    return (await this.#open()).records(id, from, to);
  }

  async append(id: string, records: readonly Message[], change?: Partial<SessionRecord>, at?: number): Promise<void> {
    await (await this.#open()).append(id, records, change, at);
  }

  async list(): Promise<readonly SessionEntry[]> {
    return (await this.#open()).list();
  }

  async remove(id: string): Promise<readonly StoredSession[]> {
    return (await this.#open()).remove(id);
  }

  async restore(sessions: readonly StoredSession[]): Promise<void> {
    await (await this.#open()).restore(sessions);
  }

  /** Deletes all sessions that are kept here, for good, with their database; the next write begins another one. */
  async erase(): Promise<void> {
    const opened = this.#open();
    this.#opened = undefined;
    await (await opened).erase();
  }

  /** Closes it; it is opened again at the next use. */
  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }

  #open(): Promise<IndexedSessions> {
    this.#opened ??= import('./indexed-sessions.js').then(
      ({ IndexedSessions: Sessions }) => new Sessions(this.#name),
      (error) => {
        // The next use tries again.
        this.#opened = undefined;
        throw error;
      },
    );
    return this.#opened;
  }
}
