import { BulkheadError } from '../protocol/errors.js';
import { Database, type Factory, OBJECTS, promisifyRequest } from './database.js';
import { afterPrefix, type Changes, type Page, type Pair, type Store } from './pairs.js';
import { type CopyableStore, twinStore } from './twin.js';

/** The bucket of the twins, and how long its end and theirs may take before somebody is in the way. */
const COPY = 'bulkhead-copy';
const ERASE_MS = 3_500;

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

/** @throws `STORE_FAILED` when it takes too long. */
async function inTime(erasing: Promise<void>): Promise<void> {
  const late = new BulkheadError('STORE_FAILED', 'the store cannot be deleted: something else holds it open');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late), ERASE_MS);
  });
  await Promise.race([erasing, end]).finally(() => clearTimeout(timer));
}

/** @throws `STORE_FAILED`, `STORE_UNAVAILABLE`. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BulkheadError) throw cause;
    const { name: kind, message } = cause as Error;
    const gone = kind === 'SecurityError' || kind === 'InvalidStateError' || typeof indexedDB === 'undefined';
    const code = gone ? 'STORE_UNAVAILABLE' : 'STORE_FAILED';
    throw new BulkheadError(code, `the store ${gone ? 'is not available' : 'failed'}: ${message}`, {}, { cause });
  }
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
