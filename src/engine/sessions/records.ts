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

  /** The first so many. `entry`: what is told of the session now. Nobody may change them. */
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
