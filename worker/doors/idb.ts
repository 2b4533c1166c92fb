import { createStore, get, type UseStore } from 'idb-keyval';
import { BulkheadError } from '../protocol/errors.js';

/** What a transaction writes: pairs to set, keys to delete. */
export interface Changes {
  readonly set?: readonly (readonly [key: string, value: unknown])[];
  readonly remove?: readonly string[];
}

/** A key-value store in IndexedDB. Each method is one transaction: all of it happens, or none. */
export interface Store {
  get(key: string): Promise<unknown>;
  /** All pairs whose key begins with `prefix`. */
  list(prefix: string): Promise<Map<string, unknown>>;
  /**
   * Reads the pairs of `prefix`, decides, and writes, against other tabs too. What `decide` throws undoes everything
   * and is thrown.
   */
  change(prefix: string, decide: (pairs: Map<string, unknown>) => Changes): Promise<void>;
}

/** Opens a store; a failing transaction rejects with `STORE_FAILED`, a missing IndexedDB with `STORE_UNAVAILABLE`. */
export function openStore(name: string): Store {
  let store: UseStore | undefined;
  const use = async <T>(work: (store: UseStore) => Promise<T>): Promise<T> => {
    try {
      store ??= createStore(name, 'keyval');
      return await work(store);
    } catch (cause) {
      if (cause instanceof BulkheadError) throw cause;
      store = undefined;
      const { name: kind, message } = cause as Error;
      const gone = kind === 'SecurityError' || kind === 'InvalidStateError' || typeof indexedDB === 'undefined';
      const code = gone ? 'STORE_UNAVAILABLE' : 'STORE_FAILED';
      throw new BulkheadError(code, `the store ${gone ? 'is not available' : 'failed'}: ${message}`, {}, { cause });
    }
  };
  return {
    get: (key) => use((open) => get(key, open)),
    list: (prefix) => use((open) => open('readonly', (pairs) => readPairs(pairs, prefix))),
    change: (prefix, decide) => use((open) => open('readwrite', (pairs) => changePairs(pairs, prefix, decide))),
  };
}

const range = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

function readPairs(store: IDBObjectStore, prefix: string): Promise<Map<string, unknown>> {
  const keys = store.getAllKeys(range(prefix));
  const values = store.getAll(range(prefix));
  return new Promise((resolve, reject) => {
    values.onsuccess = () => resolve(new Map(keys.result.map((key, i) => [String(key), values.result[i] as unknown])));
    values.onerror = () => reject(values.error);
  });
}

function changePairs(
  store: IDBObjectStore,
  prefix: string,
  decide: (pairs: Map<string, unknown>) => Changes,
): Promise<void> {
  const { transaction } = store;
  return new Promise((resolve, reject) => {
    let refusal: unknown;
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(refusal ?? transaction.error);
    readPairs(store, prefix)
      .then((pairs) => {
        const { set = [], remove = [] } = decide(pairs);
        for (const [key, value] of set) store.put(value, key);
        for (const key of remove) store.delete(key);
      })
      .catch((error) => {
        refusal = error;
        transaction.abort();
      });
  });
}
