import type { Graph } from '../graph/graph.js';
import type { TypeIndex } from '../schema/type-index.js';

/** A value as it is searched: lists by commas, objects as JSON. */
function plainText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(plainText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What `keywordSearch` reads: title and table columns; all fields where these say next to nothing. @see contract, searches */
export function searchText({ nodes }: Graph, types: TypeIndex, slot: number): string {
  const fields = nodes.fields(slot);
  const title = nodes.titles[slot] ?? '';
  const texts = [title];
  for (const column of types.of(slot)?.tableColumns ?? []) {
    if (Object.hasOwn(fields, column)) texts.push(plainText(fields[column]));
  }
  const filled = texts.filter((text) => text.trim() !== '');
  if (filled.length <= 1) for (const value of Object.values(fields)) filled.push(plainText(value));
  return filled.join('\n');
}

/** What `findByName` reads of a node, each on its own: its title and its primary keys. */
export function nameTexts({ nodes }: Graph, types: TypeIndex, slot: number): readonly string[] {
  const fields = nodes.fields(slot);
  const keys = types.of(slot)?.primaryKeyColumns ?? [];
  return [
    nodes.titles[slot] ?? '',
    ...keys.flatMap((column) => (Object.hasOwn(fields, column) ? [plainText(fields[column])] : [])),
  ].filter((text) => text !== '');
}
