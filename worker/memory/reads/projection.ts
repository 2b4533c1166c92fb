import { EdgeKeys } from '../graph/edge-keys.js';
import type { EdgeTable } from '../graph/edges.js';
import type { Graph } from '../graph/graph.js';
import { liftAll, type VisibleSet } from './visible-set.js';

/** Relations between a rollup and what it stands for. */
const INTERNAL = ['contains', 'semantic_contains'];

/** Edges between visible nodes, in columns, in the order in which each was first met. */
export interface Projection {
  readonly size: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Number of the relation's key. */
  readonly relation: Int32Array;
  /** Stored edges it stands for. */
  readonly weight: Int32Array;
  /** The latest ordinal of them. */
  readonly seq: Float64Array;
}

/** Which relations count: by the number of their key. */
export function relationFilter(
  { types }: EdgeTable,
  wanted: ReadonlySet<string> | undefined,
  excludeInternal: boolean,
): (key: number) => boolean {
  const internal = new Set(excludeInternal ? INTERNAL.map((name) => types.findKey(name)) : []);
  const keys = wanted && new Set([...wanted].map((name) => types.findKey(name)));
  if (internal.size === 0 && !keys) return () => true;
  return (key) => !internal.has(key) && (!keys || keys.has(key));
}

/** The same for edges as they are stored: a relation is what is written there, in any letter case. By the number of its text. */
export function storedFilter(
  edges: EdgeTable,
  wanted: ReadonlySet<string> | undefined,
  excludeInternal: boolean,
): (code: number) => boolean {
  const admits = relationFilter(edges, undefined, excludeInternal);
  const { types } = edges;
  const known = Array.from(
    { length: types.size },
    (_, code) => admits(types.keyOf(code)) && (!wanted || wanted.has(types.text(code).toLowerCase())),
  );
  return (code) => known[code] === true;
}

/** Lifts both ends of each edge to visible nodes and merges equal ones, in one pass. @see contract of the memory graph, projection */
export function project(graph: Graph, visible: VisibleSet, admit: (relation: number) => boolean): Projection {
  const { edges, nodes } = graph;
  const lift = liftAll(graph, visible);
  const { from, to, type, dead, size, types, seq: edgeSeq } = edges;
  const { seq: nodeSeq } = nodes;
  const keyOf = Int32Array.from({ length: types.size }, (_, code) => {
    const key = types.keyOf(code);
    return admit(key) ? key : -1;
  });
  let count = 0;
  // What is merged is seldom more than half; so much the less is copied.
  let room = Math.max(1_024, size >> 1);
  let outFrom = new Int32Array(room);
  let outTo = new Int32Array(room);
  let relation = new Int32Array(room);
  let weight = new Int32Array(room);
  let seq = new Float64Array(room);
  let table = new Int32Array(tableSize(room)).fill(-1);
  let mask = table.length - 1;
  for (let edge = 0; edge < size; edge++) {
    if (dead[edge] === 1) continue;
    const key = keyOf[type[edge] as number] as number;
    const start = from[edge] as number;
    const end = to[edge] as number;
    if (key === -1 || start < 0 || end < 0) continue;
    const a = lift[start] as number;
    const b = lift[end] as number;
    if (a < 0 || b < 0 || a === b) continue;
    let at = EdgeKeys.hash(a, b, key) & mask;
    let found = table[at] as number;
    while (found !== -1 && (outFrom[found] !== a || outTo[found] !== b || relation[found] !== key)) {
      at = (at + 1) & mask;
      found = table[at] as number;
    }
    // As `Graph.edgeSeq` has it; this is the one place that asks for all of them.
    let own = edgeSeq[edge] as number;
    if (Number.isNaN(own)) {
      const [left, right] = [nodeSeq[start] || 0, nodeSeq[end] || 0];
      own = left > right ? left : right;
    }
    if (own < 0) own = 0;
    if (found !== -1) {
      weight[found] = (weight[found] as number) + 1;
      if (own > (seq[found] as number)) seq[found] = own;
      continue;
    }
    if (count === room) {
      room *= 2;
      [outFrom, outTo, relation, weight] = [outFrom, outTo, relation, weight].map((old) => {
        const longer = new Int32Array(room);
        longer.set(old);
        return longer;
      }) as [typeof outFrom, typeof outTo, typeof relation, typeof weight];
      const longer = new Float64Array(room);
      longer.set(seq);
      seq = longer;
    }
    outFrom[count] = a;
    outTo[count] = b;
    relation[count] = key;
    weight[count] = 1;
    seq[count] = own;
    table[at] = count;
    count += 1;
    if (count * 2 > table.length) {
      table = new Int32Array(table.length * 2).fill(-1);
      mask = table.length - 1;
      for (let one = 0; one < count; one++) {
        let place = EdgeKeys.hash(outFrom[one] as number, outTo[one] as number, relation[one] as number) & mask;
        while (table[place] !== -1) place = (place + 1) & mask;
        table[place] = one;
      }
    }
  }
  return { size: count, from: outFrom, to: outTo, relation, weight, seq };
}

/** The next power of two above twice as many. */
const tableSize = (count: number): number => 2 ** (33 - Math.clz32(count));

/** The projected edges of each node: a range of `edges` for each slot. */
export interface ProjectedEnds {
  readonly start: Int32Array;
  /** Numbers of projected edges, of each node in order; a self edge does not occur. */
  readonly edges: Int32Array;
}

/** Sorts a projection by node. One pass. */
export function endsOf({ from, to, size }: Projection, nodes: number): ProjectedEnds {
  const start = new Int32Array(nodes + 1);
  const count = (end: number): void => {
    start[end + 1] = (start[end + 1] as number) + 1;
  };
  for (let edge = 0; edge < size; edge++) {
    count(from[edge] as number);
    count(to[edge] as number);
  }
  for (let node = 0; node < nodes; node++) start[node + 1] = (start[node + 1] as number) + (start[node] as number);
  const edges = new Int32Array(size * 2);
  const fill = start.slice(0, nodes);
  const put = (end: number, edge: number): void => {
    const at = fill[end] as number;
    edges[at] = edge;
    fill[end] = at + 1;
  };
  for (let edge = 0; edge < size; edge++) {
    put(from[edge] as number, edge);
    put(to[edge] as number, edge);
  }
  return { start, edges };
}
