import { within } from '../primitives/timers.js';
import { BulkheadError } from '../protocol/errors.js';
import { JOURNAL, OBJECTS } from './database.js';

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

/** Replaces every target. Nobody opens one meanwhile, and what is cut off begins anew, because the journal is deleted last. */
async function replaceAll(factory: IDBFactory): Promise<void> {
  const journal = await open(factory, JOURNAL);
  const read = <T>(key: IDBValidKey) =>
    answer<T | undefined>(journal.transaction(OBJECTS).objectStore(OBJECTS).get(key));
  try {
    const state = await read<RestoreState>('state');
    // Somebody prepares one now, or has died while preparing it.
    if (!state) return;
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
    // Somebody else may have finished it meanwhile, and nothing is made anew.
    if ((await factory.databases()).some(({ name }) => name === JOURNAL)) await replaceAll(factory);
  });
}
