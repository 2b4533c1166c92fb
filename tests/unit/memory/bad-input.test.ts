import { expect, test } from 'vitest';
import { getMemoryGraphReadApi, getMemoryGraphWriteApi, normalizeStore } from '../../../worker/memory/index.js';
import { openReads } from '../../fixtures/memory/open-reads.js';
import { openWrites, writesOver } from '../../fixtures/memory/open-writes.js';
import { outcomeLater, outcomeOf } from '../../fixtures/memory/outcome.js';
import { node, STORY, storeOf } from '../../fixtures/memory/story.js';

type Calls = { readonly [method: string]: (...args: readonly unknown[]) => unknown };
const codeOf = async (call: () => unknown): Promise<string> => {
  const outcome = await outcomeLater(call);
  return 'throws' in outcome ? String(outcome.throws.code) : 'ok';
};
const deep = (levels: number): object => {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { inner: value };
  return value;
};

/** Arguments that nobody should give. */
const thrower = {
  get type(): string {
    throw new Error('never read me');
  },
};
const ring: { self?: unknown } = {};
ring.self = ring;
const proxy = new Proxy(
  {},
  {
    ownKeys() {
      throw new Error('never read me');
    },
  },
);
const ODD: readonly unknown[] = [
  ...[undefined, null, 0, 7, Number.NaN, '', 'text', true, [], [[]], {}, { id: {} }, { id: Object.create(null) }],
  ...[{ ops: 7 }, { ops: null }, { source: 7, links: [] }, { links: 'x' }, { childIds: 'n_1', summary: 's' }],
  ...[
    { query: {} },
    { query: Object.create(null), k: {} },
    { types: 7, query: 'a' },
    { visibleNodeIds: 7 },
    { depth: {} },
  ],
];

test('no write does anything but answer or reject with a code, whatever it is given', async () => {
  const methods = [
    'applyExtractionBatch',
    'createNode',
    'editNode',
    'deleteNode',
    'upsertLinks',
    'deleteLinks',
    'compactNodes',
  ];
  const hostile = [
    ...ODD,
    thrower,
    proxy,
    () => {},
    Symbol('x'),
    7n,
    { type: 'event', fields: ring },
    { ops: [thrower] },
  ];
  const before = structuredClone(STORY);
  const store = structuredClone(STORY);
  const writes = getMemoryGraphWriteApi(store) as unknown as Calls;
  for (const method of methods) {
    for (const given of hostile) {
      const code = await codeOf(() => writes[method]?.(given));
      if (code !== 'ok') expect(['BAD_ARGS', 'CHILD_NOT_FOUND'], `${method} ${String(code)}`).toContain(code);
    }
  }
  expect(await codeOf(() => writes.compactNodes?.({ type: 'event', childIds: 'n_1', summary: 's' }))).toBe('BAD_ARGS');
  expect(store).toEqual(before);
});

test('what is no plain data is a bad argument, and nothing of its batch is done', async () => {
  const store = structuredClone(STORY);
  const writes = getMemoryGraphWriteApi(store);
  const odd = [() => {}, Symbol('x'), 7n, new Map(), new Date(), new Uint8Array(1), ring, deep(10_000)];
  for (const value of odd) {
    const ops = [
      { op: 'create', type: 'event' },
      { op: 'create', type: 'thread', fields: { value } },
    ];
    expect(await codeOf(() => writes.applyExtractionBatch({ ops: ops as never }))).toBe('BAD_ARGS');
    expect(await codeOf(() => writes.editNode({ id: 'alice', setFields: { value } }))).toBe('BAD_ARGS');
  }
  expect(store).toEqual(STORY);
  const engine = openWrites(STORY);
  for (const value of [...odd.slice(2, 6), deep(10_000)]) {
    expect(await codeOf(() => engine.call('createNode', [{ type: 'event', fields: { value } }]))).toBe('BAD_ARGS');
  }
  expect(engine.graph?.toStore()).toEqual(STORY);
  // What was wrong is over; the graph works on.
  expect(await writes.createNode({ type: 'event' })).toEqual({ id: 'n_9' });
});

