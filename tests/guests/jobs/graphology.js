import { DirectedGraph, UndirectedGraph } from 'graphology';

/** A map of friendships: ways, neighbours, merging, export. */
export default function run() {
  const graph = new DirectedGraph({ allowSelfLoops: false });
  const pairs = [
    ['李', '王', 3],
    ['王', '赵', 1],
    ['李', '赵', 7],
    ['赵', '钱', 2],
    ['钱', '李', 5],
  ];
  for (const [from, to, weight] of pairs) graph.mergeEdgeWithKey(`${from}→${to}`, from, to, { weight });
  const events = [];
  graph.on('nodeDropped', ({ key }) => events.push(`-${key}`));
  const distance = Object.fromEntries(graph.nodes().map((node) => [node, Infinity]));
  distance.李 = 0;
  for (let round = 0; round < graph.order; round++)
    graph.forEachEdge((_, { weight }, from, to) => {
      distance[to] = Math.min(distance[to], distance[from] + weight);
    });
  const copy = UndirectedGraph.from({ nodes: graph.export().nodes, edges: [] });
  graph.updateNodeAttribute('李', 'age', (age) => (age ?? 19) + 1);
  let refused = '';
  try {
    graph.addEdge('李', '李');
  } catch (error) {
    refused = error.message;
  }
  graph.dropNode('钱');
  return {
    distance,
    degrees: graph.mapNodes((node) => [node, graph.inDegree(node), graph.outDegree(node)]),
    events,
    refused,
    copy: copy.order,
    exported: graph.toJSON(),
  };
}
