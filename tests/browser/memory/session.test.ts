import { expect, test } from 'vitest';
import { plainHost } from '../setup.js';

test('a chat’s memory is written, searched, and there again after a reload', async () => {
  const store = `memory-${crypto.randomUUID()}`;
  const host = plainHost({ store });
  const session = await host.memory.openSession('tavern');
  const { id } = await session.createNode({ type: 'event', fields: { summary: 'Alice draws her sword in the inn' } });
  const alice = await session.createNode({ type: 'character_sheet', title: 'Alice', fields: { aliases: ['爱丽丝'] } });
  await session.upsertLinks({ source: { id }, links: [{ target: { id: alice.id }, relation: 'Involves' }] });
  const [hit] = await session.keywordSearch({ query: 'sword' });
  expect(hit).toMatchObject({ id, score: 1, scoreMode: 'keyword', title: 'Summary 1' });
  expect(Object.isFrozen(hit?.fields)).toBe(true);
  await host.dispose();
  await using reloaded = plainHost({ store });
  const again = await reloaded.memory.open('tavern');
  expect((await again.session.findByName({ query: '爱丽' })).matches.map((node) => node.id)).toEqual([alice.id]);
  expect(await again.listEdges()).toEqual([
    { from: id, to: alice.id, type: 'involves' },
    { from: alice.id, to: id, type: 'involves' },
  ]);
  expect(await again.info()).toMatchObject({ nodes: 2, edges: 2, commits: 3, canUndo: false });
  await reloaded.erase();
});
