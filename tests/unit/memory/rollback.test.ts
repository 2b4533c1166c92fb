import { expect, test } from 'vitest';
import { Graph } from '../../../worker/memory/graph/graph.js';
import { NONE } from '../../../worker/memory/graph/nodes.js';
import type { GraphOp, NodeRecord } from '../../../worker/memory/graph/records.js';
import { fc } from '../../fixtures/property.js';

const NO_COUNTERS = { nodeSeq: 0, seqCounter: 0, appliedSeqTo: 0, loggedSeqTo: 0 };

const put = (id: string, parentId = '', childrenIds: readonly string[] = []): GraphOp => {
  const node: NodeRecord = {
    ...{ id, type: 't', level: 'semantic', title: id, parentId, childrenIds, fields: {} },
    ...{ semanticDepth: 0, semanticRollup: false, archived: false },
  };
  return { op: 'upsert_node', node };
};
const drop = (nodeId: string): GraphOp => ({ op: 'delete_node', nodeId });
const link = (from: string, to: string): GraphOp => ({ op: 'upsert_edge', edge: { from, to, type: 'r' } });
const unlink = (from: string, to: string): GraphOp => ({ op: 'delete_edge', edge: { from, to, type: 'r' } });

/** A graph as it reads: with its order, and whom each node and edge finds at its other end. */
const stateOf = (graph: Graph) => {
  const { nodes, edges } = graph;
  const living = (reference: number): boolean => graph.holds(reference);
  const links = Array.from({ length: edges.size }, (_, edge) => edge).filter((edge) => edges.dead[edge] === 0);
  return {
    nodes: [...nodes.slots()].map((slot) => {
      const { parentId, childrenIds } = nodes.read(slot);
      const children = (nodes.children[slot] ?? []).map(living);
      const at = graph.adjacency.touching(slot).map((edge) => graph.readEdge(edge));
      return [nodes.ids[slot], parentId, living(nodes.parent[slot] ?? NONE), childrenIds, children, at];
    }),
    edges: links.map((edge) => [
      graph.readEdge(edge),
      living(edges.from[edge] ?? NONE),
      living(edges.to[edge] ?? NONE),
    ]),
    count: nodes.count,
  };
};

test('a deletion that is taken back puts the node into its old place', () => {
  const graph = new Graph();
  graph.apply([put('a'), put('b', 'a'), put('c')], NO_COUNTERS);
  const before = stateOf(graph);
  const journal = graph.begin();
  graph.apply([drop('a'), drop('b')], NO_COUNTERS);
  journal.rollback();
  expect(stateOf(graph)).toEqual(before);
});

test('a node whose deletion was taken back loses its edges when it is deleted again', () => {
  const graph = new Graph();
  graph.apply([put('a'), put('b'), link('a', 'b')], NO_COUNTERS);
  const journal = graph.begin();
  graph.apply([drop('a')], NO_COUNTERS);
  journal.rollback();
  graph.apply([drop('a')], NO_COUNTERS);
  expect(graph.edges.count).toBe(0);
});

test('who was named before it was there is only a name again when its making is taken back, and is met again', () => {
  const graph = new Graph();
  graph.apply([put('a', 'b', ['b']), link('a', 'b')], NO_COUNTERS);
  const before = stateOf(graph);
  const journal = graph.begin();
  graph.apply([put('b')], NO_COUNTERS);
  const after = stateOf(graph);
  journal.rollback();
  expect(stateOf(graph)).toEqual(before);
  graph.apply([put('b')], NO_COUNTERS);
  expect(stateOf(graph)).toEqual(after);
});

/** The same as data. */
const dataOf = (graph: Graph) => {
  const store = graph.toStore();
  return { ...store, order: Object.keys(store.nodes), count: graph.nodes.count, edgeCount: graph.edges.count };
};

const anyId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const anyOp = fc.oneof(
  fc
    .record({ id: anyId, parent: anyId, children: fc.uniqueArray(anyId, { maxLength: 3 }) })
    .map((one) => put(one.id, one.parent, one.children)),
  anyId.map((id) => drop(id)),
  fc.tuple(anyId, anyId).map(([from, to]) => link(from, to)),
  fc.tuple(anyId, anyId).map(([from, to]) => unlink(from, to)),
);
const anyBatch = fc.array(anyOp, { maxLength: 6 });
/** Found by the seeds -64904381, 2006140038 and 137012039. */
const found: [GraphOp[], GraphOp[][]][] = [
  [[link('a', 'd')], [[put('d', 'a'), drop('d'), link('a', 'd'), put('d', 'a')]]],
  [[put('d', 'c'), put('c', 'a'), drop('c'), put('c', 'd', ['d'])], [[drop('c')]]],
  [[put('a', 'a'), put('e', 'a'), drop('a')], [[put('a', 'e', ['e']), drop('a')]]],
];

test('whatever is done and taken back, in turn, leaves the graph as it was, and can be done again', () => {
  fc.assert(
    fc.property(anyBatch, fc.array(anyBatch, { maxLength: 4 }), (seed, batches) => {
      const graph = new Graph();
      graph.apply(seed, NO_COUNTERS);
      const states = [dataOf(graph)];
      const run = () =>
        batches.map((ops) => {
          const journal = graph.begin();
          graph.apply(ops, NO_COUNTERS);
          journal.close();
          states.push(dataOf(graph));
          return journal;
        });
      const journals = run();
      const last = dataOf(graph);
      for (const journal of journals.reverse()) {
        states.pop();
        journal.rollback();
        expect(dataOf(graph)).toEqual(states.at(-1));
      }
      run();
      expect(dataOf(graph)).toEqual(last);
    }),
    { numRuns: 500, examples: found },
  );
});
