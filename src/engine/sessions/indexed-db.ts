import { Database, promisifyRequest } from '../../../worker/doors/database.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Message } from '../types.js';
import type { SessionRecord, StorageAdapter } from './storage.js';

/** A session as it lies there: with how many lots of records it has, and when it came. */
interface Kept {
  readonly session: SessionRecord;
  readonly lots: number;
  readonly order: number;
}

const SESSIONS = ['session'];
const ORDER = ['order'];
const sessionKey = (id: string) => [...SESSIONS, id];
const lotKey = (id: string, lot: number) => ['records', id, lot];
/** Of every key that begins so: a list is more than any text or number. */
const under = (...start: string[]) => IDBKeyRange.bound(start, [...start, []]);

/**
 * Keeps sessions in IndexedDB: each `put` and each `append` is one transaction, so that all of it is there or nothing, and
 * tabs that write to one session write one after another. Every method rejects with `STORE_UNAVAILABLE` where the browser has
 * none, and with `STORE_FAILED` where it refuses.
 */
export class IndexedDbStorageAdapter implements StorageAdapter {
  readonly #database: Database;

  /** `name`: of the database, which is made at the first write. */
  constructor(name = 'bulkhead-sessions') {
    const factory = async () => (globalThis as { indexedDB?: IDBFactory }).indexedDB;
    this.#database = new Database(name, factory, 'relaxed', false);
  }

  get(id: string): Promise<SessionRecord | null> {
    return this.#look(null, async (objects) => (await read<Kept>(objects, sessionKey(id)))?.session ?? null);
  }

  put(session: SessionRecord, records?: readonly Message[]): Promise<void> {
    return this.#write(async (objects) => {
      const before = await read<Kept>(objects, sessionKey(session.id));
      const order = before?.order ?? ((await read<number>(objects, ORDER)) ?? 0) + 1;
      if (!before) objects.put(order, ORDER);
      if (records) {
        objects.delete(under('records', session.id));
        objects.put(records, lotKey(session.id, 0));
      }
      const lots = records ? 1 : (before?.lots ?? 0);
      objects.put({ session, lots, order } satisfies Kept, sessionKey(session.id));
    });
  }

  records(id: string): Promise<readonly Message[]> {
    return this.#look([], async (objects) => {
      const lots = await promisifyRequest<Message[][]>(objects.getAll(under('records', id)));
      return lots.flat();
    });
  }

  append(id: string, records: readonly Message[], change: Partial<SessionRecord> = {}): Promise<void> {
    return this.#write(async (objects) => {
      const kept = await read<Kept>(objects, sessionKey(id));
      if (!kept) throw new BulkheadError('BAD_ARGS', `there is no session ${id} any more`);
      const { session, lots, order } = kept;
      if (records.length > 0) objects.put(records, lotKey(id, lots));
      const now = { session: { ...session, ...change }, lots: lots + (records.length > 0 ? 1 : 0), order };
      objects.put(now satisfies Kept, sessionKey(id));
    });
  }

  list(): Promise<readonly SessionRecord[]> {
    return this.#look([], async (objects) => {
      const all = await promisifyRequest<Kept[]>(objects.getAll(under(...SESSIONS)));
      return all.toSorted((a, b) => a.order - b.order).map(({ session }) => session);
    });
  }

  remove(id: string): Promise<void> {
    return this.#write(async (objects) => {
      objects.delete(sessionKey(id));
      objects.delete(under('records', id));
    });
  }

  /** Deletes all sessions that are kept here, for good. */
  async erase(): Promise<void> {
    await this.#safely(() => this.#database.erase());
  }

  /** Closes it; it is opened again at the next use. */
  close(): Promise<void> {
    return this.#database.close();
  }

  #look<T>(empty: T, work: (objects: IDBObjectStore) => Promise<T>): Promise<T> {
    return this.#safely(() => this.#database.look('readonly', empty, work));
  }

  #write(work: (objects: IDBObjectStore) => Promise<void>): Promise<void> {
    return this.#safely(() =>
      this.#database.write(async (objects) => {
        const { transaction } = objects;
        const done = promisifyRequest(transaction);
        done.catch(() => {});
        try {
          await work(objects);
        } catch (error) {
          transaction.abort();
          throw error;
        }
        await done;
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
