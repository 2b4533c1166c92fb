import { expect, test } from 'vitest';
import { failure, fresh, openTestBroker, storageRights } from '../fixtures/broker.js';

test('what a plugin stores is there, in a new broker too, with every kind of JSON', async () => {
  const store = fresh('kinds');
  const values = { a: null, b: false, c: 0, d: '', e: [1, { x: [] }], f: { nested: { deep: 'é𝄞' } }, 'ключ 🔑': 'key' };
  {
    using broker = openTestBroker({ store });
    const { ask, grant } = await broker.open(storageRights());
    for (const [key, value] of Object.entries(values)) expect(await ask('storage.set', { key, value })).toBeUndefined();
    await broker.call('drop', { grants: [grant] });
  }
  using broker = openTestBroker({ store });
  const { ask } = await broker.open(storageRights());
  for (const [key, value] of Object.entries(values)) expect(await ask('storage.get', { key })).toEqual(value);
  expect(await ask('storage.get', { key: 'other' })).toBeUndefined();
  expect(await ask('storage.keys', {})).toEqual(Object.keys(values).sort());
  await ask('storage.delete', { key: 'a' });
  expect(await ask('storage.get', { key: 'a' })).toBeUndefined();
  expect(await ask('storage.delete', { key: 'never was' })).toBeUndefined();
});

test('usage counts UTF-8 of keys and JSON, and goes down again', async () => {
  using broker = openTestBroker();
  const { ask } = await broker.open(storageRights({ group: 'storage', quotaBytes: 5000 } as never));
  expect(await ask('storage.usage', {})).toEqual({ bytes: 0, keys: 0, quotaBytes: 5000 });
  await ask('storage.set', { key: 'é', value: '𝄞' });
  expect(await ask('storage.usage', {})).toEqual({ bytes: 2 + 6, keys: 1, quotaBytes: 5000 });
  await ask('storage.set', { key: 'é', value: 1 });
  await ask('storage.set', { key: 'b', value: [1, 2] });
  expect(await ask('storage.usage', {})).toEqual({ bytes: 2 + 1 + 1 + 5, keys: 2, quotaBytes: 5000 });
  expect(await broker.call('storage', { plugin: 'test-plugin' })).toEqual({ bytes: 9, keys: 2 });
  await ask('storage.batch', {
    operations: [
      { op: 'delete', key: 'é' },
      { op: 'delete', key: 'b' },
    ],
  });
  expect(await ask('storage.usage', {})).toEqual({ bytes: 0, keys: 0, quotaBytes: 5000 });
});

test('above the quota nothing of a batch is written; shrinking is always possible', async () => {
  using broker = openTestBroker();
  const { ask } = await broker.open(storageRights({ quotaBytes: 100 } as never));
  await ask('storage.set', { key: 'kept', value: 'x'.repeat(80) });
  const batch = {
    operations: [
      { op: 'set', key: 'small', value: 1 },
      { op: 'set', key: 'large', value: 'y'.repeat(50) },
    ],
  };
  expect(await failure(ask('storage.batch', batch))).toMatchObject({ code: 'CAPABILITY_LIMIT' });
  expect(await ask('storage.keys', {})).toEqual(['kept']);
  const later = await broker.open(storageRights({ quotaBytes: 10 } as never));
  expect(await failure(later.ask('storage.set', { key: 'b', value: 1 }))).toMatchObject({ code: 'CAPABILITY_LIMIT' });
  await later.ask('storage.set', { key: 'kept', value: 'x'.repeat(40) });
  await later.ask('storage.delete', { key: 'kept' });
  await later.ask('storage.set', { key: 'b', value: 1 });
});

test('a batch is written whole or not at all, and its last word on a key counts', async () => {
  using broker = openTestBroker();
  const { ask } = await broker.open(storageRights());
  await ask('storage.set', { key: 'a', value: 'before' });
  const bad = [
    { op: 'set', key: 'a', value: 'after' },
    { op: 'set', key: 'b' },
  ];
  expect(await failure(ask('storage.batch', { operations: bad }))).toMatchObject({ code: 'BAD_ARGS' });
  expect(await ask('storage.get', { key: 'a' })).toBe('before');
  await ask('storage.batch', {
    operations: [
      { op: 'set', key: 'a', value: 1 },
      { op: 'delete', key: 'a' },
      { op: 'set', key: 'b', value: 2 },
      { op: 'set', key: 'b', value: 3 },
    ],
  });
  expect(await ask('storage.keys', {})).toEqual(['b']);
  expect(await ask('storage.usage', {})).toMatchObject({ bytes: 2, keys: 1 });
});

