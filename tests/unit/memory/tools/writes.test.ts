import { expect, test } from 'vitest';
import { storyTools } from './setup.js';

const ALICE = { types: ['character_sheet'] };

test('a node is created with its columns and links', async () => {
  const { exec, session } = await storyTools();
  const { ok, id, ...rest } = await exec('memory_node_create', {
    type: 'event',
    title: 'Alice draws her sword',
    fields: { summary: 'She draws it.', who: ['Alice', 'Bob'] },
    links: [{ target_node_id: 'alice', relation: 'about', direction: 'outgoing' }],
    ref: 'fight',
  });
  expect([ok, id, rest]).toEqual([true, 'n_9', {}]);
  const [made] = await session.expandFromSeeds([id], { projectTo: [] });
  expect(made).toMatchObject({ title: 'Alice draws her sword', fields: { who: ['Alice', 'Bob'] } });
  const { relations } = await session.getEdgeSummary(id, { visibleNodeIds: [id, 'alice'] });
  expect(relations).toEqual([{ relation: 'about', direction: 'out', count: 1 }]);
});

test('a node is edited column by column', async () => {
  const { exec, session } = await storyTools();
  const edit = { node_id: 'alice', set_fields: { goal: 'peace' }, clear_fields: ['traits'], title: 'Alice the Brave' };
  expect(await exec('memory_node_edit', edit)).toEqual({ ok: true });
  const { matches } = await session.findByName({ query: 'alice', ...ALICE });
  expect(matches).toHaveLength(1);
  expect(matches[0]?.title).toBe('Alice the Brave');
  expect(matches[0]?.fields).toEqual({ aliases: ['Ali', '爱丽丝'], goal: 'peace' });
});

test('an edit of what is missing or deleted answers why, with a hint', async () => {
  const { exec } = await storyTools();
  for (const [node_id, code] of [
    ['nobody', 'NODE_NOT_FOUND'],
    ['ghost', 'NODE_ARCHIVED'],
  ]) {
    const { ok, error } = await exec('memory_node_edit', { node_id, title: 'x' });
    expect([ok, error.code]).toEqual([false, code]);
    expect(error.message).not.toBe('');
    expect(error.hint).not.toBe('');
  }
});

test('a node is deleted once', async () => {
  const { exec, session } = await storyTools();
  expect(await exec('memory_node_delete', { node_id: 'alice' })).toEqual({ ok: true });
  expect(await session.getNodeBrief('alice')).toBeNull();
  expect(await exec('memory_node_delete', { node_id: 'alice' })).toMatchObject({
    ok: false,
    error: { code: 'NODE_NOT_FOUND', message: expect.any(String), hint: expect.any(String) },
  });
});

test('links are made in the direction that is asked for', async () => {
  const { exec, session } = await storyTools();
  const links = [
    { target_node_id: 'inn', relation: 'Owns', direction: 'outgoing' },
    { target_node_id: 'alice', relation: 'fears', direction: 'incoming' },
  ];
  expect(await exec('memory_link_upsert', { source_node_id: 'bob', links })).toEqual({ ok: true, applied: 1 });
  const { relations } = await session.getEdgeSummary('bob', {
    visibleNodeIds: ['alice', 'bob', 'inn'],
    edgeTypes: ['owns', 'fears'],
  });
  expect(relations).toEqual([
    { relation: 'owns', direction: 'out', count: 1 },
    { relation: 'fears', direction: 'in', count: 1 },
  ]);
});

test('a link that fails is told, and the others are made', async () => {
  const { exec, session } = await storyTools();
  const links = [{ target_node_id: 'nobody' }, { target_node_id: 'inn' }, { target_ref: 'c1' }];
  const answer = await exec('memory_link_upsert', { source_node_id: 'bob', links });
  expect(answer).toMatchObject({ ok: false, applied: 1, error: { code: 'TARGET_NOT_FOUND' } });
  expect(answer.error.message).toContain('; ');
  expect(answer.error.hint).not.toBe('');
  expect((await session.getEdgeSummary('bob', { visibleNodeIds: ['bob', 'inn'] })).degree).toBe(2);
});

test('a source that is missing, or named by a ref, links nothing', async () => {
  const { exec } = await storyTools();
  const links = [{ target_node_id: 'inn' }];
  for (const [source, code] of [
    [{ source_node_id: 'nobody' }, 'SOURCE_NOT_FOUND'],
    [{ source_ref: 'c1' }, 'REF_UNRESOLVED'],
  ] as const) {
    const answer = await exec('memory_link_upsert', { ...source, links });
    expect(answer).toMatchObject({ ok: false, applied: 0, error: { code } });
  }
});

test('links are deleted by relation, and what is not there counts nothing', async () => {
  const { exec } = await storyTools();
  const link = { source_node_id: 'alice', target_node_id: 'bob', relation: 'knows' };
  expect(await exec('memory_link_delete', { ...link, direction: 'outgoing' })).toEqual({ ok: true, removed: 1 });
  expect(await exec('memory_link_delete', link)).toEqual({ ok: true, removed: 1 });
  expect(await exec('memory_link_delete', link)).toEqual({ ok: true, removed: 0 });
});

test('a link that leads both ways is one link: simulated, deleted, and told as one', async () => {
  const { exec, simulate } = await storyTools();
  const link = { source_node_id: 'bob', target_node_id: 'inn', relation: 'owes' };
  const links = [{ target_node_id: 'inn', relation: 'owes' }];
  expect(await exec('memory_link_upsert', { source_node_id: 'bob', links })).toEqual({ ok: true, applied: 1 });
  expect(await simulate('memory_link_delete', link)).toMatchObject({ ok: true, removed: 1 });
  expect(await exec('memory_link_delete', link)).toEqual({ ok: true, removed: 1 });
  expect(await simulate('memory_link_delete', link)).toMatchObject({ ok: true, removed: 0 });
});

test('nodes are summed up once', async () => {
  const { exec, session } = await storyTools();
  const compact = { type: 'event', child_ids: ['n_1', 'n_2', 'n_3'], summary: 'Three days', fields: { mood: 'calm' } };
  const { ok, rollup_node_id, ...rest } = await exec('memory_compact_nodes', compact);
  expect([ok, rollup_node_id, rest]).toEqual([true, 'n_9', {}]);
  const pool = await session.listVisibleCandidates({ types: ['event'] });
  expect(pool.map(({ id }) => id)).toEqual(['n_8', 'n_7', 'n_6', 'n_5', 'n_4', 'n_9']);
  expect(pool.at(-1)?.fields).toEqual({ summary: 'Three days', mood: 'calm' });
  const again = await exec('memory_compact_nodes', compact);
  expect(again).toMatchObject({ ok: false, code: 'CHILD_HAS_PARENT' });
  expect(again.hint).toContain('memory_compaction_candidates');
  const unknown = await exec('memory_compact_nodes', { ...compact, child_ids: ['nobody'] });
  expect(unknown).toMatchObject({ ok: false, code: 'CHILD_NOT_FOUND' });
});
