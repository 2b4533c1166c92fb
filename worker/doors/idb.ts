import { createStore, delMany, get, getMany, keys, setMany, type UseStore, update } from 'idb-keyval';
import { BulkheadError } from '../protocol/errors.js';

/** A key-value store in IndexedDB. Each method is one transaction: all of it happens, or none. */
export interface Store {
  get(key: string): Promise<unknown>;
  keys(): Promise<string[]>;
  getMany(keys: string[]): Promise<unknown[]>;
  setMany(pairs: [string, unknown][]): Promise<void>;
  /** Read, change and write in one transaction, also against other tabs. */
  update(key: string, change: (old: unknown) => unknown): Promise<void>;
  deleteMany(keys: string[]): Promise<void>;
}

/** Opens a store; a failing transaction rejects with `STORE_FAILED`, a missing IndexedDB with `STORE_UNAVAILABLE`. */
export function openStore(name: string): Store {
  let store: UseStore | undefined;
  const use = async <T>(work: (store: UseStore) => Promise<T>): Promise<T> => {
    try {
      store ??= createStore(name, 'keyval');
      return await work(store);
    } catch (cause) {
      const { name: kind, message } = cause as Error;
      const gone = kind === 'SecurityError' || kind === 'InvalidStateError' || typeof indexedDB === 'undefined';
      store = undefined;
      const code = gone ? 'STORE_UNAVAILABLE' : 'STORE_FAILED';
      throw new BulkheadError(code, `the store ${gone ? 'is not available' : 'failed'}: ${message}`, {}, { cause });
    }
  };
  return {
    get: (key) => use((open) => get(key, open)),
    keys: () => use((open) => keys<string>(open)),
    getMany: (wanted) => use((open) => getMany<unknown>(wanted, open)),
    setMany: (pairs) => use((open) => setMany(pairs, open)),
    update: (key, change) => use((open) => update(key, change, open)),
    deleteMany: (doomed) => use((open) => delMany(doomed, open)),
  };
}
