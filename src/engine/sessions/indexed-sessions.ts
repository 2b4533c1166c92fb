import { Database, promisifyRequest } from '../../../worker/adapters/database.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Message } from '../base/types.js';
import { copyLots, cutLots, readLots, writeLots } from './lots.js';
import {
  type Beginning,
  byAge,
  type Counted,
  entryOf,
  type Kept,
  keptOf,
  missing,
  recordOf,
  type SessionEntry,
  type SessionRecord,
  type StorageAdapter,
  type StoredSession,
  turnsOf,
  withDescendants,
} from './storage.js';

const SESSIONS = ['session'];
/** The last number that was given to a session or an edition. */
const NUMBER = ['number'];
const sessionKey = (id: string) => [...SESSIONS, id];
const allSessions = () => IDBKeyRange.bound(SESSIONS, [...SESSIONS, []]);

/** What `IndexedDbStorageAdapter` does, loaded with its first use. */
export class IndexedSessions implements StorageAdapter {
  readonly #database: Database;

  constructor(name: string) {
    const factory = async () => (globalThis as { indexedDB?: IDBFactory }).indexedDB;
    this.#database = new Database(name, factory, 'relaxed', false);
  }

  get(id: string): Promise<SessionEntry | null> {
    return this.#look(null, async (objects) => {
      const kept = await read<Kept>(objects, sessionKey(id));
      return kept ? entryOf(kept) : null;
    });
  }

  put(given: SessionRecord, records?: readonly Message[], after?: Beginning): Promise<void> {
    return this.#write(async (objects) => {
      const session = recordOf(given);
      const before = await read<Kept>(objects, sessionKey(session.id));
      if (before && !records) {
        objects.put({ ...before, session } satisfies Kept, sessionKey(session.id));
        return;
      }
      const number = await nextNumber(objects);
      await cutLots(objects, session.id, 0);
      let inherited = { length: 0, turns: 0 };
      if (after) {
        await known(objects, after.of);
        inherited = await copyLots(objects, after.of, after.length, session.id);
      }
      const own = records ?? [];
      writeLots(objects, session.id, inherited.length, own);
      const counted = { length: inherited.length + own.length, turns: inherited.turns + turnsOf(own) };
      const kept = { session, ...counted, updatedAt: Date.now(), edition: number, order: before?.order ?? number };
      objects.put(kept satisfies Kept, sessionKey(session.id));
    });
  }

  records(id: string, from = 0, to = Number.POSITIVE_INFINITY): Promise<readonly Message[]> {
    return this.#look([], (objects) => readLots(objects, id, from, to));
  }

  append(
    id: string,
    records: readonly Message[],
    change: Partial<SessionRecord> = {},
    at = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    return this.#write(async (objects) => {
      const kept = await known(objects, id);
      const { length, turns, edition } = at < kept.length ? await cut(objects, kept, at) : kept;
      writeLots(objects, id, length, records);
      const counted = { length: length + records.length, turns: turns + turnsOf(records), edition };
      const updatedAt = records.length > 0 || length < kept.length ? Date.now() : kept.updatedAt;
      const now = { ...kept, ...counted, updatedAt, session: { ...kept.session, ...change } };
      objects.put(now satisfies Kept, sessionKey(id));
    });
  }

  list(): Promise<readonly SessionEntry[]> {
    return this.#look([], async (objects) => (await allKept(objects)).map(entryOf));
  }

  remove(id: string): Promise<readonly StoredSession[]> {
    return this.#write(async (objects) => {
      const all = await allKept(objects);
      const byId = new Map(all.map((kept) => [kept.session.id, kept]));
      const gone: StoredSession[] = [];
      for (const { id: one } of withDescendants(
        all.map(({ session }) => session),
        id,
      )) {
        const kept = byId.get(one);
        if (!kept) continue;
        const records = await readLots(objects, one, 0, kept.length);
        gone.push({ session: entryOf(kept), records, order: kept.order });
        objects.delete(sessionKey(one));
        await cutLots(objects, one, 0);
      }
      return gone;
    });
  }

  restore(sessions: readonly StoredSession[]): Promise<void> {
    return this.#write(async (objects) => {
      for (const one of sessions) {
        const { id } = one.session;
        await cutLots(objects, id, 0);
        writeLots(objects, id, 0, one.records);
        objects.put(keptOf(one, await nextNumber(objects)), sessionKey(id));
      }
    });
  }

  async erase(): Promise<void> {
    await this.#safely(() => this.#database.erase());
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #look<T>(empty: T, work: (objects: IDBObjectStore) => Promise<T>): Promise<T> {
    return this.#safely(() => this.#database.look('readonly', empty, work));
  }

  #write<T>(work: (objects: IDBObjectStore) => Promise<T>): Promise<T> {
    return this.#safely(() =>
      this.#database.write(async (objects) => {
        const { transaction } = objects;
        const done = promisifyRequest(transaction);
        done.catch(() => {});
        let result: T;
        try {
          result = await work(objects);
        } catch (error) {
          transaction.abort();
          throw error;
        }
        await done;
        return result;
      }),
    );
  }

  async #safely<T>(work: () => Promise<T>): Promise<T> {
    if (!('indexedDB' in globalThis)) {
      throw new BulkheadError('STORE_UNAVAILABLE', 'sessions cannot be kept here: this browser has no IndexedDB');
    }
    try {
      return await work();
    } catch (error) {
      if (error instanceof BulkheadError) throw error;
      const why = (error as Error | null)?.message ?? String(error);
      throw new BulkheadError('STORE_FAILED', `the session could not be kept: ${why}`, {}, { cause: error });
    }
  }
}

const read = <T>(objects: IDBObjectStore, key: IDBValidKey): Promise<T | undefined> =>
  promisifyRequest<T | undefined>(objects.get(key));

async function known(objects: IDBObjectStore, id: string): Promise<Kept> {
  const kept = await read<Kept>(objects, sessionKey(id));
  if (!kept) throw missing(id);
  return kept;
}

async function cut(
  objects: IDBObjectStore,
  { session, length, turns }: Kept,
  at: number,
): Promise<Omit<Counted, 'updatedAt'>> {
  const gone = await readLots(objects, session.id, at, length);
  await cutLots(objects, session.id, at);
  return { length: at, turns: turns - turnsOf(gone), edition: await nextNumber(objects) };
}

async function allKept(objects: IDBObjectStore): Promise<Kept[]> {
  const all = await promisifyRequest<Kept[]>(objects.getAll(allSessions()));
  return all.toSorted(byAge);
}

async function nextNumber(objects: IDBObjectStore): Promise<number> {
  const number = ((await read<number>(objects, NUMBER)) ?? 0) + 1;
  objects.put(number, NUMBER);
  return number;
}
