import { within } from '../primitives/timers.js';
import { BulkheadError } from '../protocol/errors.js';
import { JOURNAL, OBJECTS } from './database-names.js';

/** How long the end of a database may take before another tab is in the way. */
const REMOVE_MS = 3_500;

/** A database that is replaced as a whole. */
export interface RestoreTarget {
  readonly name: string;
  /** The storage bucket that has a copy of it, which is deleted. */
  readonly bucket?: string | undefined;
  /** How many pages of pairs the journal has for it. Page `n` of target `i` lies under the key `[i, n]`. */
  readonly pages: number;
}

/** What a journal says that is complete. It lies under the key `state`, and is written last. */
export interface RestoreState {
  readonly targets: readonly RestoreTarget[];
  /** Pairs for `localStorage`: `null` deletes the key. */
  readonly settings: readonly (readonly [key: string, value: string | null])[];
}

interface LocalStorage {
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
  });

async function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore(OBJECTS);
  const database = await answer(request);
  database.onversionchange = () => database.close();
  return database;
}

async function remove(factory: IDBFactory, name: string): Promise<void> {
  const why = 'a restore waits for another tab that holds the old data open: close it, and load this page again';
  await within(REMOVE_MS, answer(factory.deleteDatabase(name)), () => new BulkheadError('STORE_FAILED', why));
}

async function removeCopy(bucket: string, name: string): Promise<void> {
  const { storageBuckets } = navigator as {
    readonly storageBuckets?: {
      keys(): Promise<readonly string[]>;
      open(name: string): Promise<{ readonly indexedDB: IDBFactory }>;
    };
  };
  if (!(await storageBuckets?.keys())?.includes(bucket)) return;
  const held = await storageBuckets?.open(bucket);
  if (held) await remove(held.indexedDB, name);
}

async function write(database: IDBDatabase, pairs: readonly (readonly [IDBValidKey, unknown])[]): Promise<void> {
  const transaction = database.transaction(OBJECTS, 'readwrite', { durability: 'strict' });
  const done = completed(transaction);
  const objects = transaction.objectStore(OBJECTS);
  for (const [key, value] of pairs) objects.put(value, key);
  await done;
}

/** True for a journal that can replace everything that it names. */
async function isWhole(journal: IDBDatabase, { targets, settings }: Partial<RestoreState>): Promise<boolean> {
  const isTarget = ({ name, bucket = '', pages }: Partial<RestoreTarget>) =>
    typeof name === 'string' && typeof bucket === 'string' && Number.isSafeInteger(pages);
  const isSetting = ([key, value]: readonly unknown[]) =>
    String(key).startsWith('bulkhead') && (value === null || typeof value === 'string');
  const isState = Array.isArray(targets) && Array.isArray(settings);
  if (!isState || !targets.every(isTarget) || !settings.every(isSetting)) return false;
  const pages = targets.flatMap(({ pages }, i) => Array.from({ length: pages }, (_, n) => [i, n]));
  const keys = new Set(
    (await answer(journal.transaction(OBJECTS).objectStore(OBJECTS).getAllKeys())).map((key) => JSON.stringify(key)),
  );
  return pages.every((key) => keys.has(JSON.stringify(key)));
}

/** Replaces every target. Nobody opens one meanwhile, and what is cut off begins anew, because the journal is deleted last. */
async function replaceAll(factory: IDBFactory): Promise<void> {
  const journal = await open(factory, JOURNAL);
  const read = <T>(key: IDBValidKey) =>
    answer<T | undefined>(journal.transaction(OBJECTS).objectStore(OBJECTS).get(key));
  try {
    const isOurs = journal.objectStoreNames.contains(OBJECTS);
    const state = isOurs ? await read<RestoreState>('state') : undefined;
    // A restore is prepared now, or its page has ended while it was.
    if (isOurs && !state) return;
    if (!state || !(await isWhole(journal, state))) {
      // Nothing was replaced by it, and nothing can be.
      journal.close();
      await remove(factory, JOURNAL);
      return;
    }
    for (const [i, { name, bucket, pages }] of state.targets.entries()) {
      if (bucket !== undefined) await removeCopy(bucket, name);
      await remove(factory, name);
      if (pages === 0) continue;
      const database = await open(factory, name);
      try {
        for (let n = 0; n < pages; n += 1) await write(database, (await read<[IDBValidKey, unknown][]>([i, n])) ?? []);
      } finally {
        database.close();
      }
    }
    const { localStorage } = globalThis as { readonly localStorage?: LocalStorage };
    if (state.settings.length > 0 && !localStorage) {
      // A worker has none: the next page that opens a database writes them.
      await write(journal, [['state', { targets: [], settings: state.settings } satisfies RestoreState]]);
      return;
    }
    for (const [key, value] of state.settings) {
      if (value === null) localStorage?.removeItem(key);
      else localStorage?.setItem(key, value);
    }
  } finally {
    journal.close();
  }
  await remove(factory, JOURNAL);
}

/**
 * Finishes a restore whose page has ended after everything was prepared. Every database of ours is opened after it.
 * @throws `STORE_FAILED` while another tab holds old data open.
 */
export async function finishRestore(): Promise<void> {
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB;
  const { locks } = ((globalThis as { navigator?: unknown }).navigator ?? {}) as { readonly locks?: LockManager };
  if (!factory || !locks) return;
  await locks.request(JOURNAL, async () => {
    // Another tab may have finished it meanwhile, and opening a database that is gone makes a new one.
    if (!(await factory.databases()).some(({ name }) => name === JOURNAL)) return;
    await replaceAll(factory).catch((cause) => {
      if (!(cause instanceof DOMException)) throw cause;
      const why = `a restore could not be finished (${cause.name}): free space on this device, and load this page again`;
      throw new BulkheadError('STORE_FAILED', why, {}, { cause });
    });
  });
}
