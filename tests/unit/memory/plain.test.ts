import { expect, test, vi } from 'vitest';
import {
  __recordInjectedNodeIds,
  applyMemoryGraphInjectionUpdate,
  createEmptyInjectionState,
  getCurrentlyInjectedNodeIds,
  getMemoryGraphInjectionState,
  getMemoryGraphReadApi,
  getMemoryGraphWriteApi,
  normalizeStore,
  normalizeTypes,
} from '../../../worker/memory/index.js';
import { anyReadCall } from '../../fixtures/memory/arbitrary-calls.js';
import { type AnyStore, anyInjection, anySchema, anyStore } from '../../fixtures/memory/arbitrary-store.js';
import { anyWriteCall } from '../../fixtures/memory/arbitrary-writes.js';
import { naiveNormalize } from '../../fixtures/memory/naive/normalize.js';
import { naiveReads } from '../../fixtures/memory/naive/reads.js';
import type { OpenStore } from '../../fixtures/memory/naive/write-store.js';
import { naiveWrites } from '../../fixtures/memory/naive/writes.js';
import { outcomeLater, outcomeOf } from '../../fixtures/memory/outcome.js';
import { STORY } from '../../fixtures/memory/story.js';
import { fc } from '../../fixtures/property.js';

type Calls = { readonly [method: string]: (...args: readonly unknown[]) => unknown };
const tidy = (store: AnyStore) => ({ ...naiveNormalize(store) }) as unknown as AnyStore;
const codeOf = (call: () => unknown) => outcomeLater(call).then((one) => ('throws' in one ? one.throws.code : 'ok'));

test('reads of a plain store answer what the plainest program answers, frozen, and leave the store alone', async () => {
  const any = anyStore.chain((store) =>
    fc.record({
      store: fc.constant(store),
      calls: fc.array(anyReadCall(store), { maxLength: 3 }),
      injection: anyInjection(store),
      schema: anySchema,
    }),
  );
  await fc.assert(
    fc.asyncProperty(any, fc.boolean(), async ({ store, calls, injection, schema }, asMap) => {
      const given = asMap ? { ...store, nodes: new Map(Object.entries(store.nodes)) } : store;
      const before = structuredClone(given);
      const context = { chatId: 'plain', schemaOverride: schema };
      __recordInjectedNodeIds(injection, context);
      const reads = getMemoryGraphReadApi(given, context) as unknown as Calls;
      const plain = naiveReads(store, { injection, schemaOverride: schema }) as unknown as Calls;
      for (const { method, args } of calls) {
        const found = await outcomeLater(() => reads[method]?.(...args));
        expect(found, method).toEqual(outcomeOf(() => plain[method]?.(...args)));
        if ('ok' in found) expect(isFrozen(found.ok)).toBe(true);
      }
      expect(given).toEqual(before);
    }),
    { numRuns: 300 },
  );
});

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