test('plugins whose ids and keys look alike never see each other', async () => {
  using broker = openTestBroker();
  const ids = ['ab', 'ab-c', 'a', 'abc', 'ab-c-d'];
  const keys = [
    'k',
    ':k',
    'c:k',
    '\uffff',
    '\uffffx',
    'ab-c:k',
    'x\u0000y',
    ' ',
    'data:ab:k',
    '/',
    'constructor',
    '_t',
  ];
  const ports = await Promise.all(ids.map((plugin) => broker.open(storageRights(), { plugin })));
  for (const [i, { ask }] of ports.entries()) {
    for (const key of keys) await ask('storage.set', { key, value: `${ids[i]} ${key}` });
  }
  for (const [i, { ask }] of ports.entries()) {
    expect(await ask('storage.keys', {})).toEqual([...keys].sort());
    for (const key of keys) expect(await ask('storage.get', { key })).toBe(`${ids[i]} ${key}`);
    expect(await ask('storage.keys', { prefix: '\uffff' })).toEqual(['\uffff', '\uffffx']);
    expect(await ask('storage.keys', { prefix: 'c' })).toEqual(['c:k', 'constructor']);
  }
  await broker.call('wipe', { plugin: 'ab' });
  for (const [i, { ask }] of ports.entries()) {
    expect(((await ask('storage.keys', {})) as string[]).length).toBe(ids[i] === 'ab' ? 0 : keys.length);
  }
  expect(await failure(broker.open(storageRights(), { plugin: 'ab:c' }))).toMatchObject({ code: 'BAD_ARGS' });
});

