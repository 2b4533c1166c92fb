import { BulkheadError } from '../../protocol/errors.js';
import type { Graph } from '../graph/graph.js';
import type { NodeRecord } from '../graph/records.js';
import { normalizeText, toRecord, typeText } from '../graph/text.js';
import { copyValue } from '../graph/values.js';
import { SummaryNumbers } from './summary-numbers.js';

/** Fields as they are stored: copied; a summary loses its line breaks. */
export function toFields(given: unknown): NodeRecord['fields'] {
  const fields = copyValue(toRecord(given)) as Record<string, unknown>;
  if (typeof fields.summary !== 'string') return fields;
  return { ...fields, summary: normalizeText(fields.summary) };
}

/** Takes the next number for a node. */
export function takeId(graph: Graph): string {
  let { nodeSeq } = graph.counters;
  do nodeSeq += 1;
  while (nodeSeq < Number.MAX_SAFE_INTEGER && graph.nodes.find(`n_${nodeSeq}${graph.suffix}`) >= 0);
  // Beyond it, one more is the same number again.
  if (nodeSeq >= Number.MAX_SAFE_INTEGER) throw new BulkheadError('OP_FAILED', 'there is no number left for a node');
  graph.counters = { ...graph.counters, nodeSeq };
  return `n_${nodeSeq}${graph.suffix}`;
}

/** A batch's ordinal as nodes are given it. */
export const toOrdinal = (maxSeq: number): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(Number.isFinite(maxSeq) ? maxSeq : 0)));

/** Makes a node, always a new one. @returns its id. @see contract of the memory graph, batch pipeline, create */
export function createNode(
  graph: Graph,
  given: { readonly type?: unknown; readonly title?: unknown; readonly fields?: unknown },
  maxSeq: number,
  floorRange?: NodeRecord['floorRange'],
): string {
  const type = typeText(given.type).toLowerCase() || 'semantic';
  const fields = toFields(given.fields);
  const seqTo = toOrdinal(maxSeq);
  const title = normalizeText(given.title) || untitled(graph, type, fields, seqTo);
  const id = takeId(graph);
  graph.putNode({
    ...{ id, type, level: 'semantic', title, parentId: '', childrenIds: [], fields },
    ...{ semanticDepth: 0, semanticRollup: false, seqTo, archived: false },
    ...(floorRange && { floorRange }),
  });
  graph.counters = { ...graph.counters, seqCounter: Math.max(graph.counters.seqCounter, seqTo) };
  return id;
}

/** A name for a node that was given none. */
function untitled(graph: Graph, type: string, fields: NodeRecord['fields'], seq: number): string {
  if (type === 'event') return `Summary ${SummaryNumbers.of(graph).highest + 1}`;
  for (const column of ['name', 'id', 'key', 'label']) {
    const text = Object.hasOwn(fields, column) ? normalizeText(fields[column]) : '';
    if (text) return text;
  }
  return `${type}_${Math.max(seq, 1)}`;
}
