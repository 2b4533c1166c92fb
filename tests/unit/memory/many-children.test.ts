import { expect, test } from 'vitest';
import { Graph } from '../../../worker/memory/graph/graph.js';
import type { GraphOp, NodeRecord } from '../../../worker/memory/graph/records.js';

const NO_COUNTERS = { nodeSeq: 0, seqCounter: 0, appliedSeqTo: 0, loggedSeqTo: 0 };
const put = (id: string, parentId: string, childrenIds: readonly string[]): GraphOp => {
  const node: NodeRecord = {
    ...{ id, type: 't', level: 'semantic', title: '', parentId, childrenIds, fields: {} },
    ...{ semanticDepth: 0, semanticRollup: false, archived: false },
  };
  return { op: 'upsert_node', node };
};
const drop = (nodeId: string): GraphOp => ({ op: 'delete_node', nodeId });

/** A node with so many children, and one beneath the first of them. */
function family(count: number) {
  const children = Array.from({ length: count }, (_, at) => `c${at}`);
  const graph = new Graph();
  // The parent last: it would else be told anew of each child.
  const ops = [...children.map((id) => put(id, '', [])), put('beneath', 'c0', []), put('p', '', children)];
  graph.apply(ops, NO_COUNTERS);
  for (const id of children) graph.nodes.parent[graph.nodes.find(id)] = graph.nodes.find('p');
  graph.patchNode(graph.nodes.find('c0'), { childrenIds: ['beneath'] });
  return { graph, children };
}

test('children that go together leave the others, and nobody who names them', () => {
  const { graph } = family(4);
  const before = graph.toStore();
  const journal = graph.begin();
  graph.apply([drop('c0'), drop('c2'), drop('nobody'), drop('c2')], NO_COUNTERS);
  const ops = journal.close();
  const { nodes } = graph.toStore();
  expect(Object.keys(nodes)).toEqual(['c1', 'c3', 'beneath', 'p']);
  expect(nodes).toMatchObject({ p: { childrenIds: ['c1', 'c3'] }, beneath: { parentId: '' } });
  journal.rollback();
  expect(graph.toStore()).toEqual(before);
  graph.apply(ops, NO_COUNTERS);
  expect(graph.toStore().nodes).toEqual(nodes);
});

test('a parent that goes with its children, before or after them, leaves nothing', () => {
  for (const order of [
    ['p', 'c0', 'c1', 'beneath'],
    ['c1', 'beneath', 'c0', 'p'],
  ]) {
    const { graph } = family(2);
    const before = graph.toStore();
    const journal = graph.begin();
    graph.apply(order.map(drop), NO_COUNTERS);
    expect(graph.toStore()).toMatchObject({ nodes: {}, edges: [] });
    expect(journal.close().map(({ op }) => op)).toEqual(['delete_node', 'delete_node', 'delete_node', 'delete_node']);
    journal.rollback();
    expect(graph.toStore()).toEqual(before);
  }
});

test('thirty thousand children of one parent go without their list being written for each', () => {
  const { graph, children } = family(30_000);
  graph.apply(children.slice(1).map(drop), NO_COUNTERS);
  expect(graph.nodes.count).toBe(3);
});

test('nodes that come together may name each other before they are there, and nothing is gone through for that', () => {
  const names = Array.from({ length: 50 }, (_, at) => `x${at}`);
  const ops = [
    put('first', 'last', names),
    ...names.map((id) => put(id, 'last', [])),
    put('last', '', ['first']),
    put('elsewhere', 'outside', []),
  ];
  const oneByOne = new Graph();
  for (const op of ops) oneByOne.apply([op], NO_COUNTERS);
  const graph = new Graph();
  graph.apply([put('before', 'last', ['x7'])], NO_COUNTERS);
  oneByOne.apply([put('before', 'last', ['x7'])], NO_COUNTERS);
  const [before, rename] = [graph.toStore(), graph.edges.rename.bind(graph.edges)];
  const renamed: number[] = [];
  graph.edges.rename = (renames) => {
    renamed.push(renames.size);
    return rename(renames);
  };
  const journal = graph.begin();
  graph.apply(ops, NO_COUNTERS);
  // Those two that were named by one that was there, at once.
  expect(renamed).toEqual([2]);
  expect(graph.toStore().nodes).toEqual(oneByOne.toStore().nodes);
  expect(journal.close()).toHaveLength(ops.length);
  journal.rollback();
  expect(graph.toStore()).toEqual(before);
});
