import { expect, test } from 'vitest';
import { generateGraph } from '../../../../examples/memory-sample/graph.js';
import type { StoreData } from '../../../../worker/memory/graph/records.js';
import { naiveNormalize } from '../../../fixtures/memory/naive/normalize.js';
import { listVisibleCandidates } from '../../../fixtures/memory/naive/pool.js';
import { normalizeSchema } from '../../../fixtures/memory/naive/schema.js';

const CJK = /[\u4e00-\u9fff]/;

/** Numbers about the shape of a graph. */
function shapeOf(graph: StoreData) {
  const nodes = Object.values(graph.nodes);
  const inDegree = new Map<string, number>();
  for (const { to } of graph.edges) inDegree.set(to, (inDegree.get(to) ?? 0) + 1);
  const leaves = nodes.filter(({ semanticRollup }) => !semanticRollup);
  const characters = nodes.map(({ fields }) => Object.values(fields).flat().join('').length);
  const share = (count: number, of: number): number => count / of;
  return {
    nodes: nodes.length,
    edgesPerNode: share(graph.edges.length, nodes.length),
    largestInDegree: Math.max(...inDegree.values()),
    underRollups: share(leaves.filter(({ parentId }) => parentId !== '').length, leaves.length),
    archived: share(nodes.filter(({ archived }) => archived).length, nodes.length),
    cjk: share(nodes.filter(({ fields }) => CJK.test(Object.values(fields).flat().join(''))).length, nodes.length),
    charactersPerNode: share(
      characters.reduce((sum, count) => sum + count, 0),
      nodes.length,
    ),
    visible: share(listVisibleCandidates(graph, normalizeSchema(null)).length, nodes.length),
  };
}

test('the same seed gives the same graph, another seed another one', () => {
  const options = { seed: 7, nodes: 300 };
  expect(generateGraph(options)).toEqual(generateGraph(options));
  expect(JSON.stringify(generateGraph({ ...options, seed: 8 }))).not.toBe(JSON.stringify(generateGraph(options)));
});

test('a graph looks as it is said to', () => {
  const shape = shapeOf(generateGraph({ seed: 1, nodes: 10_000 }));
  expect(shape.nodes).toBe(10_000);
  expect(shape.edgesPerNode).toBeCloseTo(3.7, 1);
  expect(shape.underRollups).toBeCloseTo(0.8, 2);
  expect(shape.archived).toBeCloseTo(0.03, 2);
  expect(shape.cjk).toBeCloseTo(0.35, 1);
  expect(shape.charactersPerNode).toBeGreaterThan(180);
  expect(shape.charactersPerNode).toBeLessThan(230);
  expect(shape.visible).toBeGreaterThan(0.25);
  expect(shape.visible).toBeLessThan(0.33);
  expect(shape.largestInDegree).toBeGreaterThan(900);
  expect(shape.largestInDegree).toBeLessThan(1_500);
});

test.each([0, 1, 2, 9, 100])('a graph of %i nodes is valid', (nodes) => {
  const graph = generateGraph({ seed: 3, nodes, rollupSize: 3, rollupLevels: 3, rollupShare: 0.9 });
  expect(Object.keys(graph.nodes)).toHaveLength(nodes);
  expect(naiveNormalize({ ...graph })).toEqual(graph);
  const identities = new Set<string>();
  for (const { from, to, type } of graph.edges) {
    expect(from).not.toBe(to);
    expect(graph.nodes[from] && graph.nodes[to]).toBeDefined();
    identities.add(JSON.stringify([from, to, type]));
  }
  expect(identities.size).toBe(graph.edges.length);
  for (const [id, node] of Object.entries(graph.nodes)) {
    expect(node.id).toBe(id);
    expect(node.seqTo).toBeLessThanOrEqual(graph.seqCounter);
    for (const child of node.childrenIds) expect(graph.nodes[child]?.parentId).toBe(id);
    if (node.parentId !== '') expect(graph.nodes[node.parentId]?.childrenIds).toContain(id);
    if (node.floorRange) expect(node.floorRange.start).toBeLessThanOrEqual(node.floorRange.end);
  }
});

test('rollups stand as many levels high as asked', () => {
  const graph = generateGraph({ seed: 5, nodes: 400, rollupSize: 3, rollupLevels: 3 });
  expect(Math.max(...Object.values(graph.nodes).map(({ semanticDepth }) => semanticDepth))).toBe(3);
});
