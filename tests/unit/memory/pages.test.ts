import { expect, test } from 'vitest';
import { openReads } from '../../fixtures/memory/open-reads.js';

const store = (ids: readonly string[]) => ({
  nodes: Object.fromEntries(
    ids.map((id, at) => [id, { id, type: 'thread', level: 'semantic', title: id, fields: {}, seqTo: at }]),
  ),
  edges: ids.slice(1).map((id, at) => ({ from: ids[at], to: id, type: 'next' })),
});
const ids = Array.from({ length: 120 }, (_, at) => `n_${at}`);

test.each(['nodes', 'candidates', 'edges'] as const)('pages of %s come to the whole list', (list) => {
  const { reads } = openReads(store(ids));
  const whole = { nodes: reads.listNodes({}), candidates: reads.listVisibleCandidates({}), edges: reads.listEdges({}) };
  const found: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page = reads.page({ list, limit: 50, cursor });
    expect(page.total).toBe(whole[list].length);
    found.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== null);
  expect(found).toEqual(whole[list]);
});

test('a page begins behind the last view, whatever came or went meanwhile', () => {
  const { reads, graph } = openReads(store(ids));
  const { cursor } = reads.page({ list: 'nodes', limit: 10 });
  graph.removeNodes(['n_3']);
  graph.putNode({ ...graph.nodes.read(0), id: 'n_a', seqTo: -1 });
  expect(reads.page({ list: 'nodes', limit: 1, cursor }).items).toMatchObject([{ id: 'n_10' }]);
  graph.removeNodes(['n_9']);
  expect(reads.page({ list: 'nodes', limit: 1, cursor }).items).toMatchObject([{ id: 'n_10' }]);
});

test('a cursor of something else, and an unknown list, are bad arguments', () => {
  const { reads } = openReads(store(ids));
  for (const given of [
    { list: 'nodes', cursor: 'x' },
    { list: 'nodes', cursor: '[-1,"a"]' },
    { list: 'all' },
    undefined,
  ]) {
    expect(() => reads.page(given)).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  }
});
