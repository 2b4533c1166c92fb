import { expect, test } from 'vitest';
import { manifest } from './app.js';
import { openMemoryApp } from './memory-parts.js';

/** The worked examples of the memory graph's contract, as they stand there, each within a function of an extension. */
const EXAMPLES = `
import { getContext, getExtensionApi } from '/scripts/extensions.js';

globalThis.example = async () => {
  const context = getContext();
  const session = await getExtensionApi('memory-graph')?.openSession?.(context);
  if (!session) return;                                   // not loaded, no chat target, or no createFloorState
  const candidates = await session.listVisibleCandidates({ types: ['character_sheet'], limit: 20 });
  const brief = await session.getNodeBrief('node_42');
  const edges = await session.getEdgeSummary('node_42');
  const { matches } = await session.findByName({ query: 'Alice' });
  const ranked = await session.keywordSearch({ query: 'sword fight in the inn', k: 5 });
  const semantic = await session.vectorSearch({ query: 'betrayal', k: 5 });       // may reject: NO_EMBEDDING_PROFILE
  const { id } = await session.createNode({ type: 'event', title: 'Alice draws her sword', fields: { what: '...' } });
  await session.editNode({ id, setFields: { who: ['Alice', 'Bob'] } });
  await session.upsertLinks({ source: { id }, links: [{ target: { id: 'alice_node' }, relation: 'about' }] });
  await session.deleteLinks({ source: { id }, target: { id: 'bob_node' }, relation: 'about' });
  await session.compactNodes({ type: 'event', childIds: [id], summary: '...' });
  return { candidates, brief, edges, matches, ranked, semantic, id };
};

globalThis.routerInput = async () => {
  const session = await getExtensionApi('memory-graph')?.openSession?.(getContext());
  const schemaOverview = (await session.getSchema()).types.map(s => ({
    id: s.type, table_name: s.tableName, table_columns: [...s.tableColumns], required_columns: [...s.requiredColumns],
    force_update: s.forceUpdate, always_inject: s.alwaysInject, editable: s.editable, compression_mode: s.compressionMode,
  }));
  const pool = await session.listVisibleCandidates();
  const candidateRows = await Promise.all(pool.map(v => session.getNodeBrief(v.id, { includeEdgeSummary: true, edgeSummaryLimit: 8 })));
  return { schemaOverview, candidateRows };
};

globalThis.batch = async () => {
  const writeApi = await getExtensionApi('memory-graph')?.openSession?.(getContext());
  const session = writeApi;
  const { applied, rejected } = await writeApi.applyExtractionBatch({ ops: [
    { op: 'create', type: 'character_sheet', ref: 'c1', fields: { name: 'Eileen', aliases: ['艾琳'] } },
    { op: 'link_upsert', sourceRef: 'c1', links: [{ targetNodeId: 'event_42', relation: 'mentions' }] },
  ] });
  const hits = await session.vectorSearch({ query: 'the woman who healed me' }).catch(e => {
    if (e.code !== 'NO_EMBEDDING_PROFILE') throw e;
    return session.keywordSearch({ query: 'the woman who healed me' });
  });
  return { applied, rejected, hits };
};
`;

/** A store with the nodes that the examples name. */
const STORE = {
  nodes: Object.fromEntries(
    [
      { id: 'node_42', type: 'event', title: 'Summary 1', fields: { summary: 'A sword fight in the inn.' } },
      { id: 'event_42', type: 'event', title: 'Summary 2', fields: { summary: 'Somebody healed me.' } },
      { id: 'alice_node', type: 'character_sheet', title: 'Alice', fields: { goal: 'to flee', aliases: ['爱丽丝'] } },
      { id: 'bob_node', type: 'character_sheet', title: 'Bob', fields: {} },
    ].map((node) => [node.id, { ...NODE(), ...node }]),
  ),
  edges: [{ from: 'node_42', to: 'alice_node', type: 'involves' }],
  nodeSeq: 0,
  seqCounter: 0,
};
function NODE(): object {
  return { level: 'semantic', parentId: '', childrenIds: [], semanticDepth: 0, semanticRollup: false, archived: false };
}

interface Examples {
  example(): Promise<{ [name: string]: unknown } | undefined>;
  routerInput(): Promise<{ readonly schemaOverview: unknown; readonly candidateRows: unknown }>;
  batch(): Promise<{ readonly applied: unknown; readonly rejected: unknown; readonly hits: unknown }>;
}

test('the worked examples run as they stand, within an extension', async () => {
  const files = { 'manifest.json': manifest('examples'), 'index.js': EXAMPLES };
  await using app = await openMemoryApp({ extensions: { examples: files } });
  const run = (name: keyof Examples) =>
    app.page.evaluate((one) => (globalThis as unknown as Examples)[one](), name) as Promise<{
      [name: string]: unknown;
    }>;
  await app.page.evaluate(async (store) => {
    const { characters, characterId, chatId, getExtensionApi = () => undefined } = SillyTavern.getContext();
    const { memory } = getExtensionApi('bulkhead') as { memory: import('../../src/index.js').Host['memory'] };
    const graph = await memory.open(`${characters[Number(characterId)]?.avatar}/${chatId}`);
    await graph.import([store]);
  }, JSON.stringify(STORE));

  // Without a profile the caller falls back to words.
  await app.page.evaluate(async () => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    const { memory } = getExtensionApi('bulkhead') as { memory: import('../../src/index.js').Host['memory'] };
    await memory.setEmbeddings(null);
  });
  const { applied, rejected, hits } = await run('batch');
  expect(applied).toHaveLength(2);
  expect(rejected).toEqual([]);
  expect(hits).toMatchObject([{ id: 'event_42', scoreMode: 'keyword' }, { id: 'node_42' }]);
  await expect(run('example')).rejects.toThrow(/no embedding profile/);

  await app.page.evaluate(async () => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    const { memory } = getExtensionApi('bulkhead') as { memory: import('../../src/index.js').Host['memory'] };
    await memory.setEmbeddings({ kind: 'local' });
  });
  const found = await run('example');
  const titles = (found.candidates as { title: string }[]).map(({ title }) => title).sort();
  expect(titles).toEqual(['Alice', 'Bob', 'Eileen']);
  expect(found).toMatchObject({
    brief: { id: 'node_42', tableName: 'event_table', summary: 'A sword fight in the inn.', exposure: 'high_only' },
    matches: [{ id: 'alice_node' }],
    ranked: [{ id: 'node_42', score: 1 }],
  });

  const { schemaOverview, candidateRows } = await run('routerInput');
  expect((schemaOverview as object[]).map((type) => Object.keys(type).length)).toEqual([8, 8, 8, 8]);
  expect((schemaOverview as object[])[0]).toEqual({
    id: 'event',
    table_name: 'event_table',
    table_columns: ['summary'],
    required_columns: ['summary'],
    force_update: true,
    always_inject: true,
    editable: false,
    compression_mode: 'hierarchical',
  });
  const rows = candidateRows as { title: string; summary: string; childCount: number }[];
  expect(rows.map(({ title }) => title).sort()).toEqual(
    ['Alice', 'Bob', 'Eileen', 'Summary 1', 'Summary 2', 'event Summary L1 #1'].sort(),
  );
  expect(rows.find(({ childCount }) => childCount === 1)).toMatchObject({ summary: '...', tableName: 'event_table' });
  expect(app.troubles).toEqual([]);
});
