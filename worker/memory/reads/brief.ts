import type { EdgeSummaryView, Exposure, NodeBriefView } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { SEMANTIC } from '../graph/nodes.js';
import { normalizeText, toRecord } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';

/** How deep a column's value is looked for inside other fields. */
const SEARCH_DEPTH = 5;

/** How much of an active node a prompt may show. */
export const exposureOf = ({ nodes }: Graph, types: TypeIndex, slot: number): Exposure =>
  nodes.has(slot, SEMANTIC) && types.isHierarchical(slot) ? 'high_only' : 'full';

/** A node's row for a recall router. @see contract of the memory graph, brief */
export function briefOf(
  graph: Graph,
  types: TypeIndex,
  slot: number,
  edgeSummary: EdgeSummaryView | null,
  alwaysInject: boolean,
): NodeBriefView {
  const { nodes } = graph;
  const type = types.of(slot);
  const keys = type?.primaryKeyColumns ?? [];
  const row = (columns: readonly string[]) =>
    Object.fromEntries(
      columns.map((column) => [column, cellOf(graph, slot, column)] as const).filter(([, text]) => text !== ''),
    );
  return {
    id: nodes.ids[slot] ?? '',
    level: nodes.has(slot, SEMANTIC) ? 'semantic' : 'episodic',
    type: nodes.typeOf(slot),
    tableName: type?.tableName || nodes.typeOf(slot),
    title: nodes.titles[slot] ?? '',
    summary: displayText(own(nodes.fields(slot), 'summary')),
    keyValues: row(keys),
    rowValues: row((type?.tableColumns ?? []).filter((column) => !keys.includes(column))),
    toSeq: nodes.seqOr(slot, 0),
    childCount: (nodes.children[slot] ?? []).filter((child) => nodes.isActive(child)).length,
    exposure: exposureOf(graph, types, slot),
    edgeSummary,
    alwaysInject,
  };
}

const SEQ_COLUMNS = new Set([
  ...['seq', 'seq_to', 'seqto', 'to_seq', 'seq_range', 'turn', 'turn_to', 'last_update_seq', 'last_seq', 'update_seq'],
]);

function cellOf({ nodes }: Graph, slot: number, column: string): string {
  const fields = nodes.fields(slot);
  const name = column.toLowerCase();
  if (name === 'title' || name === 'name') {
    return normalizeText(nodes.titles[slot]) || displayText(own(fields, 'name'));
  }
  if (name === 'summary') return displayText(own(fields, 'summary'));
  if (SEQ_COLUMNS.has(name)) return String(nodes.seqOr(slot, ''));
  return (
    displayText(own(fields, name)) ||
    displayText(own(insideSummary(fields.summary), name)) ||
    displayText(findInside(Object.values(fields), name, SEARCH_DEPTH))
  );
}

/** The JSON object that some models write where a sentence was asked for. */
function insideSummary(summary: unknown): Readonly<Record<string, unknown>> {
  if (typeof summary !== 'string' || !summary.includes('{')) return {};
  try {
    return toRecord(JSON.parse(summary.slice(summary.indexOf('{'), summary.lastIndexOf('}') + 1)));
  } catch {
    // No JSON after all: a summary like any other.
    return {};
  }
}

const own = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** The first value of that name inside nested values. */
function findInside(values: readonly unknown[], name: string, depth: number): unknown {
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      const found = own(value as Record<string, unknown>, name);
      if (displayText(found)) return found;
    }
    const inner = depth > 1 ? findInside(Object.values(value), name, depth - 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** A value as a person reads it: lists by commas, objects as JSON, without line breaks. */
export function displayText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) {
    const items = value.map((item) => (typeof item === 'string' ? normalizeText(item) : toJson(item)));
    return normalizeText(items.filter(Boolean).join(', '));
  }
  return normalizeText(typeof value === 'object' ? toJson(value) : value);
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? '';
