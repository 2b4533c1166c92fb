import { expect, test } from 'vitest';
import { node, storeOf } from '../../../fixtures/memory/story.js';
import { storyTools } from './setup.js';

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const SEEN = { injection: { visibleIds: ['alice', 'bob', 'inn'], alwaysInjectIds: ['alice'] } };

test('candidates are previews of the pool, the newest first', async () => {
  const { exec } = await storyTools();
  const { ok, data } = await exec('memory_list_candidates');
  expect(ok).toBe(true);
  expect(Object.keys(data)).toEqual(['candidates']);
  expect(ids(data.candidates)).toEqual(['n_8', 'n_7', 'alice', 'n_6', 'bob', 'n_5', 'n_4', 'n_3', 'inn', 'n_2', 'n_1']);
  expect(data.candidates[2]).toEqual({
    id: 'alice',
    type: 'character_sheet',
    level: 'semantic',
    title: 'Alice',
    semanticDepth: 0,
    seqTo: 6,
  });
});

test('candidates are narrowed by type and by recent turns', async () => {
  const { exec } = await storyTools();
  const { data } = await exec('memory_list_candidates', { types: ['Character_Sheet'], exclude_recent_messages: 3 });
  expect(ids(data.candidates)).toEqual(['bob']);
});

test('an edge summary counts the links that the last recall saw', async () => {
  const { exec, session } = await storyTools(SEEN);
  const { data } = await exec('memory_edge_summary', { node_id: ' alice ', edge_types: ['knows'], limit: 1 });
  expect(data).toEqual({ summary: await session.getEdgeSummary('alice', { edgeTypes: ['knows'], limit: 1 }) });
  expect(data.summary.degree).toBe(2);
});

test('a brief has the links unless told otherwise, and is null for what is missing or deleted', async () => {
  const { exec, session } = await storyTools(SEEN);
  expect((await exec('memory_node_brief', { node_id: 'alice' })).data).toEqual({
    brief: await session.getNodeBrief('alice'),
  });
  const bare = await exec('memory_node_brief', { node_id: 'alice', include_edge_summary: false });
  expect(bare.data.brief).toMatchObject({ title: 'Alice', edgeSummary: null, alwaysInject: true });
  const short = await exec('memory_node_brief', { node_id: 'alice', edge_summary_limit: 1 });
  expect(short.data.brief.edgeSummary.sample_neighbors).toHaveLength(1);
  for (const node_id of ['nobody', 'ghost']) {
    expect(await exec('memory_node_brief', { node_id })).toEqual({ ok: true, data: { brief: null } });
  }
});

test('seeds expand to previews, the seeds first', async () => {
  const { exec } = await storyTools(SEEN);
  const near = await exec('memory_expand_seeds', { seed_ids: ['bob', ' '] });
  expect(ids(near.data.nodes)).toEqual(['bob', 'alice']);
  const far = await exec('memory_expand_seeds', { seed_ids: ['bob'], hops: 2 });
  expect(ids(far.data.nodes)).toEqual(['bob', 'alice', 'inn']);
  expect(far.data.nodes[2]).toEqual({
    id: 'inn',
    type: 'location_state',
    level: 'semantic',
    title: 'The Inn',
    semanticDepth: 0,
    seqTo: 2,
  });
  const places = await exec('memory_expand_seeds', { seed_ids: ['alice'], edge_types: ['located_in'] });
  expect(ids(places.data.nodes)).toEqual(['alice', 'inn']);
});

test('children of a summary are reached unless told otherwise', async () => {
  const store = storeOf([
    node('sum', { type: 'event', semanticRollup: true, semanticDepth: 1, childrenIds: ['leaf'] }),
    node('leaf', { type: 'event', parentId: 'sum' }),
  ]);
  const { exec } = await storyTools(undefined, store);
  const expand = async (more: object) => (await exec('memory_expand_seeds', { seed_ids: ['sum'], ...more })).data.nodes;
  expect(ids(await expand({}))).toEqual(['sum', 'leaf']);
  expect(ids(await expand({ include_children: false }))).toEqual(['sum']);
  expect(ids(await expand({ exclude_internal: true }))).toEqual(['sum']);
});

test('the schema is the session’s own', async () => {
  const { exec, session } = await storyTools();
  expect((await exec('memory_schema')).data).toEqual({ schema: await session.getSchema() });
});

test('groups to sum up are those of the session', async () => {
  const { exec } = await storyTools();
  const { data } = await exec('memory_compaction_candidates', { type: 'event' });
  expect(data).toEqual({ groups: [{ depth: 1, childIds: ['n_1', 'n_2', 'n_3'], fanIn: 3 }] });
  expect((await exec('memory_compaction_candidates', { type: 'event', depth: 1 })).data).toEqual({ groups: [] });
});

test('a node that sums up messages shows which, in place of its turn', async () => {
  const ranges = new Map([
    ['n_8', { start: 14, end: 15 }],
    ['n_7', null],
  ]);
  const { exec } = await storyTools({ floorRangeOf: (id) => ranges.get(id) });
  const { candidates } = (await exec('memory_list_candidates', { types: ['event'] })).data;
  const shared = { type: 'event', level: 'semantic', semanticDepth: 0 };
  expect(candidates.slice(0, 3)).toEqual([
    { ...shared, id: 'n_8', title: 'Summary 8', floorRange: { start: 14, end: 15 } },
    { ...shared, id: 'n_7', title: 'Summary 7', floorRange: null },
    { ...shared, id: 'n_6', title: 'Summary 6', seqTo: 6 },
  ]);
  const { results } = (await exec('memory_keyword_search', { query: 'day 8', k: 1 })).data;
  expect(results[0]).toMatchObject({ id: 'n_8', floorRange: { start: 14, end: 15 } });
  expect(results[0]).not.toHaveProperty('seqTo');
});
