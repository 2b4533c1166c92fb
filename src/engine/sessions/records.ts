import type { Message } from '../base/types.js';
import type { SessionEntry, StorageAdapter } from './storage.js';

/** The records of a session that is in use: of a long one only what is new is read again. */
export class Records {
  readonly #session: string;
  readonly #storage: StorageAdapter;
  #read: Message[] = [];
  #edition: number | undefined;

  constructor(session: string, storage: StorageAdapter) {
    this.#session = session;
    this.#storage = storage;
  }

  /** Returns the first records. `entry` is the session's current entry. The records must not be changed. */
  async first(length: number, { edition, length: there }: SessionEntry): Promise<readonly Message[]> {
    if (edition !== this.#edition) {
      this.#read = [];
      this.#edition = edition;
    }
    const read = this.#read;
    if (read.length < there) {
      for (const record of await this.#storage.records(this.#session, read.length, there)) read.push(record);
    }
    return length === read.length ? read : read.slice(0, length);
  }
}
