import type { ExpandOptions } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';
import { toCount, toFilter } from '../graph/text.js';
import { endsOf, project, relationFilter } from './projection.js';
import type { VisibleSet } from './visible-set.js';

/** Slots reached from the seeds, breadth first, over edges lifted onto `pool` or as stored, until there are `most`. @see contract, expansion */
export function expand(
  graph: Graph,
  seeds: readonly number[],
  { hops, edgeTypes, includeChildren, excludeInternal }: ExpandOptions,
  pool: VisibleSet | undefined,
  most = Number.POSITIVE_INFINITY,
): readonly number[] {
  const { nodes, edges } = graph;
  const found = new Set(seeds);
  const admitted = new Uint8Array(nodes.size);
  if (pool) admitted.set(pool.marks.subarray(0, nodes.size));
  for (const seed of seeds) if (nodes.isActive(seed)) admitted[seed] = 1;
  const admits = relationFilter(edges, toFilter(edgeTypes), excludeInternal === true);
  const steps = toCount(hops, 1);
  let frontier = [...found].filter((slot) => nodes.isActive(slot));
  for (let hop = 0; hop < steps && frontier.length > 0 && found.size <= most; hop++) {
    const reached: number[] = [];
    const take = (slot: number) => {
      if (found.size > most || found.has(slot) || !nodes.isActive(slot)) return;
      found.add(slot);
      reached.push(slot);
    };
    // Without internal relations the seeds' own children are left out, which is the first hop.
    if (includeChildren !== false && !(excludeInternal === true && hop === 0)) {
      for (const slot of frontier) {
        for (const child of nodes.children[slot] ?? []) {
          if (!nodes.isActive(child)) continue;
          admitted[child] = 1;
          take(child);
        }
      }
    }
    const neighbors = pool ? projected(graph, admitted, admits) : stored(graph, admits);
    for (const slot of frontier) for (const other of neighbors(slot)) take(other);
    frontier = reached;
  }
  return [...found];
}

/** Neighbours over edges lifted onto a set. */
function projected(graph: Graph, marks: Uint8Array, admits: (relation: number) => boolean) {
  const projection = project(graph, { marks, key: NONE }, admits);
  const { start, edges } = endsOf(projection, graph.nodes.size);
  return function* (slot: number): Generator<number> {
    for (let at = start[slot] as number; at < (start[slot + 1] as number); at++) {
      const edge = edges[at] as number;
      const from = projection.from[edge] as number;
      yield from === slot ? (projection.to[edge] as number) : from;
    }
  };
}

/** Neighbours over edges as they are stored: the same as lifting onto all active nodes, without the lifting. */
function stored(graph: Graph, admits: (relation: number) => boolean) {
  const { edges, adjacency } = graph;
  const { types, type, from, to } = edges;
  return function* (slot: number): Generator<number> {
    for (const edge of adjacency.touching(slot)) {
      if (!admits(types.keyOf(type[edge] as number))) continue;
      const start = from[edge] as number;
      yield start === slot ? (to[edge] as number) : start;
    }
  };
}
