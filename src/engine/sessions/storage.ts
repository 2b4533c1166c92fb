import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { LlmTool, Message } from '../base/types.js';

/** What is kept of a session beside its records. */
export interface SessionRecord {
  readonly id: string;
  readonly label: string;
  readonly parentId?: string | undefined;
  /** Empty or absent: none. */
  readonly systemPrompt?: string | undefined;
  readonly status: 'active' | 'archived';
  /** What the application keeps with it; `OWN_METADATA` is the engine's own. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly profile?: string | undefined;
  /** What it may call of the application's tools, where that is not what its parent may. */
  readonly tools?: readonly LlmTool[] | undefined;
  /** Notes of other sessions for this one. Each is sent once. */
  readonly insight?: string | undefined;
  /** What the main session knows of it. Never in its own prompt. */
  readonly memory?: string | undefined;
  /** Of the main session: what it knows of all others. */
  readonly synthesis?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A session as it is listed: with what its storage knows of its records, none of which is read for that. */
export interface SessionEntry extends SessionRecord {
  readonly length: number;
  /** Of these, what a user has said. */
  readonly turns: number;
  /** When something was last said in it: milliseconds since 1970. */
  readonly updatedAt: number;
  /** Another one as soon as records that were there are there no more. */
  readonly edition: number;
}

/** Records of another session, up to the first so many. */
export interface Beginning {
  readonly of: string;
  readonly length: number;
}

/** A session with all that was said in it, as a storage has taken it out of itself. */
export interface StoredSession {
  readonly session: SessionEntry;
  readonly records: readonly Message[];
  /** Where it stands among those of its moment. */
  readonly order: number;
}

/**
 * Where sessions are kept. Each method does all of what it is asked for, or rejects and has done nothing. None but `records`
 * and `remove` hands out records that were there.
 */
export interface StorageAdapter {
  get(id: string): Promise<SessionEntry | null>;
  /** Keeps a session; with records, a new one, whose records follow those of `after`. @throws `BAD_ARGS` where that is missing. */
  put(session: SessionRecord, records?: readonly Message[], after?: Beginning): Promise<void>;
  /** From one place to before another, in the order of `append`. Default: all. */
  records(id: string, from?: number, to?: number): Promise<readonly Message[]>;
  /** Adds records, at the end or in place of those from `at` on, and makes a change. @throws `BAD_ARGS` for no session. */
  append(id: string, records: readonly Message[], change?: Partial<SessionRecord>, at?: number): Promise<void>;
  /** The oldest first. */
  list(): Promise<readonly SessionEntry[]>;
  /** With all that was forked of it. What is not there is not missed. @returns what is gone, parents first. */
  remove(id: string): Promise<readonly StoredSession[]>;
  /** Puts back what was removed, in its places. */
  restore(sessions: readonly StoredSession[]): Promise<void>;
}

export type Counted = Pick<SessionEntry, 'length' | 'turns' | 'updatedAt' | 'edition'>;

/** A session as a storage keeps it. */
export interface Kept extends Counted {
  readonly session: SessionRecord;
  readonly order: number;
}

export const entryOf = ({ session, length, turns, updatedAt, edition }: Kept): SessionEntry => ({
  ...session,
  ...{ length, turns, updatedAt, edition },
});

/** The entry of a session that was removed and is stored again. A new edition: copies that others have read are out of date. */
export const keptOf = ({ session, order }: StoredSession, edition: number): Kept => ({
  session: recordOf(session),
  ...{ length: session.length, turns: session.turns, updatedAt: session.updatedAt, edition, order },
});

export const turnsOf = (records: readonly Message[]): number =>
  records.reduce((sum, { role }) => (role === 'user' ? sum + 1 : sum), 0);

export function recordOf(session: SessionRecord): SessionRecord {
  const { length: _, turns: _turns, updatedAt: _at, edition: _edition, ...record } = session as SessionEntry;
  return record;
}

export const missing = (id: string): BulkheadError =>
  new BulkheadError('BAD_ARGS', `there is no session ${id} any more`);

/** The oldest first; of one moment, in the order in which they came. */
export const byAge = (a: Kept, b: Kept): number => a.session.createdAt - b.session.createdAt || a.order - b.order;

/** A session and all that was forked of it, parents first. */
export function withDescendants<T extends Pick<SessionRecord, 'id' | 'parentId'>>(
  sessions: readonly T[],
  id: string,
): readonly T[] {
  const children = new Map<string | undefined, T[]>();
  for (const one of sessions) {
    const siblings = children.get(one.parentId);
    if (siblings) siblings.push(one);
    else children.set(one.parentId, [one]);
  }
  const found = new Set(sessions.filter((one) => one.id === id));
  // What is added is visited as well.
  for (const one of found) for (const child of children.get(one.id) ?? []) found.add(child);
  return [...found];
}
