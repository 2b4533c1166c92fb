import { expect, test } from 'vitest';
import type { MemorySession } from '../../../../src/memory/session-types.js';
import { node, storeOf } from '../../../fixtures/memory/story.js';
import { storyTools, toolsFor, WRITE_CALLS } from './setup.js';

/** All that a session shows of its graph. */
async function everything(session: MemorySession) {
  const pool = await session.listVisibleCandidates();
  const visibleNodeIds = pool.map(({ id }) => id);
  return { pool, briefs: await Promise.all(visibleNodeIds.map((id) => session.getNodeBrief(id, { visibleNodeIds }))) };
}

test('a simulation answers what the tool would, marked as simulated, and changes nothing', async () => {
  const { simulate, session } = await storyTools();
  const before = await everything(session);
  const answers: Record<string, unknown> = {};
  for (const [name, , args] of WRITE_CALLS) answers[name] = await simulate(name, args);
  const shared = { ok: true, simulated: true };
  expect(answers).toEqual({
    memory_node_create: { ...shared, id: expect.stringMatching(/^n-sim-./) },
    memory_node_edit: shared,
    memory_node_delete: shared,
    memory_link_upsert: { ...shared, applied: 1 },
    memory_link_delete: { ...shared, removed: 1 },
    memory_compact_nodes: { ...shared, rollup_node_id: expect.stringMatching(/^rollup-sim-./) },
  });
  expect(await everything(session)).toEqual(before);
});

test('made-up ids are never the same', async () => {
  const { simulate } = await storyTools();
  const [[name, , args] = ['', '', {}]] = WRITE_CALLS;
  const made = [await simulate(name, args), await simulate(name, args)];
  expect(new Set(made.map(({ id }) => id)).size).toBe(2);
});

test('arguments that cannot be used have a code for each tool', async () => {
  const { simulate } = await storyTools();
  const bad: Record<string, readonly object[]> = {
    NODE_CREATE: [{ type: ' ' }, { title: '' }, { links: [{ relation: 'knows' }] }],
    NODE_EDIT: [{ node_id: ' ' }],
    NODE_DELETE: [{ node_id: '' }],
    LINK_UPSERT: [{ source_node_id: '' }, { links: [{}] }],
    LINK_DELETE: [{ source_node_id: '' }, { target_node_id: ' ' }, { relation: '' }],
    COMPACT_NODES: [{ type: '' }, { child_ids: [] }, { child_ids: [' '] }, { summary: ' ' }],
  };
  for (const [name, word, args] of WRITE_CALLS) {
    for (const change of bad[word] ?? []) {
      const answer = await simulate(name, { ...args, ...change });
      expect(answer, JSON.stringify(change)).toEqual({
        ok: false,
        simulated: true,
        error: expect.stringMatching(/./),
        code: `MEMORY_${word}_BAD_ARGS`,
        hint: expect.stringMatching(/./),
      });
    }
  }
});

test('nodes that are not there have a code for each tool', async () => {
  const { simulate } = await storyTools();
  const missing: Record<string, readonly [change: object, code: string][]> = {
    NODE_CREATE: ['nobody', 'ghost'].map((id) => [{ links: [{ target_node_id: id }] }, 'TARGET_NOT_FOUND']),
    NODE_EDIT: ['nobody', 'ghost'].map((node_id) => [{ node_id }, 'NODE_NOT_FOUND']),
    NODE_DELETE: ['nobody', 'ghost'].map((node_id) => [{ node_id }, 'NODE_NOT_FOUND']),
    LINK_UPSERT: [
      [{ source_node_id: 'ghost' }, 'NODE_NOT_FOUND'],
      [{ links: [{ target_node_id: 'alice' }, { target_node_id: 'nobody' }] }, 'NODE_NOT_FOUND'],
    ],
    LINK_DELETE: [
      [{ source_node_id: 'nobody' }, 'NODE_NOT_FOUND'],
      [{ target_node_id: 'nobody' }, 'NODE_NOT_FOUND'],
    ],
    COMPACT_NODES: [[{ child_ids: ['n_1', 'nobody'] }, 'NODE_NOT_FOUND']],
  };
  for (const [name, word, args] of WRITE_CALLS) {
    for (const [change, code] of missing[word] ?? []) {
      const answer = await simulate(name, { ...args, ...change });
      expect(answer, `${name} ${JSON.stringify(change)}`).toMatchObject({
        ok: false,
        simulated: true,
        code: `MEMORY_${word}_${code}`,
        error: expect.stringMatching(/nobody|ghost/),
        hint: expect.stringMatching(/./),
      });
    }
  }
});

