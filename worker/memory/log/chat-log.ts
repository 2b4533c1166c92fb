import type { Changes } from '../../doors/pairs.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { Commit } from '../records.js';
import { setAside } from './aside.js';
import {
  entryOf,
  type FloorEvent,
  type Head,
  headOf,
  isEntry,
  type LogEntry,
  type LogRecord,
  SCHEMA,
  toRecord,
} from './entries.js';
import { keyOf, newGeneration, numberedKey, prefixOf } from './keys.js';
import type { Shelf, Told } from './shelf.js';
import { headerOf, type Snapshot, type SnapshotHeader } from './snapshot.js';

/** Records that are read at once. */
export const PAGE = 256;

/** What became of an entry. */
export type Appended =
  /** It is kept under this key. */
  | { readonly status: 'kept'; readonly key: number }
  /** Its batch was kept before: this is what was kept then. */
  | { readonly status: 'again'; readonly key: number; readonly entry: LogEntry }
  /** Others have written: these are the first of their records, and nothing was kept. Catch up, and send it again. */
  | { readonly status: 'behind'; readonly records: readonly LogRecord[] }
  /** The log was removed or set aside: nothing was kept. Open the chat anew. */
  | { readonly status: 'gone' };

/** What a look at the head inside a transaction comes to. */
type Seen =
  | { readonly status: 'kept' | 'again'; readonly key: number }
  | { readonly status: 'behind' | 'gone' | 'found' };

/** Reading such a value will never succeed again. */
const UNREADABLE: readonly string[] = ['DataError', 'NotReadableError'];

/**
 * The log of one chat: every record it ever had, in order, and a snapshot for a faster start. Each write is one transaction,
 * which gives the record its key and looks whether somebody else was faster.
 */
export class ChatLog {
  readonly chat: string;
  readonly #shelf: Shelf;
  /** `undefined` while nothing has been written. */
  #generation: string | undefined;
  #head = 0;

  private constructor(shelf: Shelf, chat: string) {
    this.#shelf = shelf;
    this.chat = chat;
  }

  /**
   * Opens the log of a chat, which need not have one yet: then nothing is written.
   * @throws `STORE_NEWER`; `STORE_BROKEN` when it would not open, and was set aside.
   */
  static async open(shelf: Shelf, chat: string): Promise<ChatLog> {
    const log = new ChatLog(shelf, chat);
    const key = keyOf('head', chat);
    const head = headOf((await shelf.ledger.read([key])).get(key));
    if (head === null) return log.#breakOff('its head is broken', (now) => headOf(now) === null);
    if (!head) return log;
    log.#generation = head.generation;
    log.#head = head.last;
    // The head may have moved on meanwhile, so there may be more.
    const count = await shelf.ledger.count(prefixOf('record', chat, head.generation));
    if (count < head.last) await log.#breakOff(`${count} of ${head.last} records are there`);
    return log;
  }

  /** Key of the last record, as far as this log has heard; 0 for none. */
  get head(): number {
    return this.#head;
  }

