import { plainCopy } from '../base/plain-copy.js';
import type { Message } from '../base/types.js';
import {
  type Beginning,
  byAge,
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

/** A session with its records. These are never changed, so that a fork shares them. */
interface WithRecords {
  readonly kept: Kept;
  readonly records: Message[];
}

/**
 * Keeps sessions as long as the page is open. What is given and taken is copied.
 *
 * @example
 * import { createSession, InMemoryStorageAdapter } from 'bulkhead/engine';
 * const storage = new InMemoryStorageAdapter();
 * const session = await createSession({ storage, label: 'The inn' });
 */
export class InMemoryStorageAdapter implements StorageAdapter {
  readonly #sessions = new Map<string, WithRecords>();
  #numbers = 0;

  async get(id: string): Promise<SessionEntry | null> {
    const found = this.#sessions.get(id);
    return found ? copyOf(found.kept) : null;
  }

  async put(given: SessionRecord, records?: readonly Message[], after?: Beginning): Promise<void> {
    const session = plainCopy(recordOf(given));
    const before = this.#sessions.get(session.id);
    if (before && !records) {
      this.#sessions.set(session.id, { ...before, kept: { ...before.kept, session } });
      return;
    }
    const inherited = after ? this.#known(after.of).records.slice(0, after.length) : [];
    this.#keep(session, [...inherited, ...plainCopy([...(records ?? [])])]);
  }

  async records(id: string, from = 0, to?: number): Promise<readonly Message[]> {
    return plainCopy(this.#sessions.get(id)?.records.slice(from, to) ?? []);
  }

  async append(
    id: string,
    added: readonly Message[],
    change?: Partial<SessionRecord>,
    at = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const copy = plainCopy([...added]);
    const { kept, records } = this.#known(id);
    const session = plainCopy({ ...kept.session, ...change });
    if (at < records.length) {
      this.#keep(session, [...records.slice(0, at), ...copy]);
      return;
    }
    for (const record of copy) records.push(record);
    const turns = kept.turns + turnsOf(copy);
    const updatedAt = copy.length > 0 ? Date.now() : kept.updatedAt;
    this.#sessions.set(id, { kept: { ...kept, session, length: records.length, turns, updatedAt }, records });
  }

  async list(): Promise<readonly SessionEntry[]> {
    return this.#entries();
  }

  async remove(id: string): Promise<readonly StoredSession[]> {
    const gone = withDescendants(this.#entries(), id).map((session) => {
      const { kept, records } = this.#known(session.id);
      return { session, records, order: kept.order };
    });
    for (const { session } of gone) this.#sessions.delete(session.id);
    return gone;
  }

  async restore(sessions: readonly StoredSession[]): Promise<void> {
    for (const one of plainCopy([...sessions])) {
      this.#numbers += 1;
      this.#sessions.set(one.session.id, { kept: keptOf(one, this.#numbers), records: [...one.records] });
    }
  }

  #entries(): SessionEntry[] {
    const all = [...this.#sessions.values()].map(({ kept }) => kept);
    return all.toSorted(byAge).map(copyOf);
  }

  #known(id: string): WithRecords {
    const found = this.#sessions.get(id);
    if (!found) throw missing(id);
    return found;
  }

  #keep(session: SessionRecord, records: Message[]): void {
    this.#numbers += 1;
    const edition = this.#numbers;
    const order = this.#sessions.get(session.id)?.kept.order ?? edition;
    const counted = { length: records.length, turns: turnsOf(records), updatedAt: Date.now() };
    this.#sessions.set(session.id, { kept: { session, ...counted, edition, order }, records });
  }
}

const copyOf = (kept: Kept): SessionEntry => ({ ...entryOf(kept), metadata: plainCopy(kept.session.metadata) });
