import { edgeKey } from '../commits/plain-graph.js';
import { Graph } from '../graph/graph.js';
import { type Commit, type GraphOp, nodesOf, type OrderedStore, type StoreData } from '../graph/records.js';

/** What makes a graph what a store says. What is the same already is left alone. */
export function replaceOps(graph: Graph, target: StoreData | OrderedStore): readonly GraphOp[] {
  const now = graph.toOrdered();
  const nodes = nodesOf(target);
  const ops: GraphOp[] = [];
  const wanted = new Set(target.edges.map(edgeKey));
  for (const edge of now.edges) if (!wanted.has(edgeKey(edge))) ops.push({ op: 'delete_edge', edge });
  for (const id of now.nodes.keys()) if (!nodes.has(id)) ops.push({ op: 'delete_node', nodeId: id });
  for (const [id, node] of nodes) {
    if (JSON.stringify(now.nodes.get(id)) !== JSON.stringify(node)) ops.push({ op: 'upsert_node', node });
  }
  const there = new Map(now.edges.map((edge) => [edgeKey(edge), edge.seqTo]));
  for (const edge of target.edges) {
    const key = edgeKey(edge);
    if (!there.has(key) || there.get(key) !== edge.seqTo) ops.push({ op: 'upsert_edge', edge });
  }
  return ops;
}

/** What commits come to, one after another. */
export function stateOf(commits: readonly Commit[]): OrderedStore {
  const graph = new Graph();
  for (const { ops, counters } of commits) graph.apply(ops, counters);
  return graph.toOrdered();
}

/** A plan that makes a graph what a store says when its turn has come, unless it was stopped by then. */
export const replaceBy =
  (target: StoreData | OrderedStore, signal?: AbortSignal) =>
  (graph: Graph): void => {
    signal?.throwIfAborted();
    const { nodeSeq, seqCounter, appliedSeqTo, loggedSeqTo } = target;
    // Numbers that were given are not given twice.
    const highest = Math.max(graph.counters.nodeSeq, nodeSeq);
    graph.apply(replaceOps(graph, target), { nodeSeq: highest, seqCounter, appliedSeqTo, loggedSeqTo });
  };
