import { within } from '../primitives/timers.js';
import { BulkheadError } from '../protocol/errors.js';
import { afterPrefix, type Changes, type Page, type Pair } from '../protocol/storage.js';
import { promisifyRequest } from './database.js';
import { OBJECTS } from './database-names.js';

/** How long the end of a database may take before somebody is in the way. */
const ERASE_MS = 3_500;

/** Waits for a database to be deleted. @throws `STORE_FAILED` when it takes too long. */
export const inTime = (erasing: Promise<void>): Promise<void> =>
  within(
    ERASE_MS,
    erasing,
    () => new BulkheadError('STORE_FAILED', 'the store cannot be deleted: something else holds it open'),
  );

/** Does what may fail for reasons of the platform. @throws `STORE_FAILED`, `STORE_UNAVAILABLE`. */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
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

/** All keys that begin with a prefix, or only those below `end`. */
export const range = (prefix: string, end = afterPrefix(prefix)) => IDBKeyRange.bound(prefix, end, false, true);

/** The first pairs of a range, in order. */
export async function pairsIn(store: IDBObjectStore, keys: IDBKeyRange, limit?: number): Promise<readonly Pair[]> {
  const [names, values] = await Promise.all([
    promisifyRequest(store.getAllKeys(keys, limit)),
    promisifyRequest<unknown[]>(store.getAll(keys, limit)),
  ]);
  return names.map((key, i) => [String(key), values[i]] as const);
}

/** All pairs of a prefix. */
export const readPairs = async (store: IDBObjectStore, prefix: string): Promise<Map<string, unknown>> =>
  new Map(await pairsIn(store, range(prefix)));

/** The pairs of these keys. Resolves with the last request: they succeed in the order in which they were made. */
export function readNamed(store: IDBObjectStore, keys: readonly string[]): Promise<Map<string, unknown>> {
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

/** All keys of a prefix, and the value of one more. */
export async function readKeys(store: IDBObjectStore, prefix: string, beside: string) {
  const [keys, value] = await Promise.all([
    promisifyRequest(store.getAllKeys(range(prefix))),
    promisifyRequest<unknown>(store.get(beside)),
  ]);
  return { keys: keys.map(String), value };
}

/** The last pairs of a prefix, backwards. */
export function readPage(store: IDBObjectStore, prefix: string, { before, limit }: Page): Promise<readonly Pair[]> {
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

/** Resolves when a transaction is kept. `work` may end it: nothing is written then, and what it gave is thrown. */
function kept(transaction: IDBTransaction, work: (end: (why?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let refusal: unknown;
    transaction.oncomplete = () => resolve();
    // Somebody else may have aborted it, without a reason.
    transaction.onabort = () => reject(refusal ?? transaction.error ?? new DOMException('aborted', 'AbortError'));
    work((why) => {
      refusal ??= why;
      try {
        transaction.abort();
      } catch {
        // The transaction was over already; its own error is the cause.
      }
    });
  });
}

/** Reads, decides and writes; resolves when that is kept. What `decide` throws undoes it all. */
export function changePairs(
  { transaction }: IDBObjectStore,
  reading: Promise<Map<string, unknown>>,
  decide: (pairs: Map<string, unknown>) => Changes,
): Promise<void> {
  const store = transaction.objectStore(OBJECTS);
  return kept(transaction, (end) => {
    reading
      .then((pairs) => {
        const { set = [], remove = [], removeAll = [] } = decide(pairs);
        for (const prefix of removeAll) store.delete(range(prefix));
        for (const [key, value] of set) store.put(value, key);
        for (const key of remove) store.delete(key);
      })
      .catch(end);
  });
}

/** Adds pairs, unless a key is taken or the guard's value will not do: then nothing is written, and the answer is false. */
export async function insertPairs(
  store: IDBObjectStore,
  guard: string,
  holds: (value: unknown) => boolean,
  pairs: readonly Pair[],
): Promise<boolean> {
  let refused = false;
  try {
    await kept(store.transaction, (end) => {
      const guarding = store.get(guard);
      guarding.onsuccess = () => {
        try {
          // Nobody commits by hand: in Firefox an `add` that fails after `commit()` aborts nothing, and the others are kept.
          if (holds(guarding.result)) return;
          refused = true;
          end();
        } catch (error) {
          end(error);
        }
      };
      try {
        for (const [key, value] of pairs) {
          const adding = store.add(value, key);
          adding.onerror = () => {
            refused ||= adding.error?.name === 'ConstraintError';
          };
        }
      } catch (error) {
        end(error);
      }
    });
    return true;
  } catch (error) {
    if (refused) return false;
    throw error;
  }
}

/** Deletes what is below a key, and all but the last so many. */
export function trimPairs(store: IDBObjectStore, prefix: string, below: string, keep: number): Promise<void> {
  return kept(store.transaction, () => {
    if (below > prefix) store.delete(range(prefix, below));
    const count = store.count(range(prefix));
    count.onsuccess = () => {
      const surplus = count.result - keep;
      if (surplus <= 0) return;
      let reached = false;
      const cursor = store.openKeyCursor(range(prefix));
      cursor.onsuccess = () => {
        if (!cursor.result) return;
        // To the last of those that go: one more step than `surplus - 1` would end behind it.
        if (!reached && surplus > 1) cursor.result.advance(surplus - 1);
        else store.delete(IDBKeyRange.bound(prefix, cursor.result.key));
        reached = true;
      };
    };
  });
}
