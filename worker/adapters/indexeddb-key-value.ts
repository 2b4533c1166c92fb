import { BulkheadError } from '../protocol/errors.js';
import type { Store } from '../protocol/storage.js';
import { bucketNamed } from './buckets.js';
import { Database, promisifyRequest } from './database.js';
import { type CopyableStore, twinStore } from './mirror.js';
import {
  answered,
  changePairs,
  inTime,
  readKeys,
  readNamed,
  readNext,
  readPage,
  readPairs,
  trimPairs,
} from './requests.js';

/** The bucket of the twins. */
const COPY = 'bulkhead-copy';

/**
 * Opens a store, with a twin in files of its own where the browser can have one; a failing transaction rejects with
 * `STORE_FAILED`, a missing IndexedDB with `STORE_UNAVAILABLE`.
 */
export function openStore(name: string): Store {
  const first = openOne(new Database(name, async () => indexedDB, 'strict', true));
  const bucket = bucketNamed(COPY);
  if (!bucket) return { ...first, erase: () => inTime(first.erase()) };
  // Over the end of a process the operating system keeps what was written: only the first waits for the disk.
  const copy = openOne(new Database(name, bucket.factory, 'relaxed', false));
  const second = {
    ...copy,
    async erase() {
      await copy.erase();
      await bucket.tidy();
    },
  };
  const twins = twinStore(first, second, (work) => navigator.locks.request(`bulkhead:${name}`, work));
  return { ...twins, erase: () => inTime(twins.erase()) };
}

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
    next: (after, limit) => look([], (pairs) => readNext(pairs, after, limit)),
    reset: ([key, value]) =>
      write((pairs) => {
        pairs.clear();
        pairs.put(value, key);
        return promisifyRequest(pairs.transaction);
      }),
    erase: () => use(() => database.erase()),
  };
}
