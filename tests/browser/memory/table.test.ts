import { expect, test } from 'vitest';
import { sampleFile } from '../../../examples/memory-sample/file.js';
import type { MemoryGraph } from '../../../src/index.js';
import { plainHost } from '../setup.js';

test('a made-up graph is the same for the same seed, one change, and is taken back', async () => {
  await using host = plainHost({ store: null });
  const [one, other] = [await host.memory.open('one'), await host.memory.open('other')];
  const put = (graph: MemoryGraph, seed: number) => graph.import([sampleFile({ nodes: 300, seed })]);
  expect(await put(one, 7)).toMatchObject({ nodes: 300, commits: 1, canUndo: true });
  await put(other, 7);
  expect(await other.listNodes()).toEqual(await one.listNodes());
  await put(other, 8);
  expect(await other.listNodes()).not.toEqual(await one.listNodes());
  expect(await one.undo()).toBe(true);
  expect(await one.info()).toMatchObject({ nodes: 0, edges: 0 });
});

test('a table’s names are those that are found by name, on pages, frozen', async () => {
  await using host = plainHost({ store: null });
  const graph = await host.memory.open('chat');
  await graph.import([sampleFile({ nodes: 500, seed: 3 })]);
  const { matches } = await graph.findByName({ query: '1' });
  const { total, rows } = await graph.table({ name: '1', sort: 'oldest', limit: 500 });
  expect(total).toBe(matches.length);
  expect(rows.map(({ id }) => id)).toEqual(matches.map(({ id }) => id));
  const page = await graph.table({ name: '1', sort: 'oldest', from: 3, limit: 4 });
  expect(page.rows).toEqual(rows.slice(3, 7));
  expect(Object.isFrozen(page.rows[0])).toBe(true);
  expect((await graph.table({ name: ' ' })).total).toBe(0);
  const stop = AbortSignal.abort(new Error('enough'));
  await expect(graph.table({ signal: stop })).rejects.toThrow('enough');
});

test('a chat file becomes a graph, and a broken one changes nothing', async () => {
  await using host = plainHost({ store: null });
  const graph = await host.memory.open('chat');
  const lines = ['{"user_name":"Me","character_name":"Alice"}', '{"name":"Alice","is_user":false,"mes":"Hello."}'];
  expect(await graph.importChat(lines.join('\n'))).toMatchObject({ nodes: 2, edges: 1 });
  const broken = graph.importChat([...lines, '{"name":'].join('\n'));
  await expect(broken).rejects.toMatchObject({ code: 'BAD_ARGS', details: { line: 3 } });
  await expect(graph.importChat('{"user_name":"Me"}')).rejects.toMatchObject({ code: 'BAD_ARGS' });
  expect(await graph.info()).toMatchObject({ nodes: 2, commits: 1 });
});
