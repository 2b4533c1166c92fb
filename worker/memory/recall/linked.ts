import type { Graph } from '../graph/graph.js';

/** Calls `visit` with the node at the other end of each link of a node. */
export function eachLinked({ adjacency, edges }: Graph, slot: number, visit: (other: number) => void): void {
  adjacency.eachOut(slot, (edge) => visit(edges.to[edge] as number));
  adjacency.eachIn(slot, (edge) => visit(edges.from[edge] as number));
}

/** The nodes at the other ends of a node's links; none for a node with more than `most` links. */
export function linkedTo(graph: Graph, slot: number, most: number): readonly number[] {
  const found = new Set<number>();
  let count = 0;
  eachLinked(graph, slot, (other) => {
    count += 1;
    if (count <= most && other >= 0 && other !== slot) found.add(other);
  });
  return count > most ? [] : [...found];
}
