import type { Graph } from '../graph/graph.js';

/** The nodes at the other ends of a node's links; none for a node with more than `most` links. */
export function linkedTo({ adjacency, edges }: Graph, slot: number, most: number): readonly number[] {
  const found = new Set<number>();
  let count = 0;
  const take = (other: number): void => {
    count += 1;
    if (count <= most && other >= 0 && other !== slot) found.add(other);
  };
  adjacency.eachOut(slot, (edge) => take(edges.to[edge] as number));
  adjacency.eachIn(slot, (edge) => take(edges.from[edge] as number));
  return count > most ? [] : [...found];
}
