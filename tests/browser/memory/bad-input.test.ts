import { afterAll, expect, test, vi } from 'vitest';
import type { MemoryGraph } from '../../../src/memory/types.js';
import { failure, plainHost } from '../setup.js';

const host = plainHost();
afterAll(() => host.dispose());
let chats = 0;
const open = (): Promise<MemoryGraph> => {
  chats += 1;
  return host.memory.open(`bad-input-${chats}`);
};
const codeOf = async (promise: Promise<unknown>): Promise<string | undefined> => (await failure(promise)).code;

const thrower = {
  get type(): string {
    throw new Error('never read me');
  },
};
const ring: { self?: unknown } = {};
ring.self = ring;
const nested = (levels: number): object => {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { inner: value };
  return value;
};

test('missing and senseless arguments are refused with a code, and the session goes on', async () => {
  const { session, ...graph } = await open();
  const calls: (() => Promise<unknown>)[] = [
    () => session.createNode(undefined as never),
    () => session.createNode({} as never),
    () => session.editNode({} as never),
    () => session.deleteNode({ id: ' ' }),
    () => session.upsertLinks({ source: { id: 'a' } } as never),
    () => session.upsertLinks({ source: {}, links: [] }),
    () => session.deleteLinks({ source: { id: 'a' }, target: { id: 'b' } } as never),
    () => session.compactNodes({ type: 'event', childIds: [], summary: 's' }),
    () => session.compactNodes({ type: 'event', childIds: ['a'], summary: ' ' }),
    () => session.applyExtractionBatch({} as never),
    () => session.applyExtractionBatch({ ops: 'all' } as never),
    () => session.expandFromSeeds(undefined as never),
    () => session.expandFromSeeds('n_1'),
    () => session.getEdgeSummary('n_1', { visibleNodeIds: 7 as never }),
    () => graph.projectEdges({} as never),
    () => graph.getNearestVisibleAncestor('n_1', undefined as never),
    () => session.getSchema({ signal: 'soon' as never }),
    () => host.memory.open(''),
    () => host.memory.open({ id: 7 } as never),
    () => graph.recordInjection({ visibleIds: 7 as never }),
  ];
  for (const call of calls) expect(await codeOf(call()), String(call)).toBe('BAD_ARGS');
  expect(await session.createNode({ type: 'event' })).toEqual({ id: 'n_1' });
});

test('what cannot cross to the worker is a bad argument, not an error of the browser', async () => {
  const { session } = await open();
  const proxy = new Proxy({}, { ownKeys: () => ['a'] });
  const iterable = {
    [Symbol.iterator]() {
      throw new Error('never walk me');
    },
  };
  const odd = [
    () => {},
    Symbol('x'),
    7n,
    new Map(),
    new Date(),
    ring,
    nested(10_000),
    new Worker('data:text/javascript,'),
  ];
  for (const value of odd) {
    expect(await codeOf(session.createNode({ type: 'event', fields: { value } }))).toBe('BAD_ARGS');
    expect(await codeOf(session.applyExtractionBatch({ ops: [value as never, { op: 'create', type: 'event' }] }))).toBe(
      'BAD_ARGS',
    );
    expect(await codeOf(session.keywordSearch({ query: 'a', types: [value] as never, k: value as never }))).toBe(
      'BAD_ARGS',
    );
  }
  for (const value of [thrower, { fields: thrower, type: 'event' }, { type: 'event', fields: { proxy: thrower } }]) {
    expect(await codeOf(session.createNode(value as never))).toBe('BAD_ARGS');
  }
  expect(await codeOf(session.expandFromSeeds(iterable as never))).toBe('BAD_ARGS');
  expect(await codeOf(session.getNodeBrief(Object.create(null)))).toBe('BAD_ARGS');
  expect(['BAD_ARGS', undefined]).toContain(await session.createNode(proxy as never).catch((error) => error.code));
  expect(await session.listVisibleCandidates()).toEqual([]);
  expect(await session.createNode({ type: 'event' })).toEqual({ id: 'n_1' });
});

