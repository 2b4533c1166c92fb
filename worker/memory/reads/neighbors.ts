import type { Dir } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { toFilter } from '../graph/text.js';
import { storedFilter } from './projection.js';

/** A neighbour, and the edge that leads to it as seen from the node that was asked about. */
export interface Neighbor {
  readonly slot: number;
  readonly edgeType: string;
  readonly direction: Dir;
}

/** The neighbours over stored edges, once by relation and direction, in the order of the edges, lifted by `lift`. */
export function neighborsOf(
  graph: Graph,
  slot: number,
  options: { readonly edgeTypes?: unknown; readonly direction?: unknown },
  lift: ((slot: number) => number) | undefined,
): readonly Neighbor[] {
  const { nodes, edges } = graph;
  const admits = storedFilter(edges, toFilter(options.edgeTypes), false);
  const wanted = options.direction === 'in' || options.direction === 'out' ? options.direction : 'both';
  const found: Neighbor[] = [];
  const seen = new Set<string>();
  const take = (other: number, edge: number, direction: Dir) => {
    if (wanted !== 'both' && wanted !== direction) return;
    const code = edges.type[edge] as number;
    if (!admits(code)) return;
    const target = lift && other >= 0 ? lift(other) : other;
    if (!nodes.isActive(target)) return;
    const edgeType = edges.types.text(code).toLowerCase();
    const key = `${target} ${direction} ${edgeType}`;
    if (seen.has(key)) return;
    seen.add(key);
    found.push({ slot: target, edgeType, direction });
  };
  for (const edge of graph.adjacency.touching(slot)) {
    const [from, to] = [edges.from[edge] as number, edges.to[edge] as number];
    if (from === slot) take(to, edge, 'out');
    if (to === slot) take(from, edge, 'in');
  }
  return found;
}
