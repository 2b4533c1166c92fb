import { get, promisifyRequest, type UseStore } from 'idb-keyval';
import { BulkheadError } from '../protocol/errors.js';
import { afterPrefix, type Changes, type Page, type Pair, type Store } from './pairs.js';
import { type CopyableStore, twinStore } from './twin.js';

const OBJECTS = 'keyval';

type Durability = 'strict' | 'relaxed';
type Factory = () => Promise<IDBFactory>;

/** Parts of the origin's storage with files of their own, where the browser has them. */
const { storageBuckets: buckets } = navigator as {
  readonly storageBuckets?: { open(name: string): Promise<{ readonly indexedDB: IDBFactory }> };
};

/**
 * Opens a store, with a twin in files of its own where the browser can have one; a failing transaction rejects with
 * `STORE_FAILED`, a missing IndexedDB with `STORE_UNAVAILABLE`.
 */
export function openStore(name: string): Store {
  const first = openOne(name, async () => indexedDB, 'strict');
  if (!buckets || !navigator.locks) return first;
  const copy = buckets.open('bulkhead-copy').then((bucket) => bucket.indexedDB);
  copy.catch(() => {});
  // Over the end of a process the operating system keeps what was written: only the first waits for the disk.
  const second = openOne(name, () => copy, 'relaxed');
  return twinStore(first, second, (work) => navigator.locks.request(`bulkhead:${name}`, work));
}

function openOne(name: string, factory: Factory, durability: Durability): CopyableStore {
  let store: UseStore | undefined;
  const use = async <T>(work: (store: UseStore) => Promise<T>): Promise<T> => {
    try {
      store ??= openDatabase(name, factory, durability);
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
  const write = (
    read: (pairs: IDBObjectStore) => Promise<Map<string, unknown>>,
    decide: (values: Map<string, unknown>) => Changes,
  ) => use((open) => open('readwrite', (pairs) => changePairs(pairs, read(pairs), decide)));
  return {
    get: (key) => use((open) => get(key, open)),
    read: (keys) => use((open) => open('readonly', (pairs) => readNamed(pairs, keys))),
    list: (prefix) => use((open) => open('readonly', (pairs) => readPairs(pairs, prefix))),
    keys: (prefix, beside) => use((open) => open('readonly', (pairs) => readKeys(pairs, prefix, beside))),
    page: (prefix, page) => use((open) => open('readonly', (pairs) => readPage(pairs, prefix, page))),
    change: (prefix, decide) => write((pairs) => readPairs(pairs, prefix), decide),
    transact: (keys, decide) => write((pairs) => readNamed(pairs, keys), decide),
    trim: (prefix, below, keep) => use((open) => open('readwrite', (pairs) => trimPairs(pairs, prefix, below, keep))),
    next: (after, limit) => use((open) => open('readonly', (pairs) => readNext(pairs, after, limit))),
    reset: ([key, value]) =>
      use((open) =>
        open('readwrite', (pairs) => {
          pairs.clear();
          pairs.put(value, key);
          return promisifyRequest(pairs.transaction);
        }),
      ),
  };
}

/**
 * The layout of idb-keyval with one thing more: a write has reached the disk when its transaction completes, which that
 * library's own `createStore` cannot ask for.
 */
function openDatabase(name: string, factory: Factory, durability: Durability): UseStore {
  let opened: Promise<IDBDatabase> | undefined;
  const open = async () => {
    const request = (await factory()).open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(OBJECTS);
    const opening = promisifyRequest(request);
    opening.then(
      (database) => {
        // Without this, a page that deletes the database would wait for ours to be closed.
        database.onversionchange = () => {
          database.close();
          opened = undefined;
        };
        database.onclose = () => {
          opened = undefined;
        };
      },
      () => {
        opened = undefined;
      },
    );
    return opening;
  };
  return async (mode, work) => {
    opened ??= open();
    const database = await opened;
    return work(database.transaction(OBJECTS, mode, { durability }).objectStore(OBJECTS));
  };
}

const range = (prefix: string, end = afterPrefix(prefix)) => IDBKeyRange.bound(prefix, end, false, true);

function readPairs(store: IDBObjectStore, prefix: string): Promise<Map<string, unknown>> {
  const keys = store.getAllKeys(range(prefix));
  const values = store.getAll(range(prefix));
  return new Promise((resolve, reject) => {
    values.onsuccess = () => resolve(new Map(keys.result.map((key, i) => [String(key), values.result[i] as unknown])));
    values.onerror = () => reject(values.error);
  });
}

/** Resolves with the last request: they succeed in the order in which they were made. */
function readNamed(store: IDBObjectStore, keys: readonly string[]): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  return new Promise((resolve, reject) => {
    if (keys.length === 0) resolve(found);
    keys.forEach((key, i) => {
      const request = store.get(key);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        if (request.result !== undefined) found.set(key, request.result);
        if (i === keys.length - 1) resolve(found);
      };
    });
  });
}

