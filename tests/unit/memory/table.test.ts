import { expect, test } from 'vitest';
import { generateGraph } from '../../../examples/memory-sample/graph.js';
import { Graph } from '../../../worker/memory/graph/graph.js';
import { Table } from '../../../worker/memory/reads/table.js';
import { typesInForce } from '../../../worker/memory/schema/normalize.js';
import { TypeIndex } from '../../../worker/memory/schema/type-index.js';
import type { TableOptions } from '../../../worker/protocol/memory-table.js';

const store = generateGraph({ seed: 5, nodes: 400, archivedShare: 0.1 });
const graph = new Graph();
graph.apply(
  [
    ...Object.values(store.nodes).map((node) => ({ op: 'upsert_node' as const, node })),
    ...store.edges.map((edge) => ({ op: 'upsert_edge' as const, edge })),
  ],
  store,
);
const types = new TypeIndex(typesInForce(undefined, undefined), graph.nodes);
const page = (options: TableOptions, named?: readonly number[]) => new Table(graph).page(1, types, options, named);
const nodes = Object.values(store.nodes);
const links = (id: string) =>
  store.edges.filter(({ from }) => from === id).length + store.edges.filter(({ to }) => to === id).length;

test('pages of any size are the whole table, cut', () => {
  const whole = page({ archived: true, limit: 500 });
  expect(whole.total).toBe(400);
  for (const limit of [1, 7, 100, 400]) {
    const table = new Table(graph);
    const cut = Array.from({ length: Math.ceil(400 / limit) }, (_, index) =>
      table.page(1, types, { archived: true, from: index * limit, limit }),
    );
    expect(cut.flatMap(({ rows }) => rows)).toEqual(whole.rows);
  }
  expect(page({ from: 1_000 }).rows).toEqual([]);
});

test('a row tells what its node is, how it is linked, and what it says', () => {
  for (const row of page({ archived: true, limit: 500 }).rows) {
    const node = store.nodes[row.id];
    expect(row).toMatchObject({ title: node?.title, type: node?.type, seqTo: node?.seqTo, archived: node?.archived });
    expect(row.links).toBe(links(row.id));
    expect(row.text.length).toBeGreaterThan(0);
    expect(row.text.length).toBeLessThanOrEqual(240);
  }
});

test('archived nodes and other types are left out, and counted by type whatever is shown', () => {
  const shown = page({ types: ['Thread'], limit: 500 });
  expect(shown.total).toBe(nodes.filter(({ type, archived }) => type === 'thread' && !archived).length);
  expect(shown.rows.every(({ type, archived }) => type === 'thread' && !archived)).toBe(true);
  for (const { type, active, archived } of shown.types) {
    const own = nodes.filter((node) => node.type === type);
    expect([active, archived]).toEqual([
      own.filter((one) => !one.archived).length,
      own.filter((one) => one.archived).length,
    ]);
  }
});

test('rows come newest first, oldest first, by title, or the best linked first', () => {
  const order = (sort: NonNullable<TableOptions['sort']>) => page({ sort, limit: 500 }).rows;
  const turns = order('turn').map(({ seqTo }) => seqTo);
  expect(turns).toEqual([...turns].sort((a, b) => b - a));
  expect(order('oldest')).toEqual([...order('turn')].reverse());
  const titles = order('title').map(({ title }) => title);
  expect(titles).toEqual([...titles].sort());
  const counts = order('links').map((row) => row.links);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
});

test('a table follows its graph: another revision is another order', () => {
  const table = new Table(graph);
  const before = table.page(1, types, { limit: 1 }).total;
  graph.apply(
    [
      {
        op: 'upsert_node',
        node: { ...(nodes[0] as (typeof nodes)[number]), id: 'late', seqTo: 99_999, archived: false },
      },
    ],
    store,
  );
  expect(table.page(1, types, { limit: 1 }).total).toBe(before);
  expect(table.page(2, types, { limit: 1 })).toMatchObject({ total: before + 1, rows: [{ id: 'late' }] });
});

test('where a name was looked for, only the named nodes are rows', () => {
  const some = [3, 1, 2];
  expect(page({ archived: true, name: 'x' }, some).total).toBe(3);
});
