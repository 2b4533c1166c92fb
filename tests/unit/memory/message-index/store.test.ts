import { expect, test } from 'vitest';
import { swipeMap } from '../../../../worker/memory/commits/chat.js';
import { normalizeStore } from '../../../../worker/memory/commits/normalize-store.js';
import { readOlder } from '../../../../worker/memory/commits/older.js';
import { replay } from '../../../../worker/memory/commits/replay.js';
import { toFloorLog } from '../../../fixtures/memory/contract/to-floor-log.js';
import { applied } from './graphs.js';

const semantic = (more: object = {}) => ({ level: 'semantic', type: 'event', ...more });
const batch = (index: number) => `old-${index}`;
const chat = [
  { is_user: true, mes: 'a' },
  { is_user: false, mes: 'one' },
  { is_user: true, mes: 'b' },
  { is_user: false, mes: 'two', swipe_id: 2 },
];

test.each([[undefined], [null], [7], ['text'], [[]], [{ nodes: [], edges: {} }]])('%j is an empty store', (input) => {
  expect(normalizeStore(input)).toEqual({
    nodes: {},
    edges: [],
    nodeSeq: 0,
    seqCounter: 0,
    appliedSeqTo: 0,
    loggedSeqTo: 0,
    sourceMessageCount: 0,
    lastRecallTrace: [],
    lastRecallProjection: null,
  });
});

test('a store that was read is read again as the same, whatever white space its ids have', () => {
  const ids = ['a\u00a0b', 'a\u2000\nb', '\u00a0', ' a'];
  const once = normalizeStore({ nodes: Object.fromEntries(ids.map((id) => [id, semantic()])) });
  expect(ids.map((id) => once.nodes[id]?.title)).toEqual(['a b', 'a b', '\u00a0', 'a']);
  expect(normalizeStore(once)).toEqual(once);
});

test('what does not fit together is repaired', () => {
  const { nodes, edges } = normalizeStore({
    nodes: {
      n_1: semantic({ childrenIds: ['n_2', 'n_2', 'n_1', 'gone', 7] }),
      n_2: semantic({ parentId: 'gone', title: '  two \n words ' }),
      n_3: semantic({ parentId: 'n_3' }),
      n_4: semantic({ parentId: 'n_1', seqTo: 'none', floorRange: { start: 2, end: 5 }, supersededBy: 'n_1' }),
      n_9: { level: 'episodic', type: 'event' },
    },
    edges: [
      { from: 'n_1', to: 'n_2', type: 'Knows', seqTo: 4 },
      { from: 'n_1', to: 'n_2', type: 'Knows', seqTo: 9 },
      { from: 'n_1', to: 'n_2', type: 'knows' },
      { from: 'n_1', to: 'n_9', type: 'about' },
      { from: 'n_1', to: 'n_1', type: 'about' },
      { from: 'n_1', type: 'about' },
      null,
    ],
  });
  expect(Object.keys(nodes)).toEqual(['n_1', 'n_2', 'n_3', 'n_4']);
  expect(nodes.n_1?.childrenIds).toEqual(['n_2', 'n_4']);
  expect([nodes.n_2?.parentId, nodes.n_3?.parentId, nodes.n_4?.parentId]).toEqual(['', '', 'n_1']);
  expect([nodes.n_2?.title, nodes.n_3?.title]).toEqual(['two words', 'n_3']);
  expect(nodes.n_4).toMatchObject({ seqTo: 0, floorRange: { start: 2, end: 5 }, supersededBy: 'n_1' });
  expect(edges).toEqual([
    { from: 'n_1', to: 'n_2', type: 'Knows', seqTo: 4 },
    { from: 'n_1', to: 'n_2', type: 'knows' },
  ]);
});

test('counters are raised to what is there', () => {
  const nodes = { n_12: semantic({ seqTo: 7 }), foreign: semantic(), n_20: { level: 'episodic' } };
  expect(normalizeStore({ nodes })).toMatchObject({ nodeSeq: 20, seqCounter: 7, appliedSeqTo: 7, loggedSeqTo: 7 });
  expect(normalizeStore({ nodes, appliedSeqTo: 3, loggedSeqTo: 9 })).toMatchObject({
    seqCounter: 9,
    appliedSeqTo: 3,
    loggedSeqTo: 9,
  });
});

test('nodes may come in a Map, and names of prototypes are ordinary ids', () => {
  const store = normalizeStore({ nodes: new Map([['__proto__', semantic({ title: 'odd' })]]) });
  expect(Object.keys(store.nodes)).toEqual(['__proto__']);
  expect(Object.hasOwn(Object.prototype, 'title')).toBe(false);
});

