import { Database, promisifyRequest, type Work } from '../../../worker/adapters/database.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';

const NAME = 'bulkhead-studio';

const open = () =>
  new Database(NAME, async () => (globalThis as { indexedDB?: IDBFactory }).indexedDB, 'relaxed', false);
let database = open();

/** Reads in one transaction; `empty` where nothing was ever kept. @throws `STORE_UNAVAILABLE`, `STORE_FAILED`. */
export const look = <T>(empty: T, work: Work<T>): Promise<T> =>
  safely('read', () => database.look('readonly', empty, work));

/** Changes in one transaction: all of it or nothing. @throws `STORE_UNAVAILABLE`, `STORE_FAILED`. */
export const change = <T>(work: Work<T>): Promise<T> =>
  safely('kept', () =>
    database.write(async (objects) => {
      const { transaction } = objects;
      const done = promisifyRequest(transaction);
      done.catch(() => {});
      try {
        const result = await work(objects);
        await done;
        return result;
      } catch (error) {
        // What has ended it knows better why than the request that was cut off.
        const why = await abort(transaction, done);
        throw why ?? error;
      }
    }),
  );

/** Deletes all histories of this browser, for good. */
export async function eraseHistories(): Promise<void> {
  const gone = database;
  database = open();
  await safely('erased', () => gone.erase());
}

async function abort(transaction: IDBTransaction, done: Promise<unknown>): Promise<unknown> {
  try {
    transaction.abort();
  } catch {
    return done.then(
      () => undefined,
      () => transaction.error,
    );
  }
  return undefined;
}

async function safely<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!('indexedDB' in globalThis)) {
    throw new BulkheadError('STORE_UNAVAILABLE', 'the history cannot be kept here: this browser has no IndexedDB');
  }
  try {
    return await work().catch((error: unknown) => {
      // Somebody has deleted the database, or the browser has closed it: it is opened anew, once.
      if ((error as Error | null)?.name !== 'InvalidStateError') throw error;
      database.forget();
      return work();
    });
  } catch (error) {
    if (error instanceof BulkheadError) throw error;
    const why = (error as Error | null)?.message || (error as Error | null)?.name || String(error);
    throw new BulkheadError('STORE_FAILED', `the history could not be ${what}: ${why}`, {}, { cause: error });
  }
}