test('hostile names, numbers, titles and rings are kept like any others, and are there after a reload', async () => {
  const store = `bad-input-${crypto.randomUUID()}`;
  const first = plainHost({ store });
  const session = await first.memory.openSession('odd');
  const title = 'long '.repeat(200_000).trim();
  const fields = JSON.parse('{"__proto__": {"polluted": true}, "constructor": "c"}') as object;
  const big = await session.createNode({
    type: '__proto__',
    title,
    fields: { ...fields } as never,
    ref: 'constructor',
  });
  await session.editNode({ id: big.id, setFields: { count: Number.POSITIVE_INFINITY, ratio: Number.NaN } });
  await session.applyExtractionBatch({ ops: [{ op: 'create', type: 'event' }], maxSeq: 1e300 });
  await session.applyExtractionBatch({ ops: [{ op: 'create', type: 'event' }], maxSeq: Number.NaN });
  const low = await session.compactNodes({ type: 'event', childIds: ['n_2', 'n_3', 'n_2'], summary: 'low' });
  const high = await session.compactNodes({ type: 'thread', childIds: [low.rollupNodeId, big.id], summary: 'high' });
  expect(await codeOf(session.compactNodes({ type: 'thread', childIds: [low.rollupNodeId], summary: 'again' }))).toBe(
    'CHILD_HAS_PARENT',
  );
  expect(await codeOf(session.compactNodes({ type: 'thread', childIds: ['__proto__'], summary: 's' }))).toBe(
    'CHILD_NOT_FOUND',
  );
  const self = await session.upsertLinks({
    source: { id: big.id },
    links: [{ target: { id: big.id }, relation: 'is' }],
  });
  expect(self.rejected?.[0]?.error.code).toBe('SELF_LINK');
  expect(await session.deleteNode({ id: 'constructor' })).toMatchObject({
    ok: false,
    error: { code: 'NODE_NOT_FOUND' },
  });
  expect(await session.keywordSearch({ query: 'long', k: 1e12 })).toHaveLength(1);
  expect(
    await session.expandFromSeeds([high.rollupNodeId], { hops: Number.POSITIVE_INFINITY, projectTo: 'raw' }),
  ).toHaveLength(5);
  const before = await (await first.memory.open('odd')).listNodes({ activeOnly: false });
  await first.dispose();
  await using again = plainHost({ store });
  const graph = await again.memory.open('odd');
  expect(await graph.listNodes({ activeOnly: false })).toEqual(before);
  const kept = await graph.getNode(big.id);
  expect([kept?.title === title, kept?.type, Object.keys(kept?.fields ?? {}).sort()]).toEqual([
    true,
    '__proto__',
    ['__proto__', 'constructor', 'count', 'ratio'],
  ]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await again.erase();
});

test('a broken file is refused as a whole, by the line where one is wrong, and nothing is lost', async () => {
  const graph = await open();
  await graph.session.createNode({ type: 'thread', title: 'Kept', fields: { note: 'here' } });
  await graph.session.createNode({ type: 'event', fields: { summary: 'a day' } });
  const before = await graph.listNodes();
  const parts: string[] = [];
  for await (const part of graph.export('jsonl')) parts.push(part);
  const file = parts.join('');
  const lines = file.trimEnd().split('\n');
  const broken = [
    ...['', '{}', '[]', 'null', 'hello', '{"format":"bulkhead-memory","version":1}\n'],
    file.slice(0, file.length / 2),
    lines.slice(0, -1).join('\n'),
    [lines[0], 'no json', ...lines.slice(1)].join('\n'),
    [lines[0], ...lines.slice(2)].join('\n'),
    '{"user_name":"You","character_name":"Alice"}\n{"is_user":true,"mes":"hi"}\n',
    '{"format":"something-else","version":1}\n{"node":{}}\n{"end":1}\n',
    `{"nodes":{"n_1":{"level":"semantic","fields":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}},"edges":[]}`,
  ];
  for (const text of broken) expect(await codeOf(graph.import([text])), text.slice(0, 60)).toBe('BAD_ARGS');
  expect(await codeOf(graph.import(['{"format":"bulkhead-memory","version":99}\n']))).toBe('STORE_NEWER');
  const line = await failure(graph.import([`${lines[0]}\nno json\n`]));
  expect(line.details.line).toBe(2);
  expect(await codeOf(graph.import(7 as never))).toBe('BAD_ARGS');
  expect(await graph.listNodes()).toEqual(before);
  const info = await graph.import(file.match(/[\s\S]{1,7}/g) ?? []);
  expect(info.nodes).toBe(2);
  expect(await graph.listNodes()).toEqual(before);
});

test('an aborted signal rejects with its reason, in every method', async () => {
  const { session, ...graph } = await open();
  const reason = new Error('no longer wanted');
  const signal = AbortSignal.abort(reason);
  const calls: Promise<unknown>[] = [
    session.getSchema({ signal }),
    session.listVisibleCandidates({ signal }),
    session.getEdgeSummary('a', { signal }),
    session.getNodeBrief('a', { signal }),
    session.expandFromSeeds(['a'], { signal }),
    session.keywordSearch({ query: 'a', signal }),
    session.findByName({ query: 'a', signal }),
    session.vectorSearch({ query: 'a', signal }),
    session.compactionCandidates({ type: 'event', signal }),
    session.createNode({ type: 'event', signal }),
    session.editNode({ id: 'a', signal }),
    session.deleteNode({ id: 'a', signal }),
    session.upsertLinks({ source: { id: 'a' }, links: [], signal }),
    session.deleteLinks({ source: { id: 'a' }, target: { id: 'b' }, relation: 'x', signal }),
    session.compactNodes({ type: 'event', childIds: ['a'], summary: 's', signal }),
    session.applyExtractionBatch({ ops: [{ op: 'create', type: 'event' }], signal }),
    graph.listNodes({ signal }),
    graph.getNode('a', { signal }),
    graph.getAncestor('a', { signal }),
  ];
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toEqual({ status: 'rejected', reason });
  expect(await graph.info()).toMatchObject({ nodes: 0, commits: 0 });
});

test('sessions of one chat share one graph, whoever opens them first; a session stays with its chat', async () => {
  const [one, two, other] = await Promise.all([
    host.memory.openSession('shared'),
    host.memory.openSession('shared'),
    host.memory.openSession('not-shared'),
  ]);
  const { id } = await one.createNode({ type: 'thread', title: 'Seen by both' });
  expect((await two.getNodeBrief(id))?.title).toBe('Seen by both');
  expect(await other.getNodeBrief(id)).toBeNull();
  await host.memory.openSession('another');
  await one.createNode({ type: 'thread', title: 'Still here' });
  expect((await (await host.memory.openSession('shared')).listVisibleCandidates()).map(({ title }) => title)).toEqual([
    'Seen by both',
    'Still here',
  ]);
  expect(Object.isFrozen(one)).toBe(true);
  expect(Object.keys(one)).toHaveLength(16);
});

test('a recall’s report replaces all three sets and is told to each listener once', async () => {
  const graph = await open();
  const elsewhere = await open();
  const heard: unknown[] = [];
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const ends = [
    graph.onInjectionChanged(() => {
      throw new Error('a listener’s own fault');
    }),
    graph.onInjectionChanged((state) => heard.push([...state.visibleIds])),
    graph.onInjectionChanged(undefined as never),
  ];
  const [empty, a, b] = [
    new Set(),
    graph.recordInjection({ visibleIds: ['a'] }),
    graph.recordInjection({ visibleIds: new Set(['b']) }),
  ];
  await Promise.all([a, b]);
  expect(heard).toEqual([['a'], ['b']]);
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
  const state = await graph.getInjectionState();
  expect(state).toEqual({ alwaysInjectIds: empty, recallSelectedIds: empty, visibleIds: new Set(['b']) });
  expect([state, state.visibleIds].every(Object.isFrozen)).toBe(true);
  (state.visibleIds as Set<string>).add('mine');
  expect((await graph.getInjectionState()).visibleIds).toEqual(new Set(['b']));
  expect((await elsewhere.getInjectionState()).visibleIds).toEqual(empty);
  for (const end of [...ends, ...ends]) end();
  await graph.recordInjection({});
  expect(heard).toHaveLength(2);
});
