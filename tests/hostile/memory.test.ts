import { expect, test } from 'vitest';
import { assetsAt, type Effects, type Host } from '../../src/index.js';
import { user } from '../browser/permissions/page.js';
import { failure, plainHost } from '../browser/setup.js';

/** A tool worker whose guest has broken out: it says over its ports whatever a test wants, and keeps each of them. */
const TAKEN_OVER = `
const permissions = ['read', 'write'].map((what) => ({ id: what, cap: 'memory.' + what, reason: 'r' }));
const MANIFEST = { manifest: 1, id: 'broken-out', version: '1.0.0', name: 'Broken', permissions };
const TOOLS = ['write', 'read'].map((mode) => ({ name: 'to_' + mode, displayName: '', description: '', parameters: { type: 'object' }, mode, hasSimulate: false }));
const kept = [];
let asked = 0;
const ask = (port, method, args) => new Promise((resolve) => {
  asked += 1;
  const request = asked;
  const listen = ({ data }) => { if (data.request === request) { port.removeEventListener('message', listen); resolve(data); } };
  port.addEventListener('message', listen);
  port.start();
  port.postMessage({ request, method, args });
});
const acts = {
  async say(port, list) { const all = []; for (const [method, args] of list) { const { text, error } = await ask(port, method, args); all.push({ text: text?.slice(0, 100), error }); } return all; },
  async forge(port, messages) { for (const message of messages) port.postMessage(message); return new Promise(() => {}); },
  async keep(port) { kept.push(port); return 'kept'; },
  async late(port, messages) { for (const old of kept) for (const message of messages) old.postMessage(message); return kept.length; },
  async flood(port) { for (let i = 0; i < 100_000; i++) port.postMessage({ request: i, method: 'memory.getSchema', args: '{}' }); return new Promise(() => {}); },
  async busy(port, message) { setInterval(() => { for (let i = 0; i < 10; i++) port.postMessage({ ...message, request: 1000 + i }); }, 1); return new Promise(() => {}); },
};
addEventListener('message', ({ data: { port } }) => {
  const answer = (id, value) => port.postMessage(typeof id === 'number' ? JSON.stringify([[id, { ok: true, value }]]) : { id, type: 'RAW', value: { ok: true, value } });
  port.onmessage = async ({ data }) => {
    if (data.bulkhead === 'ping') port.postMessage({ bulkhead: 'pong', beat: data.beat });
    const { id, path, argumentList } = data;
    const calls = typeof data === 'string' ? JSON.parse(data) : id ? [[id, path[0], argumentList[0].value]] : [];
    for (const call of calls) serve(...call);
    async function serve(id, method, input) {
      if (method === 'load') return answer(id, { manifest: JSON.stringify(MANIFEST), tools: JSON.stringify(TOOLS), skipped: '[]' });
      if (method !== 'call') return answer(id, null);
      const { act, given } = JSON.parse(input.args);
      const text = JSON.stringify(await acts[act](input.ports.memory, given)) ?? '';
      answer(id, { text, log: [], usage: {} });
    }
  };
});`;

type Said = readonly { readonly text?: string; readonly error?: { readonly code: string; readonly message: string } }[];

async function takenOver(staged = false, ready?: () => unknown): Promise<Host & AsyncDisposable> {
  const worker = URL.createObjectURL(new Blob([TAKEN_OVER], { type: 'text/javascript' }));
  const host = plainHost({
    assets: { ...assetsAt('/bulkhead/'), worker },
    services: { memory: { current: () => 'tavern', ...(ready && { ready }) } },
  });
  await host.plugins.install({ code: 'ignored' }, { enable: true, allow: 'all', staged });
  user(host, () => 'always');
  const session = await host.memory.openSession('tavern');
  await session.createNode({ type: 'character_sheet', title: 'Alice' });
  const secret = await host.memory.openSession('the-other-chat');
  await secret.createNode({ type: 'character_sheet', title: 'A secret' });
  return host;
}

