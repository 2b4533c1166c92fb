/** One visible line of a JSON tree. */
export interface JsonRow {
  /** JSON Pointer of the value. */
  readonly path: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly key: string | null;
  readonly value: unknown;
  /** Number of children; `null` for a value that has none by its nature. */
  readonly size: number | null;
  readonly open: boolean;
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
const childrenOf = (value: object): [string, unknown][] =>
  Array.isArray(value) ? value.map((item, index) => [String(index), item]) : Object.entries(value);

/** The lines of a tree that are to be seen, given which branches are open; at most `limit` of them. */
export function jsonRows(
  value: unknown,
  isOpen: (path: string, depth: number, size: number) => boolean,
  limit: number,
): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (item: unknown, path: string, parent: string | null, depth: number, key: string | null): void => {
    if (rows.length > limit) return;
    const children = isTree(item) ? childrenOf(item) : null;
    const open = children !== null && children.length > 0 && isOpen(path, depth, children.length);
    rows.push({ path, parent, depth, key, value: item, size: children?.length ?? null, open });
    if (!open) return;
    for (const [name, child] of children) {
      visit(child, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, path, depth + 1, name);
      if (rows.length > limit) return;
    }
  };
  visit(value, '', null, 0, null);
  return rows;
}
