import { inspect } from './inspect.js';

type Row = { readonly [column: string]: string };
/** Rows and columns that are drawn. */
const ROWS = 200;
const COLUMNS = 20;

const cell = (value: unknown): string => (typeof value === 'string' ? value : inspect(value, 3));

/** Rows of a list, an object, a map or a set; `undefined` for what is no table. */
function rowsOf(data: unknown): [index: string, value: unknown][] | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if (data instanceof Map) return [...data].map(([key, value], i) => [`${i}`, { Key: key, Values: value }]);
  if (data instanceof Set) return [...data].map((value, i) => [`${i}`, value]);
  return Object.entries(data);
}

/** Draws data as a table of text; `undefined` for what is no table. */
export function tableOf(data: unknown, only?: readonly string[]): string | undefined {
  const given = rowsOf(data)?.slice(0, ROWS);
  if (!given) return undefined;
  const columns = new Set<string>(only);
  const rows = given.map(([index, value]): Row => {
    const row: { [column: string]: string } = { '(index)': index };
    if (typeof value !== 'object' || value === null) row.Values = cell(value);
    else for (const [key, one] of Object.entries(value)) row[key] = cell(one);
    if (!only) for (const key of Object.keys(row)) if (key !== '(index)' && key !== 'Values') columns.add(key);
    return row;
  });
  const names = [
    '(index)',
    ...[...columns].slice(0, COLUMNS),
    ...(rows.some((row) => 'Values' in row) ? ['Values'] : []),
  ];
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name]?.length ?? 0)));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join(' | ')
      .trimEnd();
  return [
    line(names),
    widths.map((width) => '-'.repeat(width)).join('-|-'),
    ...rows.map((row) => line(names.map((name) => row[name] ?? ''))),
  ].join('\n');
}
