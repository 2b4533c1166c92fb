import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { Uploads } from '../../../worker/memory/chat/files.js';
import { isCommit, isCounters, isNode } from '../../../worker/memory/commits/commit-shape.js';
import type { Commit, NodeRecord } from '../../../worker/memory/graph/records.js';
import { entryOf, toRecord } from '../../../worker/memory/log/entries.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';
import { exportJson, importJson } from '../../../worker/memory/transfer/json.js';
import { putSample } from '../../fixtures/memory-generator/put-sample.js';

const open = (logs: Logs = openLogs({ store: null })) =>
  ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} });

const NAMES = ['appliedSeqTo', 'loggedSeqTo', 'nodeSeq', 'seqCounter'];
const NONE = { nodeSeq: 0, seqCounter: 0, appliedSeqTo: 0, loggedSeqTo: 0 };
const commit: Commit = { batch: 'b', floor: null, swipe: 0, ops: [], counters: NONE, answer: null };

test('samples and imported stores give the graph their four counters, and nothing else of theirs', async () => {
  const graph = await open();
  await putSample(graph, 'sample', { seed: 1, nodes: 20 });
  expect(Object.keys(graph.graph.counters).sort()).toEqual(NAMES);
  const logs = openLogs({ store: null });
  const other = await open(logs);
  await other.write('old', 'createNode', [{ type: 'thread', title: 'old' }]);
  const text = exportJson({ store: graph.graph.toStore() });
  await new Uploads().take(other, { batch: 'import', upload: 'u', text, last: true });
  const { id } = (await other.write('new', 'createNode', [{ type: 'thread', title: 'new' }])) as { id: string };
  for (const { counters } of [...(await graph.everything()), ...(await other.everything())]) {
    expect(Object.keys(counters).sort()).toEqual(NAMES);
  }
  expect(other.graph.toStore().nodes[id]).toMatchObject({ title: 'new' });
  expect(other.info.nodes).toBe(21);
});

test('counters are exactly the four, each a whole number that is no less than 0', () => {
  expect(isCounters(NONE)).toBe(true);
  const { nodeSeq: _, ...three } = NONE;
  for (const counters of [three, { ...NONE, nodes: {} }, { ...three, nodes: {} }, { ...NONE, nodeSeq: -1 }]) {
    expect(isCounters(counters)).toBe(false);
    expect(isCommit({ ...commit, counters })).toBe(false);
  }
  for (const nodeSeq of [Number.POSITIVE_INFINITY, Number.NaN, 0.5, 2 ** 53, '1']) {
    expect(isCounters({ ...NONE, nodeSeq })).toBe(false);
  }
});

test('a record that holds a whole store for its counters is read without it', () => {
  const counters = { ...NONE, nodeSeq: 7, nodes: {}, edges: [], sourceMessageCount: 0 };
  const record = toRecord({ kind: 'commit', batch: 'b', commit: { ...commit, counters } });
  expect(entryOf(record)).toMatchObject({ commit: { counters: { nodeSeq: 7 } } });
});

test('what is nested more than 200 deep is no node', () => {
  const node = (fields: NodeRecord['fields']): NodeRecord => ({
    ...{ id: 'n_1', type: 't', level: 'semantic', title: '', parentId: '', childrenIds: [], fields },
    ...{ semanticDepth: 0, semanticRollup: false, archived: false },
  });
  const nested = (levels: number): { readonly [name: string]: unknown } =>
    JSON.parse('{"a":'.repeat(levels) + '1'.concat('}'.repeat(levels))) as { readonly [name: string]: unknown };
  expect([isNode(node(nested(201))), isNode(node(nested(202))), isNode(node(nested(5_000)))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isNode(node({ list: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown }))).toBe(false);
});

test('a file whose commits hold a whole store for their counters is read without it', () => {
  const commits = [{ ...commit, counters: { ...NONE, nodeSeq: 7, nodes: {}, edges: [] } }];
  expect(importJson(exportJson({ commits })).commits).toEqual([{ ...commit, counters: { ...NONE, nodeSeq: 7 } }]);
});
