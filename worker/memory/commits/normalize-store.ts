import type { OrderedStore, StoreData } from '../graph/records.js';
import { cloneJson, isObject, type JsonObject } from './json-data.js';
import { normalizeEdge, normalizeNode, ordinalOf } from './node-shape.js';
import { edgeKey, PlainGraph, plainStore } from './plain-graph.js';
import { repairs } from './repair.js';

/** The number in an id that was made here; 0 for any other. */
export function numberOf(id: string): number {
  const number = Number(id.match(/^n_(\d+)$/)?.[1] ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}

/**
 * Reads a store from anywhere into a repaired copy with counters that cover it. @throws `BAD_ARGS` for fields that are nested too deeply.
 *
 * @example
 * import { normalizeStore } from 'bulkhead/memory';
 * const store = normalizeStore(JSON.parse(localStorage.getItem('memory') ?? '{}'));
 */
export const normalizeStore = (input: unknown): StoreData => plainStore(normalizeOrdered(input));

/** The same with its nodes in their order, where what it comes from has one. @throws as `normalizeStore` does. */
export function normalizeOrdered(input: unknown): OrderedStore {
  const raw = isObject(input) ? input : {};
  const graph = graphOf(raw);
  let highest = 0;
  for (const { seqTo = 0 } of graph.nodes.values()) highest = Math.max(highest, seqTo);
  let seqCounter = Math.max(ordinalOf(raw.seqCounter), highest);
  const { appliedSeqTo: applied } = raw;
  const appliedSeqTo = applied === undefined || applied === null ? seqCounter : ordinalOf(applied);
  const loggedSeqTo = Math.max(ordinalOf(raw.loggedSeqTo), appliedSeqTo);
  seqCounter = Math.max(seqCounter, loggedSeqTo);
  let nodeSeq = ordinalOf(raw.nodeSeq);
  // A number is never given twice, so those of nodes that are left out count as well.
  for (const [id] of entriesOf(raw.nodes)) nodeSeq = Math.max(nodeSeq, numberOf(id));
  for (const op of repairs(graph)) graph.apply(op);
  graph.counters = { nodeSeq, seqCounter, appliedSeqTo, loggedSeqTo };
  return { ...graph.toOrdered(), ...metaOf(raw) };
}

/** What is kept beside the graph. */
export type Meta = Pick<StoreData, 'sourceMessageCount' | 'lastRecallTrace' | 'lastRecallProjection'>;

export function metaOf({
  sourceMessageCount,
  lastRecallTrace: trace,
  lastRecallProjection: projection,
}: JsonObject): Meta {
  return {
    sourceMessageCount: ordinalOf(sourceMessageCount),
    lastRecallTrace: Array.isArray(trace) ? (cloneJson(trace) as unknown[]) : [],
    lastRecallProjection: isObject(projection) ? (cloneJson(projection) as object) : null,
  };
}

function graphOf(raw: JsonObject): PlainGraph {
  const graph = new PlainGraph();
  for (const [id, value] of entriesOf(raw.nodes)) {
    const node = normalizeNode(id, value);
    if (node) graph.apply({ op: 'upsert_node', node });
  }
  for (const value of Array.isArray(raw.edges) ? (raw.edges as readonly unknown[]) : []) {
    const edge = normalizeEdge(value);
    // Of several that are the same the first stays.
    if (edge && !graph.edges.has(edgeKey(edge))) graph.apply({ op: 'upsert_edge', edge });
  }
  return graph;
}

/** Nodes as pairs: kept in an object, or in a Map. */
function* entriesOf(nodes: unknown): Generator<readonly [id: string, value: unknown]> {
  if (nodes instanceof Map) for (const [id, value] of nodes) yield [String(id), value];
  else if (isObject(nodes)) yield* Object.entries(nodes);
}