test('a parent with very many children is repaired in time', () => {
  const nodes: { [id: string]: object } = { n_0: semantic() };
  for (let i = 1; i <= 50_000; i++) nodes[`n_${i}`] = semantic({ parentId: 'n_0' });
  expect(normalizeStore({ nodes }).nodes.n_0?.childrenIds).toHaveLength(50_000);
});

test('fields without a bottom are refused', () => {
  const fields: { [name: string]: unknown } = {};
  fields.self = fields;
  expect(() => normalizeStore({ nodes: { n_1: semantic({ fields }) } })).toThrow(
    expect.objectContaining({ code: 'BAD_ARGS' }),
  );
});

test('an op-log becomes a commit for each of its entries that has a message', () => {
  const read = readOlder(
    {
      version: 8,
      coveredSeqTo: 2,
      opLog: [
        {
          seq: 1,
          ops: [
            { op: 'upsert_node', node: semantic({ id: 'n_1' }) },
            { op: 'upsert_node', node: semantic({ id: 'n_2', parentId: 'n_1' }) },
            { op: 'upsert_edge', edge: { from: 'n_1', to: 'n_2', type: 'about' } },
          ],
        },
        { seq: 2, ops: [{ op: 'delete_node', nodeId: 'n_2' }, { op: 'spoil' }, null] },
        { seq: 3, ops: [{ op: 'upsert_node', node: semantic({ id: 'n_3' }) }] },
      ],
    },
    batch,
    chat,
  );
  expect(read).toMatchObject({ shape: 'op-log', dropped: 1 });
  expect(read?.commits.map(({ floor, swipe }) => [floor, swipe])).toEqual([
    [1, 0],
    [3, 2],
  ]);
  const { nodes, edges, ...counters } = applied(read?.commits ?? [], chat).toStore();
  expect(Object.values(nodes).map(({ id, childrenIds }) => [id, childrenIds])).toEqual([['n_1', []]]);
  expect(edges).toEqual([]);
  expect(counters).toMatchObject({ nodeSeq: 2, seqCounter: 2, appliedSeqTo: 2, loggedSeqTo: 2 });
});

test('a store becomes one commit at the message it covers last, or at none', () => {
  const store = { nodes: { n_1: semantic({ seqTo: 9 }) }, edges: [], sourceMessageCount: 4 };
  const read = readOlder(store, batch, chat);
  expect(read).toMatchObject({ shape: 'store', meta: { sourceMessageCount: 4 } });
  expect(read?.commits).toMatchObject([{ batch: 'old-0', floor: 3, swipe: 2, counters: { loggedSeqTo: 9 } }]);
  expect(readOlder(store, batch, [])?.commits).toMatchObject([{ floor: null, swipe: 0 }]);
  expect(readOlder({ nodes: {}, edges: [] }, batch, chat)?.commits).toEqual([]);
});

test('a store of which most turns have gone is tied to the last that is left, without the chat being gone through for each', () => {
  let looked = 0;
  const long = Array.from({ length: 2_000 }, (_, at) => ({
    is_user: at > 1,
    get mes() {
      looked += 1;
      return 'text';
    },
  }));
  const read = readOlder({ nodes: { n_1: semantic({ seqTo: 9_000 }) } }, batch, long);
  expect(read?.commits).toMatchObject([{ floor: 1 }]);
  expect(looked).toBeLessThan(3 * long.length);
});

test('a floor-state is read with what stands beside it', () => {
  const [commit] = readOlder({ nodes: { n_1: semantic({ seqTo: 2 }) } }, batch, chat)?.commits ?? [];
  const log = toFloorLog(commit ? [commit] : [], chat);
  const read = readOlder({ memory_graph__floor_log: log, memory_graph__meta: { sourceMessageCount: 3 } }, batch, chat);
  expect(read).toMatchObject({ shape: 'floor-state', meta: { sourceMessageCount: 3 }, recovered: false });
  const stateOf = (commits: Parameters<typeof replay>[0]) => replay(commits, swipeMap(chat)).state;
  expect(stateOf(toFloorLog(read?.commits ?? [], chat).commits)).toEqual(stateOf(log.commits));
});

test('what is newer is refused, and what is nothing known is left alone', () => {
  const newer = expect.objectContaining({ code: 'STORE_NEWER' });
  expect(() => readOlder({ version: 9, opLog: [] }, batch, chat)).toThrow(newer);
  expect(() =>
    readOlder({ memory_graph__floor_log: { commits: [] }, memory_graph__meta: { schemaVersion: 3 } }, batch, chat),
  ).toThrow(newer);
  expect(readOlder({ something: 'else' }, batch, chat)).toBeUndefined();
  expect(readOlder(null, batch, chat)).toBeUndefined();
});
