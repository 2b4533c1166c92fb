import { BulkheadError } from '../protocol/errors.js';
import type { Durability, LogStore } from '../protocol/storage.js';
import { bucketNamed } from './buckets.js';
import { Database, promisifyRequest } from './database.js';
import { answered, changePairs, insertPairs, inTime, pairsIn, range, readNamed, readPairs } from './requests.js';

/** Faults of what was to be written, not of the connection that it was written on. */
const OF_THE_VALUE: readonly string[] = [
  'DataCloneError',
  'QuotaExceededError',
  'AbortError',
  'TransactionInactiveError',
];

/** Opens a log store in IndexedDB; a failing transaction rejects with `STORE_FAILED`, a missing IndexedDB with `STORE_UNAVAILABLE`,
 * a database of somebody else's with `STORE_BROKEN`. */
export function openLogStore(name: string, durability: Durability): LogStore {
  return logStoreOf(name, durability, new Database(name, async () => indexedDB, durability, true));
}

/** Opens a log store in a bucket, which goes with the last one in it; `undefined` where there are no buckets. */
export function openLogStoreIn(bucketName: string, name: string): LogStore | undefined {
  const bucket = bucketNamed(bucketName);
  if (!bucket) return undefined;
  const logStore = logStoreOf(name, 'relaxed', new Database(name, bucket.factory, 'relaxed', true));
  return {
    ...logStore,
    async erase() {
      await logStore.erase();
      await bucket.tidy();
    },
  };
}

function logStoreOf(name: string, durability: Durability, database: Database): LogStore {
  const use = <T>(work: () => Promise<T>): Promise<T> =>
    answered(() =>
      work().catch((cause) => {
        const fault = cause instanceof BulkheadError || OF_THE_VALUE.includes((cause as Error).name);
        if (!fault) database.forget();
        if ((cause as Error).name !== 'NotFoundError') throw cause;
        throw new BulkheadError('STORE_BROKEN', `the database ${name} is none of ours`, {}, { cause });
      }),
    );
  const look = <T>(empty: T, work: (pairs: IDBObjectStore) => Promise<T>) =>
    use(() => database.look('readonly', empty, work));
  return {
    read: (keys) => look(new Map(), (pairs) => readNamed(pairs, keys)),
    list: (prefix) => look(new Map(), (pairs) => readPairs(pairs, prefix)),
    listLarge: (prefix) =>
      look(new Map(), async (pairs) => {
        const keys = await promisifyRequest(pairs.getAllKeys(range(prefix)));
        return readNamed(pairs, keys.map(String));
      }),
    after: (prefix, after, limit) =>
      look([], async (pairs) => {
        const above = rangeAfter(prefix, after);
        return above ? pairsIn(pairs, above, limit) : [];
      }),
    keysAfter: (prefix, after, limit) =>
      look([], async (pairs) => {
        const above = rangeAfter(prefix, after);
        return above ? (await promisifyRequest(pairs.getAllKeys(above, limit))).map(String) : [];
      }),
    lastKey: (prefix) =>
      look<string | undefined>(undefined, async (pairs) => {
        const cursor = await promisifyRequest(pairs.openKeyCursor(range(prefix), 'prev'));
        return cursor ? String(cursor.key) : undefined;
      }),
    insert: (guard, holds, pairs) => use(() => database.write((store) => insertPairs(store, guard, holds, pairs))),
    count: (prefix) => look(0, (pairs) => promisifyRequest(pairs.count(range(prefix)))),
    transact: (keys, decide, own = durability) =>
      use(() => database.write((pairs) => changePairs(pairs, readNamed(pairs, keys), decide), own)),
    erase: () => use(() => inTime(database.erase())),
    close: () => database.close(),
  };
}

/** The keys of a prefix above another key; none where that is above them all. */
function rangeAfter(prefix: string, after: string): IDBKeyRange | undefined {
  const { lower, upper } = range(prefix);
  if (after < lower) return range(prefix);
  return after < upper ? IDBKeyRange.bound(after, upper, true, true) : undefined;
}
