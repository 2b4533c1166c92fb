import { Database, promisifyRequest } from '../../worker/adapters/database.js';
import { JOURNAL } from '../../worker/adapters/database-names.js';
import type { RestoreState } from '../../worker/adapters/restore-journal.js';
import type { BackupPair } from './parts.js';

/** Pairs of one page, and characters of one. */
const PAGE_PAIRS = 512;
const PAGE_CHARS = 1_000_000;

/** Prepares a restore in a database of its own. Nothing counts before `end`. */
export class Journal {
  readonly #database = new Database(JOURNAL, async () => indexedDB, 'strict', true);
  #waiting: BackupPair[] = [];
  #chars = 0;
  #pages = 0;
  #target = 0;

  /** Deletes the unfinished journal of a page that closed while it prepared a restore. */
  async begin(): Promise<void> {
    await this.#database.write(async (objects) => {
      objects.clear();
      await promisifyRequest(objects.transaction);
    });
  }

  async add(pair: BackupPair, chars: number): Promise<void> {
    this.#waiting.push(pair);
    this.#chars += chars;
    if (this.#waiting.length >= PAGE_PAIRS || this.#chars >= PAGE_CHARS) await this.#flush();
  }

  /** Ends a target. @returns how many pages it has. */
  async next(): Promise<number> {
    if (this.#waiting.length > 0) await this.#flush();
    const pages = this.#pages;
    this.#pages = 0;
    this.#target += 1;
    return pages;
  }

  /** Commits the restore: after this it completes, even if the page closes. */
  async end(state: RestoreState): Promise<void> {
    await this.#put('state', state);
    await this.#database.close();
  }

  /** Deletes it: the restore has not happened. */
  remove(): Promise<void> {
    return this.#database.erase();
  }

  async #flush(): Promise<void> {
    const pairs = this.#waiting;
    this.#waiting = [];
    this.#chars = 0;
    await this.#put([this.#target, this.#pages], pairs);
    this.#pages += 1;
  }

  #put(key: IDBValidKey, value: unknown): Promise<void> {
    return this.#database.write(async (objects) => {
      objects.put(value, key);
      await promisifyRequest(objects.transaction);
    });
  }
}