/** What each request comes to: an error's code, or `done`. */
async function say(host: Host, requests: readonly (readonly [string, unknown])[], name = 'to_write') {
  const given = requests.map(([method, args]) => [method, typeof args === 'string' ? args : JSON.stringify(args)]);
  const { value } = await host.tools.execute(name, { act: 'say', given });
  return (value as Said).map(({ error }) => error?.code ?? 'done');
}

const titles = async (host: Host, chat: string) =>
  (await (await host.memory.open(chat)).listNodes({ activeOnly: false })).map(({ title }) => title);
const untouched = async (host: Host) => {
  expect(await titles(host, 'tavern')).toEqual(['Alice']);
  expect(await titles(host, 'the-other-chat')).toEqual(['A secret']);
  expect(await host.memory.chats()).toHaveLength(2);
};
const create = (title: string) => ({ type: 'event', title });

test('over its port a worker that was taken over reaches the session’s methods and nothing else of the memory', async () => {
  await using host = await takenOver();
  const names = [
    ...[
      'open',
      'close',
      'chats',
      'remove',
      'branch',
      'erase',
      'export',
      'import',
      'mirror',
      'merge',
      'undo',
      'truncate',
    ],
    ...['removeSwipe', 'edited', 'types', 'inject', 'wanted', 'embedded', 'info', 'serve', 'decide', 'drop', 'meant'],
    ...['endSimulation', 'commitEffects', 'read', 'write', 'commit', 'apply', 'serialize', 'constructor', '__proto__'],
    ...['listNodes', 'getNode', 'listEdges', 'fuzzySearch', 'rankVectors', 'getInjectionState', 'toString', ''],
  ];
  const tries = names.flatMap((name) => [`memory.${name}`, name, `storage.${name}`].map((one) => [one, {}] as const));
  expect(new Set(await say(host, tries))).toEqual(new Set(['CAPABILITY_DENIED']));
  await untouched(host);
});

test('no field of a request leads to another chat', async () => {
  await using host = await takenOver();
  const ways = [
    'chat',
    'graph',
    'store',
    'session',
    'plugin',
    'grant',
    'simulation',
    'batch',
    'constructor',
    'toString',
  ];
  const tries = ways.flatMap((name) => [
    ['memory.findByName', { query: 'secret', [name]: 'the-other-chat' }] as const,
    ['memory.createNode', { ...create('x'), [name]: 2 }] as const,
  ]);
  expect(new Set(await say(host, tries))).toEqual(new Set(['BAD_ARGS']));
  const { value } = await host.tools.execute('to_read', {
    act: 'say',
    given: [['memory.findByName', '{"query":"secret"}']],
  });
  expect((value as Said)[0]?.text).toBe('{"matches":[]}');
  await untouched(host);
});

test('a call of a tool that reads cannot write, whatever its worker says', async () => {
  await using host = await takenOver();
  const writes = [
    ['memory.createNode', create('x')],
    ['memory.editNode', { id: 'n_1', title: 'x' }],
    ['memory.deleteNode', { id: 'n_1' }],
    ['memory.upsertLinks', { source: { id: 'n_1' }, links: [] }],
    ['memory.deleteLinks', { source: { id: 'n_1' }, target: { id: 'n_1' }, relation: 'x' }],
    ['memory.compactNodes', { type: 'event', childIds: ['n_1'], summary: 'x' }],
    ['memory.applyExtractionBatch', { ops: [{ op: 'delete', nodeId: 'n_1' }] }],
  ] as const;
  expect(new Set(await say(host, writes, 'to_read'))).toEqual(new Set(['CAPABILITY_DENIED']));
  await untouched(host);
});

