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

test('an answer that is used without awaiting it says what to write', async () => {
  await using host = plainHost();
  const session = await host.memory.openSession('tavern');
  await session.createNode({ type: 'character_sheet', title: 'Alice' });
  const old = session as unknown as Record<string, (...args: unknown[]) => never>;
  const call = (name: string, ...args: unknown[]): never => {
    const method = old[name];
    if (!method) throw new Error(name);
    return method(...args);
  };
  for (const [name, use] of [
    ['listVisibleCandidates', () => (call('listVisibleCandidates') as unknown[]).map(String)],
    ['keywordSearch', () => [...(call('keywordSearch', { query: 'Alice' }) as unknown[])]],
    ['findByName', () => (call('findByName', { query: 'Alice' }) as { matches: unknown }).matches],
    ['getSchema', () => (call('getSchema') as { types: unknown }).types],
    ['getEdgeSummary', () => (call('getEdgeSummary', 'n_1') as { degree: number }).degree],
    ['getNodeBrief', () => (call('getNodeBrief', 'n_1') as { title: string }).title],
    ['compactionCandidates', () => (call('compactionCandidates', { type: 'event' }) as { groups: unknown }).groups],
    ['expandFromSeeds', () => (call('expandFromSeeds', ['n_1']) as unknown[]).length],
  ] as const)
    expect(use, name).toThrow(`session.${name}() answers a promise: write "await session.${name}(…)"`);
  expect(await session.listVisibleCandidates()).toHaveLength(1);
  expect((await Promise.all([session.getSchema(), session.findByName({ query: 'Ali' })]))[1].matches).toHaveLength(1);
});
