import type { Message } from '../types.js';
import {
  type Beginning,
  byAge,
  missing,
  recordOf,
  type SessionEntry,
  type SessionRecord,
  type StorageAdapter,
  type StoredSession,
  turnsOf,
  withDescendants,
} from './storage.js';

/** What is kept of one session. Records are never changed, so that a fork shares them. */
interface Kept {
  readonly session: SessionRecord;
  readonly records: Message[];
  readonly turns: number;
  readonly updatedAt: number;
  readonly edition: number;
}

/** Keeps sessions as long as the page is open. What is given and taken is copied. */
export class InMemoryStorageAdapter implements StorageAdapter {
  readonly #kept = new Map<string, Kept>();
  #editions = 0;

  async get(id: string): Promise<SessionEntry | null> {
    const kept = this.#kept.get(id);
    return kept ? structuredClone(entryOf(kept)) : null;
  }

  async put(given: SessionRecord, records?: readonly Message[], after?: Beginning): Promise<void> {
    const session = structuredClone(recordOf(given));
    const before = this.#kept.get(session.id);
    if (before && !records) {
      this.#kept.set(session.id, { ...before, session });
      return;
    }
    const inherited = after ? this.#known(after.of).records.slice(0, after.length) : [];
    this.#keep(session, [...inherited, ...structuredClone([...(records ?? [])])]);
  }

  async records(id: string, from = 0, to?: number): Promise<readonly Message[]> {
    return structuredClone(this.#kept.get(id)?.records.slice(from, to) ?? []);
  }

  async append(
    id: string,
    records: readonly Message[],
    change?: Partial<SessionRecord>,
    at = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const copy = structuredClone([...records]);
    const kept = this.#known(id);
    const session = structuredClone({ ...kept.session, ...change });
    if (at < kept.records.length) {
      this.#keep(session, [...kept.records.slice(0, at), ...copy]);
      return;
    }
    for (const record of copy) kept.records.push(record);
    const turns = kept.turns + turnsOf(copy);
    const updatedAt = copy.length > 0 ? Date.now() : kept.updatedAt;
    this.#kept.set(id, { ...kept, session, turns, updatedAt });
  }

  async list(): Promise<readonly SessionEntry[]> {
    return structuredClone([...this.#kept.values()].map(entryOf).toSorted(byAge));
  }

  async remove(id: string): Promise<readonly StoredSession[]> {
    const gone = withDescendants(
      [...this.#kept.values()].map(({ session }) => session),
      id,
    );
    const stored = gone.map((session) => ({ session, records: this.#kept.get(session.id)?.records ?? [] }));
    for (const one of gone) this.#kept.delete(one.id);
    return stored;
  }

  #known(id: string): Kept {
    const kept = this.#kept.get(id);
    if (!kept) throw missing(id);
    return kept;
  }

  #keep(session: SessionRecord, records: Message[]): void {
    this.#editions += 1;
    const counted = { turns: turnsOf(records), updatedAt: Date.now(), edition: this.#editions };
    this.#kept.set(session.id, { session, records, ...counted });
  }
}

const entryOf = ({ session, records, ...counted }: Kept): SessionEntry => ({
  ...session,
  length: records.length,
  ...counted,
});
