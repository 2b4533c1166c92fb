import { BulkheadError } from '../protocol/errors.js';
import { Database, type Factory, promisifyRequest } from './database.js';
import type { Store } from './pairs.js';
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
import { type CopyableStore, twinStore } from './twin.js';

/** The bucket of the twins. */
const COPY = 'bulkhead-copy';

/** Parts of the origin's storage with files of their own, where the browser has them. */
const { storageBuckets: buckets } = navigator as {
  readonly storageBuckets?: {
    keys(): Promise<readonly string[]>;
    open(name: string): Promise<{ readonly indexedDB: IDBFactory }>;
    delete(name: string): Promise<void>;
  };
};

/**
 * Opens a store, with a twin in files of its own where the browser can have one; a failing transaction rejects with
 * `STORE_FAILED`, a missing IndexedDB with `STORE_UNAVAILABLE`.
 */
export function openStore(name: string): Store {
  const first = openOne(new Database(name, async () => indexedDB, 'strict', true));
  if (!buckets || !navigator.locks) return { ...first, erase: () => inTime(first.erase()) };
  const inBucket: Factory = async (make) =>
    make || (await buckets.keys()).includes(COPY) ? (await buckets.open(COPY)).indexedDB : undefined;
  // Over the end of a process the operating system keeps what was written: only the first waits for the disk.
  const copy = openOne(new Database(name, inBucket, 'relaxed', false));
  const second = {
    ...copy,
    async erase() {
      await copy.erase();
      await answered(async () => {
        const left = await (await inBucket(false))?.databases();
        if (left?.length === 0) await buckets.delete(COPY);
      });
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