test('what a summary hides is there for a simulation', async () => {
  const { exec, simulate } = await storyTools();
  await exec('memory_compact_nodes', { type: 'event', child_ids: ['n_1', 'n_2'], summary: 'Two days' });
  expect(await simulate('memory_node_edit', { node_id: 'n_1', title: 'x' })).toEqual({ ok: true, simulated: true });
});

test('what is summed up already is refused in a simulation too', async () => {
  const { exec, simulate } = await storyTools();
  const compact = { type: 'event', child_ids: ['n_1', 'n_2'], summary: 'Two days' };
  await exec('memory_compact_nodes', compact);
  expect(await simulate('memory_compact_nodes', compact)).toMatchObject({ ok: false, code: 'CHILD_HAS_PARENT' });
  expect(await simulate('memory_compact_nodes', { ...compact, type: 'thread' })).toMatchObject({ ok: true });
});

test('a parent that is no summary, and a deleted child, stand in the way of no summary', async () => {
  const store = storeOf([
    node('day', { type: 'event', childrenIds: ['hour'] }),
    node('hour', { type: 'event', parentId: 'day' }),
    node('gone', { type: 'event', archived: true }),
  ]);
  const { exec, simulate } = await storyTools(undefined, store);
  const compact = { type: 'event', child_ids: ['hour', 'gone'], summary: 'An hour' };
  expect(await simulate('memory_compact_nodes', compact)).toMatchObject({ ok: true });
  expect(await exec('memory_compact_nodes', compact)).toMatchObject({ ok: true });
});

test('a simulation counts the links in the direction that is asked for', async () => {
  const { simulate } = await storyTools();
  const link = { source_node_id: 'inn', target_node_id: 'alice', relation: 'located_in' };
  for (const [direction, removed] of [
    ['outgoing', 0],
    ['incoming', 1],
    ['bidirectional', 1],
  ]) {
    expect(await simulate('memory_link_delete', { ...link, direction })).toMatchObject({ ok: true, removed });
  }
  expect(await simulate('memory_link_delete', { ...link, target_node_id: 'ghost' })).toMatchObject({ removed: 0 });
});

test('an id that a simulation made up is good for the rest of its run, and nowhere else', async () => {
  const { simulate } = await storyTools();
  const run = { __lukerRun: {} };
  const { id } = await simulate('memory_node_create', { type: 'event', title: 'x' }, Object.create(run));
  const link = { source_node_id: id, links: [{ target_node_id: 'alice' }] };
  expect(await simulate('memory_link_upsert', link, Object.create(run))).toMatchObject({ ok: true });
  expect(await simulate('memory_link_upsert', link, {})).toMatchObject({ code: 'MEMORY_LINK_UPSERT_NODE_NOT_FOUND' });
});

test('without a session only the arguments are checked', async () => {
  const { simulate } = toolsFor(() => null);
  for (const [name, word, args] of WRITE_CALLS) {
    expect(await simulate(name, args), name).toMatchObject({ ok: true, simulated: true });
    const [first = ''] = Object.keys(args);
    const empty = { ...args, [first]: '' };
    expect(await simulate(name, empty), name).toMatchObject({ ok: false, code: `MEMORY_${word}_BAD_ARGS` });
  }
});
