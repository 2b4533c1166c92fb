import { expect, test } from 'vitest';
import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { naiveReads } from '../../../fixtures/memory/naive/reads.js';
import type { RawEdge, RawNode, RawStore } from '../../../fixtures/memory/naive/store.js';
import { tokensOf } from '../../../fixtures/memory/naive/tokens.js';
import type { OpenStore } from '../../../fixtures/memory/naive/write-store.js';
import { naiveWrites } from '../../../fixtures/memory/naive/writes.js';

const nodeLike = (more: RawNode): RawNode => ({ type: 'event', level: 'semantic', fields: {}, ...more });
const storeOf = (nodes: { readonly [id: string]: RawNode }, edges: readonly RawEdge[] = []): RawStore => ({
  nodes: new Map(Object.entries(nodes).map(([id, node]) => [id, nodeLike(node)])),
  edges,
});

function codeOf(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    return error instanceof BulkheadError ? error.code : 'INTERNAL';
  }
  return undefined;
}

test('by default, Chinese is cut into overlapping pairs and letters beside it stand alone', () => {
  expect(tokensOf('艾琳在東門 v2 a 門', 'bigram')).toEqual(['艾琳', '琳在', '在東', '東門', 'v2', 'a', '門']);
  expect(tokensOf('abc中文def', 'bigram')).toEqual(['abc', '中文', 'def']);
});

test('a set of visible nodes that is needed and not given is a bad argument', () => {
  const reads = naiveReads(storeOf({ n_1: {} })) as unknown as { [name: string]: (...args: unknown[]) => unknown };
  for (const args of [['n_1'], ['n_1', {}], ['n_1', { visibleNodeIds: 7 }]]) {
    expect(codeOf(() => reads.getNearestVisibleAncestor?.(...args))).toBe('BAD_ARGS');
  }
  expect(codeOf(() => reads.projectEdges?.())).toBe('BAD_ARGS');
});

test('the newest leaves stay out of a rollup, all of them where there are no more', () => {
  const leaves = (count: number) =>
    storeOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`n_${index + 1}`, { seqTo: index + 1 }])));
  const groups = (count: number) => naiveReads(leaves(count)).compactionCandidates({ type: 'event' }).groups;
  expect(groups(3)).toEqual([]);
  expect(groups(7)).toEqual([]);
  expect(groups(8)).toEqual([{ depth: 1, childIds: ['n_1', 'n_2', 'n_3'], fanIn: 3 }]);
});

test('names of an object’s own are ids and columns like any other', () => {
  const store = storeOf({ constructor: { parentId: '__proto__' }, ['__proto__']: { title: 'p', type: 'toString' } });
  const reads = naiveReads(store);
  expect(reads.getAncestor('constructor')?.title).toBe('p');
  expect(reads.getNode('toString')).toBeNull();
  expect(reads.getNodeBrief('__proto__')?.tableName).toBe('toString');
});

test('values inside fields are copies, frozen all the way down', () => {
  const deep = { list: [{ a: 1 }] };
  const view = naiveReads(storeOf({ n_1: { fields: { deep } } })).getNode('n_1');
  const copy = view?.fields.deep as typeof deep;
  expect(copy).toEqual(deep);
  expect(copy).not.toBe(deep);
  expect([copy, copy.list, copy.list[0]].every(Object.isFrozen)).toBe(true);
});

test('a count that is no number is the default, and below one it is one', () => {
  const reads = naiveReads(storeOf({ n_1: { seqTo: 1 }, n_2: { seqTo: 2 }, n_3: {} }));
  const many = (limit: unknown) => reads.listVisibleCandidates({ limit: limit as number }).map(({ id }) => id);
  expect(many('x')).toEqual(['n_2', 'n_1', 'n_3']);
  expect([many(0), many(-4), many(2.9)]).toEqual([['n_2'], ['n_2'], ['n_2', 'n_1']]);
});

test('failed links are reported and their op still counts, unless its source is the trouble', () => {
  const store: OpenStore = { nodes: {}, edges: [], nodeSeq: 0, seqCounter: 0 };
  const { applied, rejected } = naiveWrites(store).applyExtractionBatch({
    ops: [
      { op: 'create', type: 'event', ref: 'a', links: [{ targetRef: 'b' }, { targetRef: 'a' }, { targetRef: 'z' }] },
      { op: 'create', type: 'thread', title: 'T', ref: 'b' },
      { op: 'link_upsert', sourceRef: 'nobody', links: [] },
      { op: 'link_upsert', sourceNodeId: 'n_9', links: [] },
      { op: 'link_upsert', sourceRef: 'b', links: [{ targetNodeId: 'n_9' }] },
    ],
  });
  expect(applied.map(({ op }) => op)).toEqual(['create', 'create', 'link_upsert']);
  expect(rejected.map(({ error }) => error.code)).toEqual([
    'SELF_LINK',
    'REF_UNRESOLVED',
    'REF_UNRESOLVED',
    'SOURCE_NOT_FOUND',
    'TARGET_NOT_FOUND',
  ]);
  expect(store.edges).toHaveLength(2);
});
