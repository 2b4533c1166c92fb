import { expect, test } from 'vitest';
import type { MemorySession } from '../../../../src/memory/session-types.js';
import { openTestSession, type TestSessionOptions } from '../../../fixtures/memory/open-test-session.js';
import { node, STORY, storeOf } from '../../../fixtures/memory/story.js';
import { toolsFor } from './setup.js';

const STORE = storeOf(
  [
    node('node_42', { title: 'Eileen', seqTo: 1, fields: { traits: 'a healer' } }),
    node('alice_node', { title: 'Alice', seqTo: 2, fields: { traits: 'won a sword fight in the inn' } }),
    node('bob_node', { title: 'Bob', seqTo: 3 }),
    node('event_42', { type: 'event', title: 'Summary 1', seqTo: 4, fields: { summary: 'She healed me.' } }),
  ],
  [{ from: 'node_42', to: 'event_42', type: 'about', seqTo: 4 }],
);
const OPTIONS: TestSessionOptions = {
  injection: { visibleIds: ['node_42', 'alice_node', 'bob_node', 'event_42'] },
  similar: () => [{ id: 'event_42', score: 0.9 }],
};

/** The way to the API that other extensions take, over a session of the tests. */
function extensionApis(session: MemorySession) {
  const { api } = toolsFor(() => session);
  const openSession = async (_context: object): Promise<MemorySession | null> => session;
  api.registerExtensionApi('memory-graph', { openSession }, { owner: 'memory-graph' });
  return (name: string) => api.getExtensionApi(name) as { readonly openSession?: typeof openSession } | undefined;
}

test('the example of a session runs as it stands', async () => {
  const getExtensionApi = extensionApis(await openTestSession(STORE, OPTIONS));
  const context = {};

  const session = await getExtensionApi('memory-graph')?.openSession?.(context);
  if (!session) throw new Error('there is a session here');
  const candidates = await session.listVisibleCandidates({ types: ['character_sheet'], limit: 20 });
  const brief = await session.getNodeBrief('node_42');
  const edges = await session.getEdgeSummary('node_42');
  const { matches } = await session.findByName({ query: 'Alice' });
  const ranked = await session.keywordSearch({ query: 'sword fight in the inn', k: 5 });
  const semantic = await session.vectorSearch({ query: 'betrayal', k: 5 });
  const { id } = await session.createNode({ type: 'event', title: 'Alice draws her sword', fields: { what: '...' } });
  await session.editNode({ id, setFields: { who: ['Alice', 'Bob'] } });
  await session.upsertLinks({ source: { id }, links: [{ target: { id: 'alice_node' }, relation: 'about' }] });
  const visibleNodeIds = [id, 'alice_node', 'bob_node'];
  const linked = await session.getEdgeSummary(id, { visibleNodeIds });
  await session.deleteLinks({ source: { id }, target: { id: 'bob_node' }, relation: 'about' });
  const { rollupNodeId } = await session.compactNodes({ type: 'event', childIds: [id], summary: '...' });

  expect(candidates.map((view) => view.id)).toEqual(['bob_node', 'alice_node', 'node_42']);
  expect(brief).toMatchObject({ id: 'node_42', tableName: 'character_table', rowValues: { traits: 'a healer' } });
  expect(edges).toEqual({
    degree: 1,
    relations: [{ relation: 'about', direction: 'out', count: 1 }],
    sample_neighbors: [{ id: 'event_42', type: 'event', title: 'Summary 1', to_seq: 4 }],
  });
  expect(matches.map((view) => view.id)).toEqual(['alice_node']);
  expect(ranked[0]).toMatchObject({ id: 'alice_node', score: 1, scoreMode: 'keyword' });
  expect(semantic[0]).toMatchObject({ id: 'event_42', score: 0.9, scoreMode: 'vector' });
  expect(linked.degree).toBe(2);
  const [made] = await session.expandFromSeeds([id], { projectTo: [] });
  expect(made).toMatchObject({ title: 'Alice draws her sword', fields: { what: '...', who: ['Alice', 'Bob'] } });
  expect(made?.parentId).toBe(rollupNodeId);
  expect((await session.getEdgeSummary(id, { visibleNodeIds })).degree).toBe(2);
});

/** The input of a recall router, rebuilt from a session: as the documentation has it. */
async function routerInput(session: MemorySession) {
  const schemaOverview = (await session.getSchema()).types.map((s) => ({
    id: s.type,
    table_name: s.tableName,
    table_columns: [...s.tableColumns],
    required_columns: [...s.requiredColumns],
    force_update: s.forceUpdate,
    always_inject: s.alwaysInject,
    editable: s.editable,
    compression_mode: s.compressionMode,
  }));
  const pool = await session.listVisibleCandidates();
  const candidateRows = await Promise.all(
    pool.map((v) => session.getNodeBrief(v.id, { includeEdgeSummary: true, edgeSummaryLimit: 8 })),
  );
  return { schemaOverview, candidateRows };
}