test('every read answers or rejects with a code, whatever it is given', async () => {
  const reads = getMemoryGraphReadApi(STORY) as unknown as Calls;
  const methods = Object.keys(reads).filter((method) => method !== 'onInjectionChanged');
  for (const method of methods) {
    for (const first of [...ODD, 'alice']) {
      for (const second of [
        undefined,
        null,
        7,
        {},
        { hops: {}, limit: Object.create(null), projectTo: 7, types: {} },
      ]) {
        const code = await codeOf(() => reads[method]?.(first, second));
        if (code !== 'ok') expect(['BAD_ARGS', 'NO_EMBEDDING_PROFILE'], method).toContain(code);
      }
    }
  }
});

test('huge and senseless counts are taken as far as they make sense', () => {
  const { reads } = openReads(STORY);
  for (const many of [1e9, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY, 1e308, '1e9']) {
    const k = many as number;
    expect(reads.keywordSearch({ query: 'day happened', k })).toHaveLength(8);
    expect(reads.listVisibleCandidates({ limit: k })).toHaveLength(11);
    expect(reads.expandFromSeeds(['alice'], { hops: k, projectTo: 'raw' })).toHaveLength(3);
    expect(reads.getDescendants('alice', { maxDepth: k })).toEqual([]);
    expect(reads.compactionCandidates({ type: 'event', depth: k }).groups).toEqual([]);
    expect(reads.listVisibleCandidates({ excludeRecentMessages: k })).toEqual([]);
  }
  for (const few of [0, -1, Number.NEGATIVE_INFINITY, -1e308]) {
    expect(reads.keywordSearch({ query: 'day happened', k: few })).toHaveLength(1);
  }
});

test('an ordinal is a whole number that can be counted on, whatever was given', async () => {
  const { call, graph, last } = openWrites(STORY);
  for (const maxSeq of [Number.NaN, -5, Number.POSITIVE_INFINITY, 'soon', 2.9, 1e300]) {
    await call('applyExtractionBatch', [{ ops: [{ op: 'create', type: 'event' }], maxSeq }]);
    const { counters } = last();
    expect(Number.isSafeInteger(counters.seqCounter)).toBe(true);
  }
  const seqs = Object.values(graph?.toStore().nodes ?? {}).map(({ seqTo }) => seqTo);
  expect(seqs.slice(-6)).toEqual([8, 0, 8, 8, 2, Number.MAX_SAFE_INTEGER]);
});

test('numbers for nodes may run out; nothing hangs then', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const store = normalizeStore({ nodes: { [`n_${most - 1}`]: node('last') }, edges: [] });
  const writes = getMemoryGraphWriteApi(store);
  expect(await codeOf(() => writes.createNode({ type: 'event' }))).toBe('OP_FAILED');
  expect(await codeOf(() => writes.createNode({ type: 'event' }))).toBe('OP_FAILED');
  expect(Object.keys(store.nodes)).toEqual([`n_${most - 1}`]);
});

test('ids, fields and types may be called like an object’s own machinery', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const store = normalizeStore(JSON.parse(JSON.stringify(storeOf([]))));
  const nodes = Object.fromEntries(
    names.map((id) => [id, node(id, { type: id, fields: Object.fromEntries([[id, `${id} here`]]) })]),
  );
  const graph = openReads({ ...store, nodes });
  expect(graph.reads.listNodes({ types: ['__proto__'] }).map(({ id }) => id)).toEqual(['__proto__']);
  expect(graph.reads.keywordSearch({ query: 'here' })).toHaveLength(4);
  const writes = getMemoryGraphWriteApi({ ...store, nodes });
  for (const id of names) {
    const setFields = Object.fromEntries([['__proto__', { polluted: id }]]);
    expect(await writes.editNode({ id, setFields })).toEqual({ ok: true });
    expect(
      await writes.upsertLinks({ source: { id }, links: [{ target: { id: 'constructor' }, relation: '__proto__' }] }),
    ).toMatchObject({ applied: 1 });
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.keys(nodes)).toEqual(names);
  const { id } = await writes.createNode({
    type: '__proto__',
    ref: 'constructor',
    fields: JSON.parse('{"__proto__": 1}'),
  });
  const made = getMemoryGraphReadApi({ ...store, nodes }).getNode(id);
  expect(made?.type).toBe('__proto__');
  expect(Object.keys(made?.fields ?? {})).toEqual(['__proto__']);
});

