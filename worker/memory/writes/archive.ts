import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';

/** The node that stands for another now: followed through every merge. */
export function standIn(graph: Graph, id: string): string {
  const seen = new Set([id]);
  for (let at = id; ; ) {
    const slot = graph.nodes.find(at);
    const next = slot === NONE ? undefined : graph.nodes.read(slot).supersededBy;
    if (next === undefined || seen.has(next) || graph.nodes.find(next) === NONE) return at;
    seen.add(next);
    at = next;
  }
}

/**
 * Archives a node. With a replacement its edges go over to that; those that would lead to itself, or are there already, are
 * dropped. Without one, edges, children and parent stay.
 */
export function archive(graph: Graph, slot: number, replacement?: string): void {
  const { nodes, edges } = graph;
  const id = nodes.ids[slot] ?? '';
  if (replacement === undefined) {
    graph.patchNode(slot, { archived: true });
    return;
  }
  const heir = standIn(graph, replacement);
  graph.patchNode(slot, { archived: true, supersededBy: heir });
  for (const edge of graph.adjacency.touching(slot)) {
    const { from, to, type, seqTo } = graph.readEdge(edge);
    const [start, end] = [from === id ? heir : from, to === id ? heir : to];
    graph.removeEdge(edge);
    const known = edges.find(nodes.refer(start), nodes.refer(end), edges.types.code(type));
    if (start !== end && known === -1) graph.putEdge(start, end, type, seqTo ?? Number.NaN);
  }
}