test('arguments of strangers are read field by field', async () => {
  using broker = openTestBroker();
  const { ask } = await broker.open(storageRights());
  const bad: [string, unknown][] = [
    ['storage.get', null],
    ['storage.get', []],
    ['storage.get', {}],
    ['storage.get', { key: 1 }],
    ['storage.get', { key: '' }],
    ['storage.get', { key: 'x'.repeat(513) }],
    ['storage.get', { key: 'a', more: 1 }],
    ['storage.get', { key: '__proto__' }],
    ['storage.set', { key: 'a' }],
    ['storage.keys', { prefix: 1 }],
    ['storage.usage', { a: 1 }],
    ['storage.batch', { operations: [] }],
    ['storage.batch', { operations: {} }],
    ['storage.batch', { operations: Array.from({ length: 1001 }, () => ({ op: 'delete', key: 'a' })) }],
    ['storage.batch', { operations: [{ op: 'merge', key: 'a', value: 1 }] }],
    ['storage.batch', { operations: [{ op: 'delete', key: 'a', value: 1 }] }],
  ];
  for (const [method, args] of bad) {
    expect(await failure(ask(method, args)), JSON.stringify([method, args]).slice(0, 80)).toMatchObject({
      code: 'BAD_ARGS',
    });
  }
  expect(await failure(ask('storage.clear', {}))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  expect(await failure(ask('net.fetch', { url: 'https://example.com' }))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  expect(await ask('storage.keys', {})).toEqual([]);
});

test('a tool that reads writes nothing, and what is not granted is not read either', async () => {
  using broker = openTestBroker();
  const reads = await broker.open(storageRights({ write: false } as never));
  expect(await failure(reads.ask('storage.set', { key: 'a', value: 1 }))).toEqual({
    code: 'CAPABILITY_DENIED',
    message: 'not granted: storage.set for a tool that only reads',
  });
  expect(await reads.ask('storage.get', { key: 'a' })).toBeUndefined();
  const denied = await broker.open(storageRights({ state: 'denied' } as never));
  expect(await failure(denied.ask('storage.get', { key: 'a' }))).toEqual({
    code: 'CAPABILITY_DENIED',
    message: 'not granted: store, permissions/0 (data)',
  });
});

test('one question for all requests of a call, and its answer holds for the rest of the call', async () => {
  const asked: unknown[] = [];
  let onAsk: (grant: string) => void = () => {};
  using broker = openTestBroker({
    onEvent: (event) => {
      if (!('ask' in event)) return;
      asked.push(event.ask.what);
      onAsk(event.ask.grant);
    },
  });
  onAsk = (grant) => void broker.call('decide', { grant, permission: 'data', allowed: true });
  const yes = await broker.open(storageRights({ state: 'askable' } as never));
  await Promise.all([1, 2, 3].map((n) => yes.ask('storage.set', { key: `k${n}`, value: n })));
  expect(await yes.ask('storage.keys', {})).toEqual(['k1', 'k2', 'k3']);
  expect(asked).toEqual(['storage.set k1']);
  onAsk = (grant) => void broker.call('decide', { grant, permission: 'data', allowed: false });
  const no = await broker.open(storageRights({ state: 'askable' } as never));
  expect(await failure(no.ask('storage.get', { key: 'k1' }))).toMatchObject({
    code: 'CAPABILITY_DENIED',
    message: 'not granted: store, permissions/0 (data)',
  });
});

test('a call that ends while its question is open is over: nothing is written, whatever the answer', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  using broker = openTestBroker({ onEvent: (event) => 'ask' in event && resolve(event.ask.grant) });
  const { ask, grant } = await broker.open(storageRights({ state: 'askable' } as never));
  void ask('storage.set', { key: 'a', value: 1 });
  expect(await asked).toBe(grant);
  expect(await broker.call('drop', { grants: [grant, 'unknown'] })).toEqual([
    { requests: 1, bytesOut: '{"key":"a","value":1}'.length },
    { requests: 0, bytesOut: 0 },
  ]);
  await broker.call('decide', { grant, permission: 'data', allowed: true });
  expect(await broker.call('storage', { plugin: 'test-plugin' })).toEqual({ bytes: 0, keys: 0 });
});

test('a grant is opened once, and only with a port', async () => {
  using broker = openTestBroker();
  const { grant } = await broker.open(storageRights());
  expect(await failure(broker.open(storageRights(), { grant }))).toMatchObject({ code: 'BAD_ARGS' });
  const bare = {
    grant: {
      grant: 'x',
      plugin: 'p',
      tool: 't',
      call: 'c',
      rights: storageRights(),
      requestsPerCall: 1,
      bytesOutPerCall: 1,
    },
  };
  expect(await failure(broker.call('open', { ...bare, port: {} }))).toMatchObject({ code: 'BAD_ARGS' });
});

test('writes of two brokers on one store are never lost', async () => {
  const store = fresh('tabs');
  using left = openTestBroker({ store });
  using right = openTestBroker({ store });
  const ports = await Promise.all([left.open(storageRights()), right.open(storageRights())]);
  const writes = ports.flatMap(({ ask }, side) =>
    Array.from({ length: 40 }, (_, n) => ask('storage.set', { key: `${side}-${n}`, value: n })),
  );
  await Promise.all(writes);
  for (const { ask } of ports) {
    expect(((await ask('storage.keys', {})) as string[]).length).toBe(80);
    expect(await ask('storage.usage', {})).toMatchObject({ keys: 80 });
  }
});

test('a page without a store has the same storage for as long as it lives', async () => {
  using broker = openTestBroker({ store: null });
  const { ask } = await broker.open(storageRights({ quotaBytes: 20 } as never));
  await ask('storage.batch', {
    operations: [
      { op: 'set', key: 'b', value: 1 },
      { op: 'set', key: 'a', value: [2] },
    ],
  });
  expect(await ask('storage.keys', {})).toEqual(['a', 'b']);
  expect(await ask('storage.get', { key: 'a' })).toEqual([2]);
  expect(await failure(ask('storage.set', { key: 'c', value: 'x'.repeat(30) }))).toMatchObject({
    code: 'CAPABILITY_LIMIT',
  });
  expect(await ask('storage.usage', {})).toMatchObject({ keys: 2, bytes: 6 });
});

test('a port over which more comes than an honest worker sends is closed, and main is told', async () => {
  const forged: string[] = [];
  using broker = openTestBroker({ onEvent: (event) => 'forged' in event && forged.push(event.forged) });
  const limits = { requestsPerCall: 10, bytesOutPerCall: 1000 };
  const flood = await broker.open(storageRights(), limits);
  for (let n = 0; n < 10; n++) await flood.ask('storage.usage', {});
  void flood.ask('storage.set', { key: 'late', value: 1 });
  await expect.poll(() => forged).toEqual([flood.grant]);
  const large = await broker.open(storageRights(), limits);
  await large.ask('storage.set', { key: 'a', value: 'x' });
  void large.ask('storage.set', { key: 'b', value: 'x'.repeat(1000) });
  await expect.poll(() => forged.length).toBe(2);
  const wide = await broker.open(storageRights(), { requestsPerCall: 1000 });
  for (let n = 0; n < 500; n++) void wide.ask('storage.get', { key: 'a' });
  await expect.poll(() => forged).toEqual([flood.grant, large.grant, wide.grant]);
  const { ask } = await broker.open(storageRights());
  expect(await ask('storage.keys', {})).toEqual(['a']);
  const [entry] = await broker.call('audit', { plugin: 'test-plugin', type: 'refused', limit: 10 });
  expect(entry).toMatchObject({ outcome: 'PROTOCOL_VIOLATION' });
});