async function readKeys(store: IDBObjectStore, prefix: string, beside: string) {
  const [keys, value] = await Promise.all([
    promisifyRequest(store.getAllKeys(range(prefix))),
    promisifyRequest<unknown>(store.get(beside)),
  ]);
  return { keys: keys.map(String), value };
}

async function readNext(store: IDBObjectStore, after: string, limit: number): Promise<readonly Pair[]> {
  const above = IDBKeyRange.lowerBound(after, true);
  const [keys, values] = await Promise.all([
    promisifyRequest(store.getAllKeys(above, limit)),
    promisifyRequest<unknown[]>(store.getAll(above, limit)),
  ]);
  return keys.map((key, i) => [String(key), values[i]] as const);
}

function readPage(store: IDBObjectStore, prefix: string, { before, limit }: Page): Promise<readonly Pair[]> {
  const end = afterPrefix(prefix);
  const pairs: Pair[] = [];
  return new Promise((resolve, reject) => {
    const below = before === undefined || before > end ? end : before;
    if (below <= prefix || limit < 1) {
      resolve(pairs);
      return;
    }
    const request = store.openCursor(range(prefix, below), 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor) pairs.push([String(cursor.key), cursor.value as unknown]);
      if (cursor && pairs.length < limit) cursor.continue();
      else resolve(pairs);
    };
  });
}

function changePairs(
  { transaction }: IDBObjectStore,
  reading: Promise<Map<string, unknown>>,
  decide: (pairs: Map<string, unknown>) => Changes,
): Promise<void> {
  const store = transaction.objectStore(OBJECTS);
  return new Promise((resolve, reject) => {
    let refusal: unknown;
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(refusal ?? transaction.error);
    reading
      .then((pairs) => {
        const { set = [], remove = [], removeAll = [] } = decide(pairs);
        for (const prefix of removeAll) store.delete(range(prefix));
        for (const [key, value] of set) store.put(value, key);
        for (const key of remove) store.delete(key);
      })
      .catch((error) => {
        refusal = error;
        transaction.abort();
      });
  });
}

function trimPairs(store: IDBObjectStore, prefix: string, below: string, keep: number): Promise<void> {
  const { transaction } = store;
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    if (below > prefix) store.delete(range(prefix, below));
    const count = store.count(range(prefix));
    count.onsuccess = () => {
      const surplus = count.result - keep;
      if (surplus <= 0) return;
      let reached = false;
      const cursor = store.openKeyCursor(range(prefix));
      cursor.onsuccess = () => {
        if (!cursor.result) return;
        if (!reached) {
          reached = true;
          // To the last of those that go: one more step than `surplus - 1` would end behind it.
          if (surplus > 1) {
            cursor.result.advance(surplus - 1);
            return;
          }
        }
        store.delete(IDBKeyRange.bound(prefix, cursor.result.key));
      };
    };
  });
}