test('writes change the very store that was given, and one that is not kept changes nothing', async () => {
  const any = anyStore
    .map(tidy)
    .chain((store) =>
      fc.record({ store: fc.constant(store), calls: fc.array(anyWriteCall(store), { minLength: 1, maxLength: 5 }) }),
    );
  await fc.assert(
    fc.asyncProperty(any, fc.infiniteStream(fc.boolean()), async ({ store, calls }, fails) => {
      const own = structuredClone(store);
      const plain = structuredClone(store) as unknown as OpenStore;
      const { nodes, edges } = own;
      let full = false;
      const kept = new Set<unknown>();
      const onCommit = (one: unknown) => {
        kept.add(one);
        if (full) throw new Error('the disk is full');
      };
      const writes = getMemoryGraphWriteApi(own, {}, { onCommit }) as unknown as Calls;
      const plainWrites = naiveWrites(plain, { onCommit }) as unknown as Calls;
      for (const { method, args } of calls) {
        full = fails.next().value;
        const found = await outcomeLater(() => writes[method]?.(...structuredClone(args)));
        const expected = outcomeOf(() => plainWrites[method]?.(...structuredClone(args)));
        expect(Object.keys(found), method).toEqual(Object.keys(expected));
        expect(own).toEqual(plain);
        expect(own.nodes).toBe(nodes);
        expect(own.edges).toBe(edges);
      }
      for (const one of kept) expect(one === own || one === plain).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('what nobody knows of stays in a store, and a Map of nodes stays one', async () => {
  const node = { ...STORY.nodes.alice, embedding: [1, 2] };
  const edge = { from: 'alice', to: 'bob', type: 'Knows', note: 'kept' };
  const store = {
    nodes: new Map<string, object>([
      ['alice', node],
      ['bob', { ...STORY.nodes.bob }],
    ]),
    edges: [null, edge],
  };
  const writes = getMemoryGraphWriteApi(store);
  await writes.editNode({ id: 'alice', title: 'Alicia' });
  const { id } = await writes.createNode({ type: 'thread', title: 'A debt', links: [{ target: { id: 'bob' } }] });
  expect(store.nodes.get('alice')).toBe(node);
  expect(node).toMatchObject({ title: 'Alicia', embedding: [1, 2] });
  expect([...store.nodes.keys()]).toEqual(['alice', 'bob', id]);
  expect(store.edges.slice(0, 2)).toEqual([null, edge]);
  await writes.deleteLinks({ source: { id: 'bob' }, target: { id: 'alice' }, relation: 'KNOWS' });
  expect(store.edges).toHaveLength(3);
  expect(store).toMatchObject({ nodeSeq: 1 });
});

test('writes of one store never overlap, whoever makes them', async () => {
  const store = structuredClone(STORY) as unknown as OpenStore;
  let going = 0;
  const onCommit = async () => {
    going += 1;
    expect(going).toBe(1);
    await new Promise((resolve) => setTimeout(resolve));
    going -= 1;
    throw new Error('no');
  };
  const [failing, other] = [getMemoryGraphWriteApi(store, {}, { onCommit }), getMemoryGraphWriteApi(store)];
  const [first, second] = await Promise.all([
    outcomeLater(() => failing.createNode({ type: 'thread', title: 'lost' })),
    outcomeLater(() => other.createNode({ type: 'thread', title: 'kept' })),
  ]);
  expect(first).toEqual({ throws: { code: 'STORE_FAILED' } });
  expect(second).toEqual({ ok: { id: 'n_9' } });
  expect(Object.keys(store.nodes)).toHaveLength(13);
});

test('without a store reads find nothing, the schema is there, and writes say so after they looked at their arguments', async () => {
  const reads = getMemoryGraphReadApi(null);
  expect([reads.listNodes(), reads.listEdges(), reads.getNode('n_1'), reads.getNodeBrief('n_1')]).toEqual([
    [],
    [],
    null,
    null,
  ]);
  expect(reads.getEdgeSummary('n_1')).toEqual({ degree: 0, relations: [], sample_neighbors: [] });
  expect(Object.isFrozen(reads.getEdgeSummary('n_1'))).toBe(true);
  expect(reads.getSchema().types.map(({ type }) => type)).toEqual([
    'event',
    'character_sheet',
    'location_state',
    'thread',
  ]);
  expect(await reads.vectorSearch({ query: 'x' })).toEqual([]);
  const writes = getMemoryGraphWriteApi(null);
  expect(await codeOf(() => writes.createNode({} as never))).toBe('BAD_ARGS');
  expect(await codeOf(() => writes.createNode({ type: 'event' }))).toBe('MEMORY_STORE_MISSING');
  expect(Object.isFrozen(reads) && Object.isFrozen(writes)).toBe(true);
});

test('an index of meaning is asked for twenty at least; what is gone is left out, and without one there is a code', async () => {
  const asked: number[] = [];
  const vectors = {
    search: (_query: string, count: number) => {
      asked.push(count);
      return [
        { nodeId: 'alice', score: 0.2 },
        { nodeId: 'ghost', score: 0.9 },
        { nodeId: 'nobody', score: 0.8 },
        { nodeId: 'bob', score: 0.7 },
        { nodeId: 'n_1', score: 0.5 },
      ];
    },
  };
  const reads = getMemoryGraphReadApi(STORY, { vectors });
  const ids = async (options: object) => (await reads.vectorSearch({ query: 'q', ...options })).map(({ id }) => id);
  expect(await ids({})).toEqual(['bob', 'n_1', 'alice']);
  expect(await ids({ types: ['CHARACTER_SHEET'], k: 1 })).toEqual(['bob']);
  expect(await ids({ k: 30 })).toHaveLength(3);
  expect(asked).toEqual([20, 20, 30]);
  expect(await ids({ query: ' ' })).toEqual([]);
  expect(await codeOf(() => getMemoryGraphReadApi(STORY).vectorSearch({ query: 'q' }))).toBe('NO_EMBEDDING_PROFILE');
});

test('the state of a recall belongs to its chat, replaces the one before, and is told to each listener once', () => {
  const [one, other] = [{ chatId: 'one' }, { chatId: 'other' }];
  const reads = getMemoryGraphReadApi(STORY, one);
  expect(getMemoryGraphInjectionState(one)).toEqual(createEmptyInjectionState());
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const heard: unknown[] = [];
  const end = [
    reads.onInjectionChanged(() => {
      throw new Error('a listener’s own fault');
    }),
    reads.onInjectionChanged((state) => heard.push(state)),
    reads.onInjectionChanged('nothing' as never),
  ];
  applyMemoryGraphInjectionUpdate({ visibleIds: ['alice'], alwaysInjectIds: new Set(['n_1']) }, one);
  __recordInjectedNodeIds({ chatId: 'one', visibleIds: ['bob'] });
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
  expect(heard).toHaveLength(2);
  const state = { alwaysInjectIds: new Set(), recallSelectedIds: new Set(), visibleIds: new Set(['bob']) };
  expect(heard[1]).toEqual(state);
  expect(reads.getInjectionState()).toEqual(state);
  expect(getMemoryGraphInjectionState(other)).toEqual(createEmptyInjectionState());
  const own = getCurrentlyInjectedNodeIds(one);
  (own.visibleIds as Set<string>).add('more');
  expect(getCurrentlyInjectedNodeIds(one)).toEqual(state);
  for (const stop of [...end, ...end]) stop();
  applyMemoryGraphInjectionUpdate({}, one);
  expect(heard).toHaveLength(2);
});

test('a character’s own types take effect at once, in reads and in writes', async () => {
  const context: { schemaOverride?: unknown } = {};
  const reads = getMemoryGraphReadApi(STORY, context);
  expect(reads.getNodeExposure('alice')).toBe('full');
  context.schemaOverride = [{ id: 'character_sheet', compression: { mode: 'hierarchical' } }];
  expect(reads.getNodeExposure('alice')).toBe('high_only');
  expect(normalizeTypes(context.schemaOverride)[0]?.compression.mode).toBe('hierarchical');
  expect(normalizeStore({ nodes: STORY.nodes }).seqCounter).toBe(8);
});
