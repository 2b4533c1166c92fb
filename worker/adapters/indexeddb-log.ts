import { BulkheadError } from '../protocol/errors.js';
import type { Changes, Pair } from '../protocol/storage.js';
import { bucketNamed } from './buckets.js';
import { Database, type Durability, promisifyRequest } from './database.js';
import { answered, changePairs, insertPairs, inTime, range, readNamed, readPairs } from './requests.js';

export type { Durability } from './database.js';

/** Faults of what was to be written, not of the connection that it was written on. */
const OF_THE_VALUE: readonly string[] = [
  'DataCloneError',
  'QuotaExceededError',
  'AbortError',
  'TransactionInactiveError',
];

/**
 * A key-value store for what is written often and read in order. Each method is one transaction, in the order of the
 * keys' UTF-16 code units. A write waits for the disk only where `durability` says so.
 */
export interface Ledger {
  /** Several keys at one moment; those that are not there are not in the map. */
  read(keys: readonly string[]): Promise<Map<string, unknown>>;
  /** All pairs whose key begins with `prefix`. */
  list(prefix: string): Promise<Map<string, unknown>>;
  /** The same for large values: each is asked for by itself, because the browser fetches several side by side. */
  listLarge(prefix: string): Promise<Map<string, unknown>>;
  /** The first pairs whose key begins with `prefix` and stands after `after`. */
  after(prefix: string, after: string, limit: number): Promise<readonly Pair[]>;
  /** The same without their values, which then need not be readable. */
  keysAfter(prefix: string, after: string, limit: number): Promise<readonly string[]>;
  /** How many keys begin with `prefix`. */
  count(prefix: string): Promise<number>;
  /** The last key that begins with `prefix`. */
  lastKey(prefix: string): Promise<string | undefined>;
  /**
   * Adds pairs where `holds` is true of the value of `guard`, and none of their keys is taken; else nothing is written and
   * the answer is false. What `holds` throws is thrown. It is the cheapest write there is: all its requests are sent at once.
   */
  insert(guard: string, holds: (value: unknown) => boolean, pairs: readonly Pair[]): Promise<boolean>;
  /**
   * Reads named keys, decides, and writes, against other tabs too. What `decide` throws undoes everything and is thrown;
   * it must not wait for anything.
   */
  transact(
    keys: readonly string[],
    decide: (values: Map<string, unknown>) => Changes,
    durability?: Durability,
  ): Promise<void>;
  /** Deletes it, for good: what is written here afterwards fails. @throws `STORE_FAILED` when it takes too long. */
  erase(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a ledger in IndexedDB; a failing transaction rejects with `STORE_FAILED`, a missing IndexedDB with `STORE_UNAVAILABLE`,
 * a database of somebody else's with `STORE_BROKEN`. */
export function openLedger(name: string, durability: Durability): Ledger {
  return ledgerOf(name, durability, new Database(name, async () => indexedDB, durability, true));
}

/** Opens a ledger in a bucket, which goes with the last one in it; `undefined` where there are no buckets. */
export function openLedgerIn(bucketName: string, name: string): Ledger | undefined {
  const bucket = bucketNamed(bucketName);
  if (!bucket) return undefined;
  const ledger = ledgerOf(name, 'relaxed', new Database(name, bucket.factory, 'relaxed', true));
  return {
    ...ledger,
    async erase() {
      await ledger.erase();
      await bucket.tidy();
    },
  };
}

function ledgerOf(name: string, durability: Durability, database: Database): Ledger {
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
    after: (prefix, after, limit) => look([], (pairs) => readAfter(pairs, prefix, after, limit)),
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

async function readAfter(
  pairs: IDBObjectStore,
  prefix: string,
  after: string,
  limit: number,
): Promise<readonly Pair[]> {
  const above = rangeAfter(prefix, after);
  if (!above) return [];
  const [keys, values] = await Promise.all([
    promisifyRequest(pairs.getAllKeys(above, limit)),
    promisifyRequest<unknown[]>(pairs.getAll(above, limit)),
  ]);
  return keys.map((key, i) => [String(key), values[i]] as const);
}
