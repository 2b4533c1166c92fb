import { randomId } from '../../primitives/random-id.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { Changes, Pair } from '../../protocol/storage.js';
import { isOrdinal } from '../commits/chat.js';
import { type Commit, type Counters, latestOf } from '../graph/records.js';
import { lastOf } from './copy.js';
import {
  entryOf,
  type FloorEvent,
  type Head,
  headOf,
  isEntry,
  type LogEntry,
  type LogRecord,
  SCHEMA,
} from './entries.js';
import { keyOf, numberedKey, prefixOf } from './keys.js';
import { quarantine } from './quarantine.js';
import { pairsOf } from './replace.js';
import { type Restored, restoredOf } from './restore.js';
import { headerOf, type Snapshot, type SnapshotHeader } from './snapshot.js';
import type { LogEvent, LogStorage } from './storage.js';

/** Records that are read at once. */
const PAGE = 256;

export type Appended =
  /** It is kept under this key. */
  | { readonly status: 'kept'; readonly key: number }
  /** Its batch was kept before: this is what was kept then. */
  | { readonly status: 'again'; readonly key: number; readonly entry: LogEntry }
  /** Others have written: these are the first of their records, and nothing was kept. Catch up, and send it again. */
  | { readonly status: 'behind'; readonly records: readonly LogRecord[] }
  /** The log was removed or set aside: nothing was kept. Open the chat anew. */
  | { readonly status: 'gone' };

/** Reading such a value will never succeed again. */
const UNREADABLE: readonly string[] = ['DataError', 'NotReadableError'];

/** The log of one chat, and a snapshot. A write needs the key after the last to be free, so two tabs cannot both take it. */
export class ChatLog {
  readonly chat: string;
  readonly #storage: LogStorage;
  /** `undefined` while nothing has been written. */
  #generation: string | undefined;
  #head = 0;
  #restored: Restored | undefined;

  private constructor(storage: LogStorage, chat: string) {
    this.#storage = storage;
    this.chat = chat;
  }

