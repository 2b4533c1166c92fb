import type { Message, StorageAdapter } from '../engine/index.js';
import type { ChatRecord } from './types.js';

/** A listener to what is stored in a session, which may add to it. */
export interface Keeping {
  /** The records as they are to be kept. */
  dress(records: readonly Message[]): readonly ChatRecord[];
  /** So many records are kept, from `at` on where they have taken others' place. */
  kept(count: number, at: number | undefined): void;
}

/** The sessions' storage as the engine sees it: what a turn has learnt of its calls goes with its records. */
export interface ChatStorage extends StorageAdapter {
  records(id: string, from?: number, to?: number): Promise<readonly ChatRecord[]>;
  /** Adds a listener to what is stored in a session. @returns a function that removes it. */
  follow(id: string, keeping: Keeping): () => void;
}

/** Makes it of the storage that the sessions are in. */
export function chatStorage(inner: StorageAdapter): ChatStorage {
  const followers = new Map<string, Keeping>();
  return {
    get: (id) => inner.get(id),
    put: (session, records, after) => inner.put(session, records, after),
    records: (id, from, to) => inner.records(id, from, to),
    list: () => inner.list(),
    remove: (id) => inner.remove(id),
    restore: (sessions) => inner.restore(sessions),
    async append(id, records, change, at) {
      const keeping = records.length > 0 ? followers.get(id) : undefined;
      await inner.append(id, keeping?.dress(records) ?? records, change, at);
      keeping?.kept(records.length, at);
    },
    follow(id, keeping) {
      followers.set(id, keeping);
      return () => void (followers.get(id) === keeping && followers.delete(id));
    },
  };
}
