import { Database, promisifyRequest } from '../../worker/adapters/database.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { noPlace } from './faults.js';
import type { BackupPair, Key, Part } from './parts.js';
import { countMcpServers } from './settings.js';
import { type BackupCounts, NO_COUNTS } from './types.js';

/** Pairs that are read at once. */
const PAGE = 256;

export interface Reader {
  readonly total: (count: number) => void;
  /** Called within the transaction. */
  readonly page: (pairs: readonly BackupPair[]) => void;
  /** A value that the browser cannot read any more. */
  readonly unreadable: (key: Key) => void;
}

/** Opens a database for one piece of work, and closes it. @throws `STORE_UNAVAILABLE`, `STORE_FAILED`. */
export async function withDatabase<T>(name: string, work: (database: Database) => Promise<T>): Promise<T> {
  if (!('indexedDB' in globalThis)) throw noPlace('this browser has no IndexedDB');
  const database = new Database(name, async () => indexedDB, 'relaxed', false);
  try {
    return await work(database);
  } catch (cause) {
    if (!(cause instanceof DOMException) || cause.name === 'AbortError') throw cause;
    throw new BulkheadError('STORE_FAILED', `${name} could not be read or written: ${cause.message}`, {}, { cause });
  } finally {
    await database.close();
  }
}

/** Reads all pairs of a database in one transaction, so that they are of one moment. */
export const readAll = (name: string, reader: Reader): Promise<void> =>
  withDatabase(name, (database) =>
    database.look('readonly', undefined, async (objects) => {
      reader.total(await promisifyRequest(objects.count()));
      for (let range: IDBKeyRange | undefined; ; ) {
        const keys = await promisifyRequest(objects.getAllKeys(range, PAGE));
        if (keys.length === 0) return;
        reader.page(await valuesOf(objects, keys, range, reader));
        range = IDBKeyRange.lowerBound(keys.at(-1), true);
      }
    }),
  );

async function valuesOf(
  objects: IDBObjectStore,
  keys: readonly IDBValidKey[],
  range: IDBKeyRange | undefined,
  reader: Reader,
): Promise<readonly BackupPair[]> {
  const all = await readable(objects.getAll(range, PAGE));
  if (all) return keys.map((key, i) => [key as Key, all[i]] as const);
  const pairs: BackupPair[] = [];
  for (const key of keys) {
    const found = await readable(objects.get(key));
    if (found === undefined) reader.unreadable(key as Key);
    else pairs.push([key as Key, found]);
  }
  return pairs;
}

/** What a request answers; nothing where a value cannot be read, which must not end the transaction. */
const readable = <T>(request: IDBRequest<T>): Promise<T | undefined> =>
  new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      event.stopPropagation();
      resolve(undefined);
    };
  });

/** All pairs whose key begins with one of the prefixes. */
export const readPrefixes = (name: string, prefixes: readonly string[]): Promise<readonly BackupPair[]> =>
  withDatabase(name, (database) =>
    database.look('readonly', [] as BackupPair[], async (objects) => {
      const found: BackupPair[] = [];
      for (const prefix of prefixes) {
        const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
        const [keys, values] = await Promise.all([
          promisifyRequest(objects.getAllKeys(range)),
          promisifyRequest<unknown[]>(objects.getAll(range)),
        ]);
        keys.forEach((key, i) => {
          found.push([key as Key, values[i]]);
        });
      }
      return found;
    }),
  );

/** Counts what is stored. */
export async function countAll(parts: readonly Part[]): Promise<BackupCounts> {
  const counts: { -readonly [what in keyof BackupCounts]: number } = { ...NO_COUNTS, mcpServers: countMcpServers() };
  for (const { database: name, counted } of parts) {
    await withDatabase(name, (database) =>
      database.look('readonly', undefined, async (objects) => {
        for (const [what, [from, to]] of Object.entries(counted)) {
          const range = IDBKeyRange.bound(from as IDBValidKey, to as IDBValidKey);
          counts[what as keyof BackupCounts] = await promisifyRequest(objects.count(range));
        }
      }),
    );
  }
  return counts;
}
