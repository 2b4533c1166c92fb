import { Mutex } from '../../../worker/primitives/mutex.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { destroyLevel, type Level, openLevel } from './level.js';
import { type Batch, Snapshot } from './snapshot.js';

/** @throws `STORE_FAILED` for a failure of the library or of the disk. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BulkheadError) throw cause;
    throw new BulkheadError('STORE_FAILED', `the store failed: ${(cause as Error).message}`, {}, { cause });
  }
}

/**
 * One database below a folder, for everybody in this process who uses it. It is opened with the first use, and again after it was
 * closed, erased, or has failed. Writes happen one after another; reads each see one moment.
 */
export class FolderDatabase {
  readonly #path: string;
  readonly #writes = new Mutex();
  readonly #users = new Set<object>();
  readonly #reads = new Set<Promise<unknown>>();
  #opened: Promise<Level> | undefined;
  #shutting: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads at one moment. @throws `STORE_FAILED`, `STORE_UNAVAILABLE`. */
  look<T>(user: object, work: (at: Snapshot) => Promise<T>): Promise<T> {
    this.#users.add(user);
    const before = this.#shutting;
    const read = answered(async () => {
      await before;
      return this.#at(work);
    });
    const over = read.catch(() => {});
    this.#reads.add(over);
    void over.then(() => this.#reads.delete(over));
    return read;
  }

  /**
   * Reads, decides, and writes what `decide` returns as one batch, if it returns one. Nobody writes in between. `sync`: the batch is on
   * the disk when the promise resolves. @throws what `decide` throws; `STORE_FAILED`, `STORE_UNAVAILABLE`.
   */
  write<T>(
    user: object,
    read: (at: Snapshot) => Promise<T>,
    decide: (found: T, at: Snapshot) => Promise<Batch | undefined>,
    sync: boolean,
  ): Promise<boolean> {
    this.#users.add(user);
    return this.#writes.run(() =>
      this.#at(async (at) => {
        const batch = await decide(await answered(() => read(at)), at);
        if (batch) await answered(() => this.#put(at.level, batch, sync));
        return batch !== undefined;
      }),
    );
  }

  /** Deletes every pair, then the files. The next use makes new ones. @throws `STORE_FAILED`, `STORE_UNAVAILABLE`. */
  erase(user: object): Promise<void> {
    this.#users.add(user);
    return this.#writes.run(() =>
      answered(async () => {
        // Whoever ends this process in the middle leaves all pairs or none.
        await this.#at(async (at) => this.#put(at.level, await at.removals({}), true));
        await this.#shut();
        await destroyLevel(this.#path);
      }),
    );
  }

  /** Resolves when what has begun is done; the last user's call closes the database. */
  close(user: object): Promise<void> {
    this.#users.delete(user);
    return this.#writes.run(async () => {
      await Promise.all(this.#reads);
      if (this.#users.size === 0) await answered(() => this.#shut());
    });
  }

  async #at<T>(work: (at: Snapshot) => Promise<T>): Promise<T> {
    const level = await answered(() => this.#open());
    const snapshot = level.snapshot();
    try {
      return await work(new Snapshot(level, snapshot));
    } finally {
      await snapshot.close();
    }
  }

  async #put(level: Level, batch: Batch, sync: boolean): Promise<void> {
    try {
      await level.batch([...batch], { sync });
    } catch (cause) {
      // After a failed write the library refuses all others until it is opened anew.
      await this.#shut().catch(() => {});
      throw cause;
    }
  }

  #open(): Promise<Level> {
    const opening = this.#opened ?? openLevel(this.#path);
    this.#opened = opening;
    opening.catch(() => {
      if (this.#opened === opening) this.#opened = undefined;
    });
    return opening;
  }

  /** Closes it when the reads that have begun are over. Later ones wait. */
  #shut(): Promise<void> {
    const reads = [...this.#reads];
    const shutting = (async () => {
      await Promise.all(reads);
      const level = await this.#opened?.catch(() => undefined);
      this.#opened = undefined;
      await level?.close();
    })();
    this.#shutting = shutting.catch(() => {});
    return shutting;
  }
}