  /**
   * The records after a key, up to `limit` of them; none at the end.
   * @throws `STORE_NEWER`; `STORE_BROKEN` when one is broken, and all was set aside.
   */
  async read(after: number, limit = PAGE): Promise<readonly LogRecord[]> {
    if (this.#generation === undefined) return [];
    const prefix = prefixOf('record', this.chat, this.#generation);
    const from = numberedKey('record', this.chat, this.#generation, after);
    const pairs = await this.#shelf.ledger.after(prefix, from, limit).catch((error: BulkheadError) => {
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

  /** Keeps a commit, if nobody else has written after `expectedHead`. @throws `BAD_ARGS`, `STORE_FAILED`: nothing was kept. */
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
    const kept = await this.#shelf.ledger.list(prefixOf('snapshot', this.chat, this.#generation));
    const [head, ...parts] = [...kept.values()];
    const header = headerOf(head);
    return header && header.parts === parts.length ? { ...header, parts } : undefined;
  }

  /**
   * Puts a snapshot in the place of the one before, at once, and on the disk.
   * @returns false when there is one of later records already, or the log is gone. @throws `STORE_FAILED`.
   */
  async writeSnapshot({ parts, ...covers }: Snapshot): Promise<boolean> {
    const generation = this.#generation;
    if (generation === undefined) return false;
    const headKey = keyOf('head', this.chat);
    const first = numberedKey('snapshot', this.chat, generation, 0);
    const header: SnapshotHeader = { ...covers, parts: parts.length };
    if (!headerOf(header)) throw new BulkheadError('BAD_ARGS', 'a snapshot without a key');
    let written = false;
    const decide = (values: Map<string, unknown>): Changes => {
      const head = headOf(values.get(headKey));
      const before = headerOf(values.get(first));
      written = head?.generation === generation && covers.key <= head.last && (before?.key ?? 0) <= covers.key;
      if (!written) return {};
      const rest = parts.map((part, i) => [numberedKey('snapshot', this.chat, generation, i + 1), part] as const);
      return { removeAll: [prefixOf('snapshot', this.chat, generation)], set: [[first, header], ...rest] };
    };
    const write = () => this.#shelf.ledger.transact([headKey, first], decide, 'strict');
    await this.#shelf.locked(this.chat, write);
    return written;
  }

  /** Hears of records that other tabs have written, and of the end of this log (`undefined`). @returns how to stop. */
  onChange(listener: (head: number | undefined) => void): () => void {
    return this.#shelf.listen((told: Told) => {
      if (told.chat !== this.chat) return;
      if ('gone' in told) {
        if (this.#generation !== undefined) listener(undefined);
        return;
      }
      this.#generation ??= told.generation;
      if (told.generation !== this.#generation) return;
      this.#head = Math.max(this.#head, told.last);
      listener(told.last);
    });
  }

  async #add(entry: LogEntry, expectedHead: number): Promise<Appended> {
    if (!isEntry(entry)) throw new BulkheadError('BAD_ARGS', 'not an entry of a log');
    const seen = await this.#shelf.locked(this.chat, async () => {
      let tried = await this.#try(entry, expectedHead);
      // Somebody has begun the log since it was opened here.
      while (tried.status === 'found') tried = await this.#try(entry, expectedHead);
      return tried;
    });
    switch (seen.status) {
      case 'kept': {
        const { key } = seen;
        this.#head = Math.max(this.#head, key);
        this.#shelf.tell({ chat: this.chat, generation: this.#generation ?? '', last: key });
        return { status: 'kept', key };
      }
      case 'again': {
        const [record] = await this.read(seen.key - 1, 1);
        return record ? { status: 'again', key: seen.key, entry: record.entry } : { status: 'gone' };
      }
      case 'behind':
        return { status: 'behind', records: await this.read(expectedHead) };
      default:
        return { status: 'gone' };
    }
  }

  async #try(entry: LogEntry, expectedHead: number): Promise<Seen> {
    const generation = this.#generation ?? newGeneration();
    const headKey = keyOf('head', this.chat);
    const batchKey = prefixOf('batch', this.chat, generation) + entry.batch;
    let seen = { status: 'gone' } as Seen;
    await this.#shelf.ledger.transact([headKey, batchKey], (values) => {
      const head = headOf(values.get(headKey));
      seen = this.#compare(head, values.get(batchKey), generation, expectedHead);
      if (seen.status !== 'kept') return {};
      const next: Head = { schema: SCHEMA, generation, last: seen.key };
      return {
        set: [
          [numberedKey('record', this.chat, generation, seen.key), toRecord(entry)],
          [batchKey, seen.key],
          [headKey, next],
        ],
      };
    });
    if (seen.status === 'kept') this.#generation = generation;
    return seen;
  }

  #compare(head: Head | undefined | null, kept: unknown, generation: string, expectedHead: number): Seen {
    if (head === null) return { status: 'gone' };
    if (this.#generation === undefined && head) {
      this.#generation = head.generation;
      return { status: 'found' };
    }
    if (this.#generation !== undefined && head?.generation !== generation) return { status: 'gone' };
    if (typeof kept === 'number') return { status: 'again', key: kept };
    const last = head?.last ?? 0;
    if (last > expectedHead) return { status: 'behind' };
    if (last === expectedHead) return { status: 'kept', key: last + 1 };
    throw new BulkheadError('BAD_ARGS', `the log ends at ${last}, not at ${expectedHead}`);
  }

  /** `still`: whether this is the broken log yet; another tab may have set it aside, and have begun the next. */
  async #breakOff(
    why: string,
    still = (head: unknown) => headOf(head)?.generation === this.#generation,
  ): Promise<never> {
    const aside = await this.#shelf.locked(this.chat, () => setAside(this.#shelf, this.chat, why, still));
    throw new BulkheadError('STORE_BROKEN', `the log of a chat would not open: ${why}`, { chat: this.chat, aside });
  }
}
