import { promisifyRequest } from 'idb-keyval';
import { BulkheadError } from '../protocol/errors.js';
import type { Durability } from '../protocol/storage.js';
import { finishCutOff } from './cut-off-restore.js';
import { JOURNAL, OBJECTS } from './database-names.js';

export { promisifyRequest };

/** Finds where a database lies. `make: false` looks for an existing place only, and resolves to `undefined` if there is none. */
export type Factory = (make: boolean) => Promise<IDBFactory | undefined>;

/** What is done in one transaction. */
export type Work<T> = (pairs: IDBObjectStore) => Promise<T>;

/**
 * The layout of idb-keyval, with two differences that its `createStore` cannot offer: a write can wait for the disk, and a read
 * never creates the database.
 */
export class Database {
  readonly #name: string;
  readonly #factory: Factory;
  readonly #durability: Durability;
  readonly #once: boolean;
  #opened: Promise<IDBDatabase | undefined> | undefined;
  #over = false;

  /** `once`: one that somebody has deleted is not made again here, so that nothing of it is written back. */
  constructor(name: string, factory: Factory, durability: Durability, once: boolean) {
    this.#name = name;
    this.#factory = factory;
    this.#durability = durability;
    this.#once = once;
  }

  /** Works on what there is; where there is none, the answer is `empty`. */
  async look<T>(mode: IDBTransactionMode, empty: T, work: Work<T>): Promise<T> {
    const database = await this.#open(false);
    return database ? work(this.#begin(database, mode)) : empty;
  }

  /**
   * Writes, and makes the database for it; `durability` is this transaction's own.
   * @throws `STORE_FAILED` when it was deleted for good.
   */
  async write<T>(work: Work<T>, durability = this.#durability): Promise<T> {
    // Somebody may have looked for it at this moment, and have found none.
    for (;;) {
      const database = await this.#open(!this.#over);
      if (database) return work(this.#begin(database, 'readwrite', durability));
      if (this.#over) throw new BulkheadError('STORE_FAILED', 'the store was erased');
    }
  }

  /** Opens it anew at the next use. */
  forget(): void {
    this.#opened = undefined;
  }

  /** Deletes it for good. Resolves when nobody has it open any more. */
  async erase(): Promise<void> {
    this.#over = true;
    const factory = await this.#factory(false);
    if (factory) await promisifyRequest(factory.deleteDatabase(this.#name));
  }

  /** Closes it when what has begun is done. It may be used again, which opens it anew. */
  async close(): Promise<void> {
    const database = await this.#opened?.catch(() => undefined);
    this.forget();
    database?.close();
  }

  #begin(database: IDBDatabase, mode: IDBTransactionMode, durability = this.#durability): IDBObjectStore {
    return database.transaction(OBJECTS, mode, { durability }).objectStore(OBJECTS);
  }

  #open(make: boolean): Promise<IDBDatabase | undefined> {
    const known = this.#opened;
    if (known) return known;
    const opening = this.#connect(make);
    this.#opened = opening;
    const forget = () => {
      if (this.#opened === opening) this.#opened = undefined;
    };
    opening.then((database) => {
      if (!database) {
        forget();
        return;
      }
      // Without this, a page that deletes the database would wait for ours to be closed.
      database.onversionchange = ({ newVersion }) => {
        database.close();
        forget();
        if (newVersion === null && this.#once) this.#over = true;
      };
      database.onclose = forget;
    }, forget);
    return opening;
  }

  async #connect(make: boolean): Promise<IDBDatabase | undefined> {
    // Nothing is opened before a restore that was cut off is finished.
    if (this.#name !== JOURNAL) await finishCutOff();
    const factory = await this.#factory(make);
    if (!factory) return undefined;
    return this.#request(factory, make).catch((error: DOMException) => {
      // Files that the end of the browser's process has spoilt are given up by Chromium, and the opening that finds them fails.
      if (error.name !== 'UnknownError') throw error;
      return this.#request(factory, make);
    });
  }

  async #request(factory: IDBFactory, make: boolean): Promise<IDBDatabase | undefined> {
    const there = async () => (await factory.databases()).some(({ name }) => name === this.#name);
    if (!make && 'databases' in factory && !(await there())) return undefined;
    const request = factory.open(this.#name);
    let refused = false;
    request.onupgradeneeded = () => {
      // It has gone since it was looked for, or this browser cannot look.
      if (make) request.result.createObjectStore(OBJECTS);
      else {
        refused = true;
        request.transaction?.abort();
      }
    };
    return promisifyRequest(request).catch((error) => {
      if (refused) return undefined;
      throw error;
    });
  }
}
