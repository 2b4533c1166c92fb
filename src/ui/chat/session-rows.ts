/** One session as it is listed. */
export interface SessionRow {
  readonly id: string;
  readonly label: string;
  /** The session that it was forked from. */
  readonly parentId: string | null;
  readonly depth: number;
  readonly archived: boolean;
  readonly turns: number;
  /** An answer is being written in it. */
  readonly busy?: boolean;
  /** What is said in it is remembered. */
  readonly remembers?: boolean;
  /** The model writes its memory, and what that has cost. */
  readonly extracts?: boolean;
  readonly extraction?: {
    readonly requests: number;
    readonly charsIn: number;
    readonly charsOut: number;
    readonly lastError: { readonly message: string } | null;
  };
}

/** One line of the tree: a session, or the fold of those that were put away. */
export interface TreeLine {
  readonly key: string;
  readonly session: SessionRow | null;
  /** From 1 on. */
  readonly level: number;
  /** `null` where nothing stands beneath. */
  readonly open: boolean | null;
  readonly place: number;
  readonly siblings: number;
}

/** The key of the fold of archived sessions. */
export const ARCHIVE = ' archive';

/** What is folded, and what is looked for. */
export interface TreeView {
  /** Sessions whose forks are not shown. */
  readonly folded: ReadonlySet<string>;
  readonly archiveOpen: boolean;
  readonly query: string;
}

/** The lines that a tree shows, from top to bottom. Parents that are missing, or form a circle, count as none. */
export function treeLines(sessions: readonly SessionRow[], { folded, archiveOpen, query }: TreeView): TreeLine[] {
  const words = query.trim().toLowerCase();
  if (words !== '') {
    const found = sessions.filter(({ label }) => label.toLowerCase().includes(words));
    return found.map((session, at) => ({
      ...{ key: session.id, session, level: 1, open: null, place: at + 1, siblings: found.length },
    }));
  }
  const archived = sessions.filter((one) => one.archived);
  const lines = branch(
    sessions.filter((one) => !one.archived),
    1,
    folded,
  );
  if (archived.length === 0) return lines;
  const roots = lines.filter(({ level }) => level === 1).length + 1;
  return [
    ...lines.map((line) => (line.level === 1 ? { ...line, siblings: roots } : line)),
    { key: ARCHIVE, session: null, level: 1, open: archiveOpen, place: roots, siblings: roots },
    ...(archiveOpen ? branch(archived, 2, folded) : []),
  ];
}

function branch(sessions: readonly SessionRow[], level: number, folded: ReadonlySet<string>): TreeLine[] {
  const ids = new Set(sessions.map(({ id }) => id));
  const children = new Map<string | null, SessionRow[]>();
  for (const session of sessions) {
    const { id, parentId } = session;
    const parent = parentId !== null && parentId !== id && ids.has(parentId) ? parentId : null;
    const known = children.get(parent);
    if (known) known.push(session);
    else children.set(parent, [session]);
  }
  const lines: TreeLine[] = [];
  const seen = new Set<string>();
  // A stack of its own: forks of forks may be deeper than that of the engine.
  const grow = (roots: readonly SessionRow[]) => {
    const entry = (of: readonly SessionRow[], at: number) =>
      of.map((session, place) => ({ session, at, place: place + 1, siblings: of.length, hidden: false }));
    const stack = entry(roots, level).reverse();
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { session, at, place, siblings, hidden } = next;
      if (seen.has(session.id)) continue;
      seen.add(session.id);
      const forks = children.get(session.id) ?? [];
      const open = forks.length === 0 ? null : !folded.has(session.id);
      if (!hidden) lines.push({ key: session.id, session, level: at, open, place, siblings });
      for (const fork of entry(forks, at + 1).reverse()) stack.push({ ...fork, hidden: hidden || open === false });
    }
  };
  grow(children.get(null) ?? []);
  // What is left stands in circles.
  for (const session of sessions) if (!seen.has(session.id)) grow([session]);
  return lines;
}
