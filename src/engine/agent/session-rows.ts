import type { SessionEntry } from '../sessions/storage.js';

/** A session as a tree shows it. */
export interface SessionRow {
  readonly id: string;
  readonly label: string;
  /** `null` for one that was not forked, or whose parent is not kept any more. */
  readonly parentId: string | null;
  /** How many sessions it descends from: 0 for a root. */
  readonly depth: number;
  readonly archived: boolean;
  /** How often a user has said something in it, with what it inherited. */
  readonly turns: number;
  /** Records that it has: places for `upTo` and `at`. */
  readonly length: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export function rowsOf(entries: readonly SessionEntry[]): SessionRow[] {
  const known = new Set(entries.map(({ id }) => id));
  const children = new Map<string | null, SessionEntry[]>();
  for (const entry of entries) {
    const parent = parentOf(entry, known);
    const siblings = children.get(parent);
    if (siblings) siblings.push(entry);
    else children.set(parent, [entry]);
  }
  const rows: SessionRow[] = [];
  // A chain of forks may be longer than a stack is deep.
  const open = (children.get(null) ?? []).map((entry) => ({ entry, depth: 0 })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, depth } = next;
    const { id, label, status, turns, length, createdAt, updatedAt } = entry;
    const archived = status === 'archived';
    const parentId = parentOf(entry, known);
    rows.push({ id, label, parentId, depth, archived, turns, length, createdAt, updatedAt });
    for (const child of (children.get(id) ?? []).toReversed()) open.push({ entry: child, depth: depth + 1 });
  }
  return rows;
}

const parentOf = ({ parentId }: SessionEntry, known: ReadonlySet<string>): string | null =>
  parentId !== undefined && known.has(parentId) ? parentId : null;
