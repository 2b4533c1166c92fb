import { expect, test } from 'vitest';
import { normalizeCommits } from '../../../worker/memory/commits/normalize-commit.js';
import { getMemoryGraphReadApi, getMemoryGraphWriteApi, normalizeStore } from '../../../worker/memory/index.js';
import { importJson } from '../../../worker/memory/transfer/json.js';
import { importLines } from '../../fixtures/memory/import-lines.js';

const bare = {
  ...{ id: 'n_1', type: 'event', title: 'Rain', parentId: '', childrenIds: [], fields: { summary: 'It rains.' } },
  ...{ semanticDepth: 0, semanticRollup: false, seqTo: 1, archived: false },
};
const counters = { nodeSeq: 3, seqCounter: 1, appliedSeqTo: 1, loggedSeqTo: 1 };
/** Kept without a level, with none, and with other ones. */
const made = () => ({
  nodes: {
    n_1: { ...bare },
    n_2: { ...bare, id: 'n_2', level: null },
    n_3: { ...bare, id: 'n_3', level: 'episodic' },
    n_4: { ...bare, id: 'n_4', level: '' },
  },
  edges: [],
  ...counters,
});

test('a node without a level is a semantic one: seen, found and edited as such', async () => {
  const store = made();
  const reads = getMemoryGraphReadApi(store);
  expect(reads.listNodes().map(({ id, level }) => [id, level])).toEqual([
    ['n_1', 'semantic'],
    ['n_2', 'semantic'],
    ['n_3', 'episodic'],
    ['n_4', 'episodic'],
  ]);
  expect(reads.listNodes({ levels: ['semantic'] }).map(({ id }) => id)).toEqual(['n_1', 'n_2']);
  expect(reads.listVisibleCandidates({}).map(({ id }) => id)).toEqual(['n_1', 'n_2']);
  expect(reads.getNodeBrief('n_1')).toMatchObject({ level: 'semantic' });
  await getMemoryGraphWriteApi(store).editNode({ id: 'n_1', setFields: { summary: 'It pours.' } });
  expect(store.nodes.n_1.fields.summary).toBe('It pours.');
});

test('a node without a level is kept when a store or a file is taken in', async () => {
  const { nodes } = normalizeStore(made());
  expect(Object.values(nodes).map(({ id, level }) => [id, level])).toEqual([
    ['n_1', 'semantic'],
    ['n_2', 'semantic'],
  ]);
  expect(Object.keys(normalizeStore(importJson(JSON.stringify(made())).store).nodes)).toEqual(['n_1', 'n_2']);
  const commit = {
    ...{ batch: 'b', floor: 0, swipe: 0, ops: [{ op: 'upsert_node', node: bare }], counters, answer: null },
  };
  const { store, commits } = await importLines([
    '{"format":"bulkhead-memory","version":1}\n',
    `${JSON.stringify({ store: { ...counters, sourceMessageCount: 0, lastRecallTrace: [], lastRecallProjection: null } })}\n`,
    `${JSON.stringify({ node: bare })}\n${JSON.stringify({ commit })}\n{"end":3}\n`,
  ]);
  expect([...(store?.nodes.values() ?? [])]).toMatchObject([{ id: 'n_1', level: 'semantic' }]);
  expect(normalizeCommits(commits ?? [])).toMatchObject([
    { ops: [{ op: 'upsert_node', node: { id: 'n_1', level: 'semantic' } }] },
  ]);
});
