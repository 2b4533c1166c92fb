import type { IndexedSessions } from './indexed-sessions.js';
import type { StorageAdapter } from './storage.js';

/**
 * Keeps sessions in IndexedDB: each method is one transaction, so that all of it is there or nothing, and tabs that write to one
 * session write one after another. What is added is written, and nothing of what was there before it. Every method rejects with
 * `STORE_UNAVAILABLE` where the browser has none, and with `STORE_FAILED` where it refuses.
 *
 * @example
 * import { createSession, IndexedDbStorageAdapter } from 'bulkhead/engine';
 * const storage = new IndexedDbStorageAdapter();
 * const session = await createSession({ storage, label: 'The inn' });
 */
export class IndexedDbStorageAdapter implements StorageAdapter {
  readonly #name: string;
  #opened: Promise<IndexedSessions> | undefined;

  /** `name`: of the database, which is made at the first write. */
  constructor(name = 'bulkhead-sessions') {
    this.#name = name;
  }

  readonly get: StorageAdapter['get'] = async (...given) => (await this.#open()).get(...given);
  readonly put: StorageAdapter['put'] = async (...given) => (await this.#open()).put(...given);
  readonly records: StorageAdapter['records'] = async (...given) => (await this.#open()).records(...given);
  readonly append: StorageAdapter['append'] = async (...given) => (await this.#open()).append(...given);
  readonly list: StorageAdapter['list'] = async () => (await this.#open()).list();
  readonly remove: StorageAdapter['remove'] = async (id) => (await this.#open()).remove(id);
  readonly restore: StorageAdapter['restore'] = async (sessions) => (await this.#open()).restore(sessions);

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
