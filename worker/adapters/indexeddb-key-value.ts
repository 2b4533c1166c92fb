import { BulkheadError } from '../protocol/errors.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { bucketNamed } from './buckets.js';
import { Database, promisifyRequest } from './database.js';
import { type CopyableStore, mirroredStore } from './mirror.js';
import {
  answered,
  changePairs,
  inTime,
  pairsIn,
  readKeys,
  readNamed,
  readPage,
  readPairs,
  trimPairs,
} from './requests.js';

/** The bucket of the mirrors. */
const COPY = 'bulkhead-copy';

/**
 * Opens a store, with a mirror in files of its own where the browser can have one; a failing transaction rejects with
 * `STORE_FAILED`, a missing IndexedDB with `STORE_UNAVAILABLE`.
 */
export function openKeyValueStore(name: string): KeyValueStore {
  const bucket = bucketNamed(COPY);
  if (!bucket) return openIndexedDb(name);
  const first = openFirst(name);
  // Over the end of a process the operating system keeps what was written: only the first waits for the disk.
  const copy = openOne(new Database(name, bucket.factory, 'relaxed', false));
  const second = {
    ...copy,
    async erase() {
      await copy.erase();
      await bucket.tidy();
    },
  };
  const mirrored = mirroredStore(first, second, (work) => navigator.locks.request(`bulkhead:${name}`, work));
  return { ...mirrored, erase: () => inTime(mirrored.erase()) };
}

/** Opens a store in one database, without a mirror. */
export function openIndexedDb(name: string): KeyValueStore {
  const store = openFirst(name);
  return { ...store, erase: () => inTime(store.erase()) };
}

const openFirst = (name: string) => openOne(new Database(name, async () => indexedDB, 'strict', true));

function openOne(database: Database): CopyableStore {
  const use = <T>(work: () => Promise<T>): Promise<T> =>
    answered(() =>
      work().catch((cause) => {
        if (!(cause instanceof BulkheadError)) database.forget();
        throw cause;
      }),
    );
  /** `empty`: the answer where nothing is kept yet. */
  const look = <T>(empty: T, work: (pairs: IDBObjectStore) => Promise<T>, mode: IDBTransactionMode = 'readonly') =>
    use(() => database.look(mode, empty, work));
  const write = <T>(work: (pairs: IDBObjectStore) => Promise<T>) => use(() => database.write(work));
  return {
    get: (key) => look<unknown>(undefined, (pairs) => promisifyRequest(pairs.get(key))),
    read: (keys) => look(new Map(), (pairs) => readNamed(pairs, keys)),
    list: (prefix) => look(new Map(), (pairs) => readPairs(pairs, prefix)),
    keys: (prefix, beside) => look({ keys: [], value: undefined }, (pairs) => readKeys(pairs, prefix, beside)),
    page: (prefix, page) => look([], (pairs) => readPage(pairs, prefix, page)),
    change: (prefix, decide) => write((pairs) => changePairs(pairs, readPairs(pairs, prefix), decide)),
    transact: (keys, decide) => write((pairs) => changePairs(pairs, readNamed(pairs, keys), decide)),
    trim: (prefix, below, keep) => look(undefined, (pairs) => trimPairs(pairs, prefix, below, keep), 'readwrite'),
    next: (after, limit) => look([], (pairs) => pairsIn(pairs, IDBKeyRange.lowerBound(after, true), limit)),
    reset: ([key, value]) =>
      write((pairs) => {
        pairs.clear();
        pairs.put(value, key);
        return promisifyRequest(pairs.transaction);
      }),
    erase: () => use(() => database.erase()),
    close: () => database.close(),
  };
}
