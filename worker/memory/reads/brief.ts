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

/**
 * The row of a node in what a recall router is shown.
 * @see contract of the memory graph, brief
 */
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
  const cells = new Cells(graph, slot);
  const row = (columns: readonly string[]) =>
    Object.fromEntries(
      columns.map((column) => [column, cells.text(column)] as const).filter(([, text]) => text !== ''),
    );
  const seq = nodes.seq[slot] ?? Number.NaN;
  return {
    id: nodes.ids[slot] ?? '',
    level: nodes.has(slot, SEMANTIC) ? 'semantic' : 'episodic',
    type: nodes.typeOf(slot),
    tableName: type?.tableName || nodes.typeOf(slot),
    title: nodes.titles[slot] ?? '',
    summary: displayText(own(nodes.fields(slot), 'summary')),
    keyValues: row(keys),
    rowValues: row((type?.tableColumns ?? []).filter((column) => !keys.includes(column))),
    toSeq: Number.isNaN(seq) ? 0 : seq,
    childCount: (nodes.children[slot] ?? []).filter((child) => nodes.isActive(child)).length,
    exposure: exposureOf(graph, types, slot),
    edgeSummary,
    alwaysInject,
  };
}

const SEQ_COLUMNS = new Set([
  ...['seq', 'seq_to', 'seqto', 'to_seq', 'seq_range', 'turn', 'turn_to', 'last_update_seq', 'last_seq', 'update_seq'],
]);

/** The cells of one node's row, as text. */
class Cells {
  readonly #graph: Graph;
  readonly #slot: number;
  #inSummary: Readonly<Record<string, unknown>> | undefined;

  constructor(graph: Graph, slot: number) {
    this.#graph = graph;
    this.#slot = slot;
  }

  text(column: string): string {
    const { nodes } = this.#graph;
    const fields = nodes.fields(this.#slot);
    const name = column.toLowerCase();
    if (name === 'title' || name === 'name') {
      return normalizeText(nodes.titles[this.#slot]) || displayText(own(fields, 'name'));
    }
    if (name === 'summary') return displayText(own(fields, 'summary'));
    if (SEQ_COLUMNS.has(name)) {
      const seq = nodes.seq[this.#slot] ?? Number.NaN;
      return Number.isNaN(seq) ? '' : String(seq);
    }
    const direct = displayText(own(fields, name));
    if (direct) return direct;
    const named = displayText(own(this.#summary(fields), name));
    return named || displayText(findInside(Object.values(fields), name, SEARCH_DEPTH));
  }

  /** The JSON object that some models write where a sentence was asked for. */
  #summary(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (this.#inSummary) return this.#inSummary;
    let read: unknown;
    const { summary } = fields;
    if (typeof summary === 'string' && summary.includes('{')) {
      try {
        read = JSON.parse(summary.slice(summary.indexOf('{'), summary.lastIndexOf('}') + 1));
      } catch {
        // No JSON after all: a summary like any other.
      }
    }
    this.#inSummary = toRecord(read);
    return this.#inSummary;
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