test('a title of a megabyte is a title', async () => {
  const store = structuredClone(STORY);
  const title = 'long '.repeat(200_000).trim();
  const { id } = await getMemoryGraphWriteApi(store).createNode({ type: 'thread', title });
  const reads = getMemoryGraphReadApi(store);
  expect(reads.getNode(id)?.title).toBe(title);
  expect(reads.keywordSearch({ query: 'long' }).map((hit) => hit.id)).toEqual([id]);
  expect(reads.findByName({ query: title }).matches).toHaveLength(1);
});

test('rings of parents, made by folding a node into one below itself, end every walk', async () => {
  const store = structuredClone(STORY);
  const writes = getMemoryGraphWriteApi(store);
  const { rollupNodeId: low } = await writes.compactNodes({ type: 'event', childIds: ['n_1', 'n_2'], summary: 'low' });
  // Of another type, so that nothing speaks against it.
  const { rollupNodeId: high } = await writes.compactNodes({ type: 'thread', childIds: [low], summary: 'high' });
  const { rollupNodeId: over } = await writes.compactNodes({
    type: 'beat',
    childIds: [high, high, low],
    summary: 'over',
  });
  expect(store.nodes[over]?.childrenIds).toEqual([high, low]);
  const ringed = structuredClone(store) as unknown as {
    nodes: { [id: string]: { parentId: string; childrenIds: string[] } };
  };
  for (const [child, parent] of [
    [over, low],
    [low, over],
    [high, high],
  ] as const) {
    const [below, above] = [ringed.nodes[child], ringed.nodes[parent]];
    if (below) below.parentId = parent;
    above?.childrenIds.push(child, child, 'nobody');
  }
  const { reads } = openReads(ringed);
  const ids = Object.keys(ringed.nodes);
  for (const id of ids) {
    reads.getDescendants(id, { activeOnly: false });
    reads.getAncestor(id, { predicate: () => false });
    reads.getNearestVisibleAncestor(id, { visibleNodeIds: ['alice'] });
    reads.expandFromSeeds([id], { hops: 1e9, projectTo: ids });
    reads.getNodeBrief(id, { visibleNodeIds: ids });
  }
  reads.listVisibleCandidates();
  const again = getMemoryGraphWriteApi(ringed);
  expect(await codeOf(() => again.compactNodes({ type: 'thread', childIds: [over, low], summary: 'ring' }))).toBe('ok');
  expect(await codeOf(() => again.deleteNode({ id: low }))).toBe('ok');
  const tidy = normalizeStore(ringed);
  expect(outcomeOf(() => openReads(tidy).reads.listVisibleCandidates())).toHaveProperty('ok');
});

test('links to oneself, to nobody and of unknown ops are told, and the rest is done', async () => {
  const { call, graph } = writesOver(openReads(STORY).graph);
  const ops = [
    {
      op: 'create',
      type: 'thread',
      title: 'T',
      ref: 't',
      links: [{ targetRef: 't' }, { targetNodeId: 'nobody' }, null, 7, {}],
    },
    { op: 'constructor' },
    { op: ['create'], type: 'event' },
    { op: 'link_upsert', sourceRef: 't', links: 'all' },
  ];
  const { applied, rejected } = (await call('applyExtractionBatch', [{ ops }])) as {
    applied: unknown[];
    rejected: { op: unknown; error: { code: string } }[];
  };
  expect(applied).toEqual([ops[0], ops[3]]);
  expect(rejected.map(({ error }) => error.code)).toEqual([
    ...['VALIDATION_SKIP', 'VALIDATION_SKIP', 'SELF_LINK'],
    ...['TARGET_NOT_FOUND', 'TARGET_NOT_FOUND', 'TARGET_NOT_FOUND', 'TARGET_NOT_FOUND'],
  ]);
  expect(rejected[2]?.op).toBe(ops[0]);
  expect(graph?.edges.count).toBe(STORY.edges.length);
});

test('a store with values that are nested without end is refused, and no other node of it', async () => {
  const nodes = { deep: node('deep', { fields: { value: deep(50_000) } as never }), flat: node('flat') };
  const reads = getMemoryGraphReadApi({ ...STORY, nodes });
  for (const call of [() => reads.getNode('deep'), () => reads.listNodes()]) {
    expect(await codeOf(call)).toBe('BAD_ARGS');
  }
  expect(reads.getNode('flat')?.title).toBe('flat');
  expect(await codeOf(() => normalizeStore({ nodes }))).toBe('BAD_ARGS');
});