test('the schema overview equals what the built-in router is given, field by field and in the same order', async () => {
  const { schemaOverview } = await routerInput(await openTestSession(STORY));
  const plain = { force_update: false, always_inject: false, editable: true, compression_mode: 'none' };
  expect(schemaOverview).toEqual([
    {
      id: 'event',
      table_name: 'event_table',
      table_columns: ['summary'],
      required_columns: ['summary'],
      force_update: true,
      always_inject: true,
      editable: false,
      compression_mode: 'hierarchical',
    },
    {
      ...plain,
      id: 'character_sheet',
      table_name: 'character_table',
      table_columns: [
        'title',
        'aliases',
        'traits',
        'identity',
        'goal',
        'inventory',
        'language_sample',
        'addressing_user',
      ],
      required_columns: ['title'],
    },
    {
      ...plain,
      id: 'location_state',
      table_name: 'location_table',
      table_columns: ['title', 'aliases', 'controller', 'danger', 'resources', 'state'],
      required_columns: ['title'],
    },
    {
      ...plain,
      id: 'thread',
      table_name: 'thread_table',
      table_columns: ['title', 'status', 'note'],
      required_columns: ['title', 'status', 'note'],
      always_inject: true,
    },
  ]);
});

test('the candidate rows equal what the built-in router is given, field by field and in the same order', async () => {
  const injection = { visibleIds: ['alice', 'bob', 'inn', 'n_8'], alwaysInjectIds: ['n_8'] };
  const { candidateRows } = await routerInput(await openTestSession(STORY, { injection }));
  const [n8, n7, alice, ...rest] = candidateRows;
  expect(rest.map((row) => row?.id)).toEqual(['n_6', 'bob', 'n_5', 'n_4', 'n_3', 'inn', 'n_2', 'n_1']);
  const none = { degree: 0, relations: [], sample_neighbors: [] };
  const day = { level: 'semantic', type: 'event', tableName: 'event_table', keyValues: {}, childCount: 0 };
  expect([n8, n7, alice]).toEqual([
    {
      ...day,
      id: 'n_8',
      title: 'Summary 8',
      summary: 'What happened on day 8',
      rowValues: { summary: 'What happened on day 8' },
      toSeq: 8,
      exposure: 'high_only',
      edgeSummary: none,
      alwaysInject: true,
    },
    {
      ...day,
      id: 'n_7',
      title: 'Summary 7',
      summary: 'What happened on day 7',
      rowValues: { summary: 'What happened on day 7' },
      toSeq: 7,
      exposure: 'high_only',
      edgeSummary: none,
      alwaysInject: false,
    },
    {
      id: 'alice',
      level: 'semantic',
      type: 'character_sheet',
      tableName: 'character_table',
      title: 'Alice',
      summary: '',
      keyValues: { title: 'Alice', aliases: 'Ali, 爱丽丝' },
      rowValues: { traits: 'brave with a sword' },
      toSeq: 6,
      childCount: 0,
      exposure: 'full',
      edgeSummary: {
        degree: 3,
        relations: [
          { relation: 'knows', direction: 'out', count: 1 },
          { relation: 'knows', direction: 'in', count: 1 },
          { relation: 'located_in', direction: 'out', count: 1 },
        ],
        sample_neighbors: [
          { id: 'bob', type: 'character_sheet', title: 'Bob', to_seq: 3 },
          { id: 'inn', type: 'location_state', title: 'The Inn', to_seq: 2 },
        ],
      },
      alwaysInject: false,
    },
  ]);
});

test('the tools give an agent the same rows and the same schema', async () => {
  const session = await openTestSession(STORY, { injection: { visibleIds: ['alice', 'bob'] } });
  const { exec } = toolsFor(() => session);
  const { candidateRows } = await routerInput(session);
  const { candidates } = (await exec('memory_list_candidates')).data;
  const rows = [];
  for (const { id } of candidates) rows.push((await exec('memory_node_brief', { node_id: id })).data.brief);
  expect(rows).toEqual(candidateRows);
  expect((await exec('memory_schema')).data.schema).toEqual(await session.getSchema());
});

test('the example of a batch runs as it stands', async () => {
  const session = await openTestSession(STORE);
  const writeApi = session;
  const { applied, rejected } = await writeApi.applyExtractionBatch({
    ops: [
      { op: 'create', type: 'character_sheet', ref: 'c1', fields: { name: 'Eileen', aliases: ['艾琳'] } },
      { op: 'link_upsert', sourceRef: 'c1', links: [{ targetNodeId: 'event_42', relation: 'mentions' }] },
    ],
  });
  expect(applied.map(({ op }) => op)).toEqual(['create', 'link_upsert']);
  expect(rejected).toEqual([]);
  const { matches } = await session.findByName({ query: '艾琳' });
  expect(matches.map(({ title }) => title)).toEqual(['Eileen']);
  const [id = ''] = matches.map((view) => view.id);
  const { relations } = await session.getEdgeSummary('event_42', { visibleNodeIds: ['event_42', id] });
  expect(relations.map(({ relation, count }) => [relation, count])).toEqual([
    ['mentions', 1],
    ['mentions', 1],
  ]);
});

test('the example of a fallback to words runs as it stands', async () => {
  const query = 'the woman who healed me';
  for (const [options, mode] of [
    [{}, 'keyword'],
    [OPTIONS, 'vector'],
  ] as const) {
    const session = await openTestSession(STORE, options);
    const hits = await session.vectorSearch({ query }).catch((e) => {
      if (e.code !== 'NO_EMBEDDING_PROFILE') throw e;
      return session.keywordSearch({ query });
    });
    expect(hits[0]).toMatchObject({ id: 'event_42', scoreMode: mode });
  }
});