test('arguments that are no arguments, or too large, are refused, and change nothing', async () => {
  await using host = await takenOver();
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`);
  const many = (count: number) => Array.from({ length: count }, (_, i) => `n_${i}`);
  const bad: readonly (readonly [string, unknown])[] = [
    ['memory.keywordSearch', null],
    ['memory.keywordSearch', []],
    ['memory.keywordSearch', { query: 1 }],
    ['memory.keywordSearch', { query: 'x'.repeat(2_001) }],
    ['memory.keywordSearch', { query: 'x', k: 1e9 }],
    ['memory.keywordSearch', { query: 'x', k: -1 }],
    ['memory.keywordSearch', { query: 'x', k: 1.5 }],
    ['memory.keywordSearch', { query: 'x', types: 'event' }],
    ['memory.keywordSearch', { query: 'x', types: many(33) }],
    ['memory.keywordSearch', { query: 'x', types: [{ length: 3 }] }],
    ['memory.listVisibleCandidates', { limit: 1_001 }],
    ['memory.listVisibleCandidates', { seqWindow: { from: '0' } }],
    ['memory.expandFromSeeds', { ids: many(1_001) }],
    ['memory.expandFromSeeds', { ids: ['n_1'], options: { hops: 9 } }],
    ['memory.expandFromSeeds', { ids: ['n_1'], options: { projectTo: 'all' } }],
    ['memory.getNodeBrief', { id: { toString: 'n_1' } }],
    ['memory.getNodeBrief', { id: 'n'.repeat(201) }],
    ['memory.createNode', { title: 'no type' }],
    ['memory.createNode', { ...create('x'), fields: deep }],
    ['memory.createNode', { ...create('x'), fields: { summary: 'x'.repeat(20_001) } }],
    ['memory.createNode', { ...create('x'), fields: Object.fromEntries(many(65).map((name) => [name, 1])) }],
    ['memory.createNode', { ...create('x'.repeat(501)) }],
    ['memory.createNode', { ...create('x'), links: [{ target: { id: ['n_1'] } }] }],
    ['memory.createNode', { ...create('x'), parentId: 'n_1', archived: true }],
    ['memory.editNode', { id: 'n_1', setFields: [1] }],
    ['memory.applyExtractionBatch', { ops: { length: 1 } }],
    ['memory.applyExtractionBatch', { ops: [{ op: '__proto__' }] }],
    ['memory.applyExtractionBatch', { ops: [{ op: 'constructor' }] }],
    ['memory.applyExtractionBatch', { ops: many(501) }],
    ['memory.applyExtractionBatch', { ops: [{ op: 'delete', nodeId: 'n_1' }], maxSeq: 999_999 }],
    [
      'memory.applyExtractionBatch',
      { ops: [{ op: 'link_upsert', sourceNodeId: 'n_1', links: Array(501).fill({ targetNodeId: 'n_1' }) }] },
    ],
    ['memory.applyExtractionBatch', { ops: Array(300).fill({ op: 'create', type: 'event', links: [{}, {}] }) }],
  ];
  const answers = await say(host, bad);
  expect(answers.map((code, i) => [JSON.stringify(bad[i]).slice(0, 90), code])).toEqual(
    bad.map((one) => [JSON.stringify(one).slice(0, 90), 'BAD_ARGS']),
  );
  await untouched(host);
});

test('names of prototypes are refused as keys, and ordinary names elsewhere', async () => {
  await using host = await takenOver();
  const raw = '{"type":"event","title":"x","fields":{"__proto__":{"polluted":true}}}';
  const answers = await say(host, [
    ['memory.createNode', raw],
    ['memory.createNode', raw.replace('__proto__', '\\u005f_proto__')],
    ['memory.createNode', '{"__proto__":{"type":"event"}}'],
    ['memory.createNode', 'no JSON'],
  ]);
  expect(answers).not.toContain('done');
  await untouched(host);
  const odd = { type: 'constructor', title: '__proto__', fields: { constructor: 'x', toString: 'y' } };
  expect(
    await say(host, [
      ['memory.createNode', odd],
      ['memory.editNode', { id: 'n_2', clearFields: ['__proto__', 'constructor', 'hasOwnProperty'] }],
      ['memory.upsertLinks', { source: { id: 'n_1' }, links: [{ target: { id: '__proto__' }, relation: 'toString' }] }],
      ['memory.upsertLinks', { source: { id: 'n_1' }, links: [{ target: { id: 'n_2' }, relation: '__proto__' }] }],
      ['memory.getNodeBrief', { id: '__proto__' }],
    ]),
  ).toEqual(Array(5).fill('done'));
  const graph = await host.memory.open('tavern');
  expect(await graph.getNode('n_2')).toMatchObject({ title: '__proto__', fields: { toString: 'y' } });
  expect(Object(Object.prototype).polluted).toBeUndefined();
  expect(await graph.undo()).toBe(true);
});

test('an answer that would be too large is none, and so is more than a call may have', async () => {
  await using host = await takenOver();
  const session = await host.memory.openSession('tavern');
  const ops = Array.from({ length: 40 }, () => ({
    op: 'create' as const,
    type: 'event',
    fields: { summary: 'x'.repeat(10_000) },
  }));
  await session.applyExtractionBatch({ ops });
  const list = (limit: number) => ['memory.listVisibleCandidates', { limit }] as const;
  const answers = await say(host, [list(40), ...Array.from({ length: 30 }, () => list(20))], 'to_read');
  expect(answers[0]).toBe('CAPABILITY_LIMIT');
  expect(answers[1]).toBe('done');
  expect(answers.at(-1)).toBe('CAPABILITY_LIMIT');
});

test('messages that no honest worker sends close the port and end the worker, and the log tells of it', async () => {
  const good = { request: 1, method: 'memory.createNode', args: JSON.stringify(create('forged')) };
  const forged = [
    { request: 'x' },
    null,
    'text',
    { bulkhead: 'event' },
    { ...good, args: create('forged') },
    { request: 1 },
  ];
  for (const message of forged) {
    await using host = await takenOver();
    const error = await failure(host.tools.execute('to_write', { act: 'forge', given: [message, good] }));
    expect(error.code).toBe('WORKER_FLOODED');
    await untouched(host);
    const told = await host.audit.query({ plugin: 'broken-out', type: 'refused' });
    expect(told.map(({ what, outcome }) => [what, outcome])).toContainEqual([
      'what no honest worker sends',
      'PROTOCOL_VIOLATION',
    ]);
  }
});

test('a worker that floods its port, or sends more than a call may, is ended; the memory goes on for everybody else', async () => {
  await using host = await takenOver();
  const flood = failure(host.tools.execute('to_write', { act: 'flood' }));
  const session = await host.memory.openSession('the-other-chat');
  expect((await session.findByName({ query: 'secret' })).matches).toHaveLength(1);
  expect((await flood).code).toBe('WORKER_FLOODED');
  const huge = { request: 1, method: 'memory.createNode', args: JSON.stringify({ title: 'x'.repeat(5_000_000) }) };
  const big = failure(host.tools.execute('to_write', { act: 'forge', given: [huge] }));
  expect((await big).code).toMatch(/WORKER_FLOODED|ARGUMENTS_TOO_LARGE/);
  await untouched(host);
  expect(await say(host, [['memory.createNode', create('after')]])).toEqual(['done']);
});

test('a port is dead when its call is over, and when it was taken back', async () => {
  await using host = await takenOver();
  const write = (title: string) => ({ request: 1, method: 'memory.createNode', args: JSON.stringify(create(title)) });
  await host.tools.execute('to_write', { act: 'keep' });
  // Its own, and that of its preview.
  expect((await host.tools.execute('to_read', { act: 'late', given: [write('late')] })).value).toBe(2);
  await untouched(host);
  const busy = failure(
    host.tools.execute('to_write', { act: 'busy', given: { ...write('x'), method: 'memory.getSchema' } }),
  );
  await host.tools.execute('to_read', { act: 'keep' });
  await host.plugins.revoke('broken-out');
  await host.tools.execute('to_read', { act: 'late', given: [write('later')] }).catch(() => {});
  await host.kill();
  expect((await busy).code).toMatch(/STOPPED|WORKER_FLOODED/);
  await untouched(host);
});

test('what was staged by a worker that was taken over is what the user sees, or nothing', async () => {
  await using host = await takenOver(true);
  await host.plugins.revoke('broken-out', { call: 'to_write' });
  expect(await say(host, [['memory.createNode', create('seen')]])).toEqual(['done']);
  expect(await titles(host, 'tavern')).toEqual(['Alice', 'seen']);
  // Its call ends without an answer, and with it what it has written.
  const given = [{ request: 1, method: 'memory.createNode', args: JSON.stringify(create('unseen')) }];
  await failure(host.tools.execute('to_write', { act: 'forge', given }, { timeoutMs: 300 }));
  await host.tools.execute('to_write', { act: 'late', given }).catch(() => {});
  expect(await titles(host, 'tavern')).toEqual(['Alice', 'seen']);
});

test('effects that no simulation has made are not committed', async () => {
  await using host = await takenOver();
  const node = { id: 'n_9', type: 'event', level: 'semantic', title: 'x', parentId: '', childrenIds: [], fields: {} };
  const whole = { ...node, semanticDepth: 0, semanticRollup: false, seqTo: 1, archived: false };
  const effects = (change: object, more: object = {}): Effects =>
    ({
      id: `forged-${Math.random()}`,
      items: [{ kind: 'memory', plugin: 'broken-out', chat: 'tavern', change, ...more }],
      ...{ reads: [], unvalidated: false, deltas: {} },
    }) as never;
  const added = { what: 'node', id: 'n_9', after: JSON.stringify(whole) };
  const code = async (given: Effects) => (await failure(host.tools.commit(given))).code;
  expect(await code(effects({ ...added, id: 'n_8' }))).toBe('BAD_ARGS');
  expect(await code(effects({ ...added, after: '{' }))).toBe('BAD_ARGS');
  expect(await code(effects({ ...added, after: JSON.stringify({ ...whole, childrenIds: 'n_1' }) }))).toBe('BAD_ARGS');
  expect(await code(effects({ ...added, after: '{"__proto__":1}' }))).toBe('BAD_ARGS');
  expect(await code(effects({ what: 'graph' }))).toBe('BAD_ARGS');
  expect(await code(effects({ what: 'link', from: 'n_1', to: '', relation: 'x', fromTitle: '', toTitle: '' }))).toBe(
    'BAD_ARGS',
  );
  expect(await code(effects({ ...added, before: '{}' }))).toBe('EFFECTS_STALE');
  expect(await code(effects(added, { chat: 'the-other-chat' }))).toBe('EFFECTS_STALE');
  expect(await code(effects(added, { plugin: 'nobody' }))).toBe('PLUGIN_NOT_FOUND');
  await untouched(host);
  expect(await host.tools.commit(effects(added))).toEqual({ applied: true });
  await host.plugins.revoke('broken-out', 'write');
  expect(await code(effects({ ...added, id: 'n_10' }))).toBe('CAPABILITY_DENIED');
});

test('a port is dead when its call was over before the memory was ready to serve it', async () => {
  let open: () => void = () => {};
  let asked: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let waits: Promise<void> | undefined = new Promise((resolve) => {
    open = resolve;
  });
  const ready = () => {
    asked();
    return waits;
  };
  await using host = await takenOver(false, ready);
  const keeping = host.tools.execute('to_write', { act: 'keep' });
  await isAsked;
  await keeping;
  open();
  waits = undefined;
  const write = { request: 1, method: 'memory.createNode', args: JSON.stringify(create('late')) };
  await host.tools.execute('to_read', { act: 'late', given: [write] });
  // Whatever was sent before has been answered when this is.
  for (let turn = 0; turn < 5; turn++) expect(await say(host, [['memory.getSchema', {}]], 'to_read')).toEqual(['done']);
  await untouched(host);
});
