import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Message } from '../types.js';

/** What is kept of a session beside its records. */
export interface SessionRecord {
  readonly id: string;
  readonly label: string;
  /** The session that it was forked from. */
  readonly parentId?: string | undefined;
  /** Empty or absent: none. */
  readonly systemPrompt?: string | undefined;
  readonly status: 'active' | 'archived';
  /** What the application keeps with it; `_stello` is the engine's own. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The profile that it was made by. */
  readonly profile?: string | undefined;
  /** What others want it to know: told once. */
  readonly insight?: string | undefined;
  /** What the main session knows of it. Never in its own prompt. */
  readonly memory?: string | undefined;
  /** Of the main session: what it knows of all others. */
  readonly synthesis?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Where sessions are kept. Each method does all of what it is asked for, or rejects and has done nothing. */
export interface StorageAdapter {
  get(id: string): Promise<SessionRecord | null>;
  /** Keeps a session; with records, a new one that begins with these. */
  put(session: SessionRecord, records?: readonly Message[]): Promise<void>;
  /** In the order of `append`. */
  records(id: string): Promise<readonly Message[]>;
  /** Adds records at the end, and changes what is kept beside them where a change is given. @throws `BAD_ARGS` for no session. */
  append(id: string, records: readonly Message[], change?: Partial<SessionRecord>): Promise<void>;
  /** The oldest first. */
  list(): Promise<readonly SessionRecord[]>;
  /** With its records. What is not there is not missed. */
  remove(id: string): Promise<void>;
}

/** Keeps sessions as long as the page is open. What is given and taken is copied. */
export class InMemoryStorageAdapter implements StorageAdapter {
  readonly #sessions = new Map<string, SessionRecord>();
  readonly #records = new Map<string, Message[]>();

  async get(id: string): Promise<SessionRecord | null> {
    const session = this.#sessions.get(id);
    return session ? structuredClone(session) : null;
  }

  async put(session: SessionRecord, records?: readonly Message[]): Promise<void> {
    const copy = structuredClone(session);
    if (records) this.#records.set(session.id, structuredClone([...records]));
    this.#sessions.set(session.id, copy);
  }

  async records(id: string): Promise<readonly Message[]> {
    return structuredClone(this.#records.get(id) ?? []);
  }

  async append(id: string, records: readonly Message[], change?: Partial<SessionRecord>): Promise<void> {
    const copy = structuredClone([...records]);
    const session = this.#sessions.get(id);
    if (!session) throw new BulkheadError('BAD_ARGS', `there is no session ${id} any more`);
    const changed = structuredClone({ ...session, ...change });
    const kept = this.#records.get(id);
    if (kept) kept.push(...copy);
    else this.#records.set(id, copy);
    this.#sessions.set(id, changed);
  }

  async list(): Promise<readonly SessionRecord[]> {
    return structuredClone([...this.#sessions.values()]);
  }

  async remove(id: string): Promise<void> {
    this.#sessions.delete(id);
    this.#records.delete(id);
  }
}