  /** Opens a chat's log, which need not exist yet. @throws `STORE_NEWER`; `STORE_BROKEN` when it would not open, and was set aside. */
  static async open(storage: LogStorage, chat: string): Promise<ChatLog> {
    const log = new ChatLog(storage, chat);
    await storage.replica?.restore(chat);
    const key = keyOf('head', chat);
    const restoredKey = keyOf('restored', chat);
    const values = await storage.logStore.read([key, restoredKey]);
    const head = headOf(values.get(key));
    if (head === null) return log.#breakOff('its head is broken', (now) => headOf(now) === null);
    if (!head) return log;
    log.#generation = head.generation;
    log.#restored = restoredOf(values.get(restoredKey), head.generation);
    const prefix = prefixOf('record', chat, head.generation);
    log.#head = await lastOf(storage.logStore, chat, head.generation);
    // The log may have grown meanwhile, so there may be more.
    const count = await storage.logStore.count(prefix);
    if (!(count >= log.#head)) await log.#breakOff(`${count} of ${log.#head} records are there`);
    return log;
  }

  /** Key of the last record that this log knows of; 0 for none. */
  get head(): number {
    return this.#head;
  }

  /** What came from the copy the last time this log had lost something; what was written shortly before that may be missing. */
  get restored(): Restored | undefined {
    return this.#restored;
  }

  /** Up to `limit` records after a key. @throws `STORE_NEWER`; `STORE_BROKEN` when one is broken, and all was set aside. */
  async read(after: number, limit = PAGE): Promise<readonly LogRecord[]> {
    if (this.#generation === undefined) return [];
    const prefix = prefixOf('record', this.chat, this.#generation);
    const from = numberedKey('record', this.chat, this.#generation, after);
    const pairs = await this.#storage.logStore.after(prefix, from, limit).catch((error: BulkheadError) => {
      if (!UNREADABLE.includes((error.cause as Error | undefined)?.name ?? '')) throw error;
      return this.#breakOff('a record cannot be read');
    });
    const records: LogRecord[] = [];
    for (const [i, [key, value]] of pairs.entries()) {
      const number = after + 1 + i;
      const entry = entryOf(value);
      if (!entry || Number(key.slice(prefix.length)) !== number) {
        return this.#breakOff(`record ${number} is ${entry ? 'missing' : 'broken'}`);
      }
      records.push({ key: number, entry });
    }
    this.#head = Math.max(this.#head, records.at(-1)?.key ?? 0);
    return records;
  }

  /** The record that a batch was kept in; `undefined` where it was not. @throws as `read` does. */
  async find(batch: string): Promise<LogRecord | undefined> {
    if (this.#generation === undefined) return undefined;
    const name = prefixOf('batch', this.chat, this.#generation) + batch;
    const key = (await this.#storage.logStore.read([name])).get(name);
    const [record] = typeof key === 'number' ? await this.read(key - 1, 1) : [];
    return record;
  }

  /** Which of the chat's logs it is, on this device and no other; empty while nothing has been written. */
  get generation(): string {
    return this.#generation ?? '';
  }

  /** All records after a key. @throws as `read` does. */
  async readAll(after = 0): Promise<LogRecord[]> {
    const records: LogRecord[] = [];
    for (let last = after; ; ) {
      const page = await this.read(last);
      const end = page.at(-1);
      if (!end) return records;
      for (const record of page) records.push(record);
      last = end.key;
    }
  }

  /** Keeps a commit, if nobody has written after `expectedHead`, a key that was read here. @throws `BAD_ARGS`, `STORE_FAILED`: nothing was kept. */
  append(commit: Commit, expectedHead: number): Promise<Appended> {
    return this.#add({ kind: 'commit', batch: commit.batch, commit }, expectedHead);
  }

  /** Keeps what happened to the chat's messages, in the same way. @throws `BAD_ARGS`, `STORE_FAILED`: nothing was kept. */
  amend(event: FloorEvent, expectedHead: number): Promise<Appended> {
    return this.#add(event, expectedHead);
  }

  /** The snapshot; `undefined` for none, or one that is broken: the log has everything that is in it. */
  async readSnapshot(): Promise<Snapshot | undefined> {
    if (this.#generation === undefined) return undefined;
    const kept = await this.#storage.logStore.listLarge(prefixOf('snapshot', this.chat, this.#generation));
    const [head, ...parts] = [...kept.values()];
    const header = headerOf(head);
    return header && header.parts === parts.length ? { ...header, parts } : undefined;
  }

  /** Replaces the snapshot, at once, on the disk. @returns false for an older one, or when the log is gone. @throws `STORE_FAILED`. */
  async writeSnapshot({ parts, ...covers }: Snapshot): Promise<boolean> {
    const generation = this.#generation;
    if (generation === undefined) return false;
    const headKey = keyOf('head', this.chat);
    const first = numberedKey('snapshot', this.chat, generation, 0);
    const header: SnapshotHeader = { ...covers, parts: parts.length };
    if (!headerOf(header) || covers.key > this.#head) throw new BulkheadError('BAD_ARGS', 'a snapshot of no record');
    let written = false;
    const decide = (values: Map<string, unknown>): Changes => {
      const head = headOf(values.get(headKey));
      const before = headerOf(values.get(first));
      written = head?.generation === generation && (before?.key ?? 0) <= covers.key;
      if (!written) return {};
      const rest = parts.map((part, i) => [numberedKey('snapshot', this.chat, generation, i + 1), part] as const);
      return { removeAll: [prefixOf('snapshot', this.chat, generation)], set: [[first, header], ...rest] };
    };
    await this.#storage.logStore.transact([headKey, first], decide, 'strict');
    return written;
  }

  /** Listens to records that other tabs write, and to the end of this log (`undefined`). @returns a function that stops listening. */
  onChange(listener: (head: number | undefined) => void): () => void {
    return this.#storage.listen((event: LogEvent) => {
      if (event.chat !== this.chat) return;
      if ('gone' in event) {
        if (this.#generation !== undefined) listener(undefined);
        return;
      }
      this.#generation ??= event.generation;
      if (event.generation !== this.#generation) return;
      this.#head = Math.max(this.#head, event.last);
      listener(event.last);
    });
  }

  /** Listens to changes from before `read` on, so that none is missed. @returns a function that stops listening. */
  async readHearing(read: () => Promise<void>, listener: (head: number | undefined) => void): Promise<() => void> {
    const unlisten = this.onChange(listener);
    try {
      await read();
    } catch (error) {
      unlisten();
      throw error;
    }
    return unlisten;
  }

  /** Keeps those commits behind `head` that are not kept yet, with counters of at least these. `fresh`: how many were not. */
  async appendAll(head: number, counters: Counters, commits: readonly Commit[]) {
    let [last, highest] = [head, counters];
    for (const commit of commits) {
      highest = latestOf(highest, commit.counters);
      const appended = await this.append({ ...commit, counters: highest }, last);
      if (appended.status === 'behind' || appended.status === 'gone') {
        return { status: appended.status, fresh: last - head };
      }
      if (appended.status === 'kept') last = appended.key;
    }
    return { status: 'kept', fresh: last - head } as const;
  }

  async #add(entry: LogEntry, expectedHead: number): Promise<Appended> {
    if (!isEntry(entry)) throw new BulkheadError('BAD_ARGS', 'not an entry of a log');
    if (!isOrdinal(expectedHead) || expectedHead > this.#head) {
      throw new BulkheadError('BAD_ARGS', `the log ends at ${this.#head}, not at ${expectedHead}`);
    }
    const key = expectedHead + 1;
    const began = this.#generation === undefined && (await this.#begin(entry));
    const generation = this.#generation ?? '';
    const pairs = pairsOf(this.chat, generation, key, entry);
    const kept = began || (await this.#insert(generation, pairs));
    if (!kept) return this.#why(pairs[1][0], expectedHead);
    this.#head = Math.max(this.#head, key);
    this.#storage.notify({ chat: this.chat, generation, last: key });
    return { status: 'kept', key };
  }

  #insert(generation: string, pairs: readonly Pair[]): Promise<boolean> {
    const holds = (head: unknown) => headOf(head)?.generation === generation;
    return this.#storage.logStore.insert(keyOf('head', this.chat), holds, pairs);
  }

  /** What stood in the way of an entry: the log's end, its batch, or another record. */
  async #why(batchKey: string, expectedHead: number): Promise<Appended> {
    const headKey = keyOf('head', this.chat);
    const values = await this.#storage.logStore.read([headKey, batchKey]);
    if (headOf(values.get(headKey))?.generation !== this.#generation) return { status: 'gone' };
    const key = values.get(batchKey);
    if (typeof key !== 'number') return { status: 'behind', records: await this.read(expectedHead) };
    const [record] = await this.read(key - 1, 1);
    return record ? { status: 'again', key, entry: record.entry } : { status: 'gone' };
  }

  /** Makes a log with its first record, or finds the one that somebody has made since this was opened. @returns whether it was made. */
  async #begin(entry: LogEntry): Promise<boolean> {
    const headKey = keyOf('head', this.chat);
    let generation = randomId();
    let made = false;
    await this.#storage.logStore.transact([headKey], (values) => {
      const head = headOf(values.get(headKey));
      made = head === undefined;
      generation = head?.generation ?? generation;
      if (!made) return {};
      return {
        set: [[headKey, { schema: SCHEMA, generation } satisfies Head], ...pairsOf(this.chat, generation, 1, entry)],
      };
    });
    this.#generation = generation;
    return made;
  }

  /** `still`: whether this is the broken log yet; another tab may have set it aside, and have begun the next. */
  async #breakOff(
    why: string,
    still = (head: unknown) => headOf(head)?.generation === this.#generation,
  ): Promise<never> {
    const quarantined = await quarantine(this.#storage, this.chat, why, { still });
    throw new BulkheadError('STORE_BROKEN', `the log of a chat would not open: ${why}`, {
      chat: this.chat,
      quarantined,
    });
  }
}
