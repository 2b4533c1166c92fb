import { expect, test } from 'vitest';
import { normalizeOrdered } from '../../../worker/memory/commits/normalize-store.js';
import type { RawStore } from '../../../worker/memory/graph/graph.js';
import { Graph } from '../../../worker/memory/graph/graph.js';
import { createNode } from '../../../worker/memory/writes/create.js';
import { MARKS_PER_LETTER } from '../../../worker/protocol/display-text.js';

const kept = (graph: Graph, id: string) => graph.toStore().nodes[id];
const many = `a${'\u0301'.repeat(200_000)}`;
const few = `a${'\u0301'.repeat(MARKS_PER_LETTER)}`;
const TOO_MANY = new RegExp(`\\p{M}{${MARKS_PER_LETTER + 1}}`, 'u');

test('what is written holds no letter with more than a few marks', () => {
  const graph = Graph.from({ nodes: {}, edges: [] } as unknown as RawStore);
  const id = createNode(
    graph,
    { type: many, title: many, fields: { [many]: [many, { deep: many }], summary: many } },
    1,
  );
  const node = kept(graph, id);
  expect(node).toMatchObject({ type: few, title: few, fields: { [few]: [few, { deep: few }], summary: few } });
});

test('what is imported, and merged out of another store, is bounded alike', () => {
  const node = { id: 'n1', level: 'semantic', type: many, title: many, fields: { summary: [many], [many]: 1 } };
  const store = normalizeOrdered({
    nodes: { n1: node, n2: { ...node, id: 'n2', title: `${many}b` } },
    edges: [],
  });
  const text = JSON.stringify([...store.nodes]);
  expect(text).not.toMatch(TOO_MANY);
});

test('what people write stays as it is', () => {
  const graph = Graph.from({ nodes: {}, edges: [] } as unknown as RawStore);
  const fields = { summary: 'Việt Nam · 東門 · שָׁלוֹם', list: ['é̂', 3, null] };
  const id = createNode(graph, { type: 'place 東門', title: 'Đà Nẵng', fields }, 1);
  expect(kept(graph, id)).toMatchObject({ type: 'place 東門', title: 'Đà Nẵng', fields });
});
