import { patch } from 'jsondiffpatch';
import { expect, test } from 'vitest';
import { failure, fresh, openTestBroker, storageRights, type TestBroker } from '../fixtures/broker.js';
import { fc } from '../fixtures/property.js';

const PLUGIN = 'test-plugin';
const quotas = { [PLUGIN]: 1024 * 1024 };

/** A port of a call in a simulation. */
const simulate = (broker: TestBroker, simulation: string, plugin = PLUGIN) =>
  broker.open(storageRights({ state: 'askable' } as never), { simulation, plugin });

/** All that a plugin has stored. */
async function contents(broker: TestBroker, plugin = PLUGIN): Promise<{ [key: string]: unknown }> {
  const { ask } = await broker.open(storageRights(), { plugin });
  const keys = (await ask('storage.keys', {})) as string[];
  return Object.fromEntries(
    await Promise.all(keys.map(async (key) => [key, await ask('storage.get', { key })] as const)),
  );
}

test('a simulation sees what it writes, and nothing is written', async () => {
  using broker = openTestBroker();
  const real = await broker.open(storageRights());
  await real.ask('storage.batch', {
    operations: [
      { op: 'set', key: 'gold', value: 5 },
      { op: 'set', key: 'name', value: 'Mira' },
      { op: 'set', key: 'same', value: [1] },
    ],
  });
  const { ask } = await simulate(broker, 'one');
  expect(await ask('storage.get', { key: 'gold' })).toBe(5);
  await ask('storage.set', { key: 'gold', value: 6 });
  await ask('storage.set', { key: 'gold', value: 7 });
  await ask('storage.delete', { key: 'name' });
  await ask('storage.set', { key: 'new', value: { a: 1 } });
  await ask('storage.set', { key: 'same', value: [2] });
  await ask('storage.set', { key: 'same', value: [1] });
  await ask('storage.set', { key: 'brief', value: 1 });
  await ask('storage.delete', { key: 'brief' });
  expect(await ask('storage.get', { key: 'name' })).toBeUndefined();
  expect(await ask('storage.keys', {})).toEqual(['gold', 'new', 'same']);
  expect(await ask('storage.usage', {})).toMatchObject({ keys: 3, bytes: 5 + 10 + 7 });
  expect(await contents(broker)).toEqual({ gold: 5, name: 'Mira', same: [1] });

  const { items, reads, deltas } = await broker.call('endSimulation', { id: 'one', others: {} });
  expect(items).toEqual([
    { kind: 'storage', plugin: PLUGIN, key: 'gold', before: '5', after: '7' },
    { kind: 'storage', plugin: PLUGIN, key: 'name', before: '"Mira"' },
    { kind: 'storage', plugin: PLUGIN, key: 'new', after: '{"a":1}' },
  ]);
  expect(reads.map((mark) => (mark.kind === 'key' ? mark.key : mark.kind))).toEqual(['gold', 'store', 'same', 'brief']);
  expect(deltas).toEqual({ [`storage:${PLUGIN}`]: { gold: [5, 7], name: ['Mira', 0, 0], new: [{ a: 1 }] } });
  expect(await failure(ask('storage.set', { key: 'late', value: 1 }))).toMatchObject({ code: 'STOPPED' });
  expect(await broker.call('endSimulation', { id: 'one', others: {} })).toEqual({ items: [], reads: [], deltas: {} });
  expect(await contents(broker)).toEqual({ gold: 5, name: 'Mira', same: [1] });
});

test('calls of one simulation share it, and it outlives each of them', async () => {
  using broker = openTestBroker();
  const first = await simulate(broker, 'shared');
  const second = await simulate(broker, 'shared');
  const other = await simulate(broker, 'shared', 'other-plugin');
  await first.ask('storage.set', { key: 'a', value: 1 });
  await broker.call('drop', { grants: [first.grant] });
  expect(await second.ask('storage.get', { key: 'a' })).toBe(1);
  expect(await other.ask('storage.get', { key: 'a' })).toBeUndefined();
  await other.ask('storage.set', { key: 'b', value: 2 });
  const { items } = await broker.call('endSimulation', { id: 'shared', others: {} });
  expect(items).toMatchObject([
    { plugin: PLUGIN, key: 'a' },
    { plugin: 'other-plugin', key: 'b' },
  ]);
});

test('the quota of a simulation is that of what would be, and a tool that reads writes in none', async () => {
  using broker = openTestBroker();
  await (await broker.open(storageRights())).ask('storage.set', { key: 'a', value: 'x'.repeat(60) });
  const { ask } = await broker.open(storageRights({ quotaBytes: 100 } as never), { simulation: 'q' });
  expect(await failure(ask('storage.set', { key: 'b', value: 'x'.repeat(60) }))).toMatchObject({
    code: 'CAPABILITY_LIMIT',
  });
  await ask('storage.delete', { key: 'a' });
  await ask('storage.set', { key: 'b', value: 'x'.repeat(60) });
  const reads = await broker.open(storageRights({ write: false } as never), { simulation: 'q' });
  expect(await failure(reads.ask('storage.set', { key: 'c', value: 1 }))).toMatchObject({ code: 'CAPABILITY_DENIED' });
});

test('a simulation holds only so much', async () => {
  using broker = openTestBroker();
  const { ask } = await simulate(broker, 'full');
  const batch = (n: number) => ({
    operations: Array.from({ length: 1000 }, (_, i) => ({ op: 'set', key: `${n}-${i}`, value: i })),
  });
  for (let n = 0; n < 10; n++) await ask('storage.batch', batch(n));
  expect(await failure(ask('storage.set', { key: 'more', value: 1 }))).toMatchObject({ code: 'CAPABILITY_LIMIT' });
  await ask('storage.set', { key: '0-0', value: 'again' });
  expect((await broker.call('endSimulation', { id: 'full', others: {} })).items).toHaveLength(10_000);
});

/** A simulation that read `gold` and wrote two keys. */
async function prepared(broker: TestBroker) {
  const real = await broker.open(storageRights());
  await real.ask('storage.batch', {
    operations: [
      { op: 'set', key: 'gold', value: 5 },
      { op: 'set', key: 'luck', value: 1 },
    ],
  });
  const simulation = fresh('simulation');
  const { ask } = await simulate(broker, simulation);
  await ask('storage.get', { key: 'luck' });
  await ask('storage.set', { key: 'gold', value: 6 });
  await ask('storage.delete', { key: 'luck' });
  await ask('storage.set', { key: 'new', value: 1 });
  const { items, reads } = await broker.call('endSimulation', { id: simulation, others: {} });
  return { real, input: { id: fresh('commit'), items: [...items], reads: [...reads], quotas } };
}

test('a commit is applied once, in a new broker too', async () => {
  const store = fresh('commit');
  let input: Awaited<ReturnType<typeof prepared>>['input'];
  {
    using broker = openTestBroker({ store });
    ({ input } = await prepared(broker));
    expect(await broker.call('commit', input)).toEqual({ applied: true });
    expect(await contents(broker)).toEqual({ gold: 6, new: 1 });
    expect(await broker.call('commit', input)).toEqual({ applied: false });
  }
  using broker = openTestBroker({ store });
  expect(await broker.call('commit', input)).toEqual({ applied: false });
  expect(await contents(broker)).toEqual({ gold: 6, new: 1 });
  expect(await broker.call('storage', { plugin: PLUGIN })).toEqual({ keys: 2, bytes: 4 + 1 + 3 + 1 });
});

test('a commit is stale, and writes nothing, when anything it read or changes is not what it was', async () => {
  const disturb: [string, string, object][] = [
    ['a key that it changes', 'storage.set', { key: 'gold', value: 50 }],
    ['a key that it read', 'storage.set', { key: 'luck', value: 2 }],
    ['a key that it read, written with the same value', 'storage.set', { key: 'luck', value: 1 }],
    ['a key that it makes', 'storage.set', { key: 'new', value: 9 }],
  ];
  for (const [what, method, args] of disturb) {
    using broker = openTestBroker();
    const { real, input } = await prepared(broker);
    await real.ask(method, args);
    const before = await contents(broker);
    expect(await failure(broker.call('commit', input)), what).toMatchObject({ code: 'EFFECTS_STALE' });
    expect(await contents(broker), what).toEqual(before);
  }
});

test('a commit of a run that listed the keys is stale as soon as there is another one', async () => {
  using broker = openTestBroker();
  const { real } = await prepared(broker);
  const { ask } = await simulate(broker, 'lists');
  await ask('storage.keys', { prefix: 'none' });
  await ask('storage.set', { key: 'a', value: 1 });
  const { items, reads } = await broker.call('endSimulation', { id: 'lists', others: {} });
  await real.ask('storage.set', { key: 'unrelated', value: 1 });
  const input = { id: fresh('commit'), items: [...items], reads: [...reads], quotas };
  expect(await failure(broker.call('commit', input))).toMatchObject({ code: 'EFFECTS_STALE' });
});

test('a key that a run wrote and left as it was still has to be as it was', async () => {
  using broker = openTestBroker();
  const { real } = await prepared(broker);
  const { ask } = await simulate(broker, 'restores');
  await ask('storage.delete', { key: 'absent' });
  await ask('storage.set', { key: 'a', value: 1 });
  const { items, reads } = await broker.call('endSimulation', { id: 'restores', others: {} });
  expect(items.length).toBe(1);
  await real.ask('storage.set', { key: 'absent', value: 1 });
  const input = { id: fresh('commit'), items: [...items], reads: [...reads], quotas };
  expect(await failure(broker.call('commit', input))).toMatchObject({ code: 'EFFECTS_STALE' });
});

test('a store that was wiped and filled again is not taken for the old one', async () => {
  using broker = openTestBroker();
  const { real, input } = await prepared(broker);
  await broker.call('wipe', { plugin: PLUGIN });
  await real.ask('storage.batch', {
    operations: [
      { op: 'set', key: 'gold', value: 5 },
      { op: 'set', key: 'luck', value: 1 },
    ],
  });
  expect(await failure(broker.call('commit', input))).toMatchObject({ code: 'EFFECTS_STALE' });
});

test('a commit over a quota writes nothing at all, for no plugin', async () => {
  using broker = openTestBroker();
  const items = ['plugin-a', 'plugin-b'].map((plugin) => ({
    kind: 'storage' as const,
    plugin,
    key: 'k',
    after: '"12345"',
  }));
  const input = { id: 'c', items, reads: [], quotas: { 'plugin-a': 100, 'plugin-b': 5 } };
  expect(await failure(broker.call('commit', input))).toMatchObject({ code: 'CAPABILITY_LIMIT' });
  expect([await contents(broker, 'plugin-a'), await contents(broker, 'plugin-b')]).toEqual([{}, {}]);
  expect(await broker.call('commit', { ...input, quotas: { 'plugin-a': 100, 'plugin-b': 100 } })).toEqual({
    applied: true,
  });
  expect(await contents(broker, 'plugin-b')).toEqual({ k: '12345' });
});

test('a rollback restores what has not changed since, and the commit can be applied again', async () => {
  using broker = openTestBroker();
  const { real, input } = await prepared(broker);
  await broker.call('commit', input);
  await real.ask('storage.set', { key: 'new', value: 'mine' });
  await broker.call('rollback', { id: input.id });
  expect(await contents(broker)).toEqual({ gold: 5, luck: 1, new: 'mine' });
  await broker.call('rollback', { id: input.id });
  await broker.call('rollback', { id: 'never was' });
  expect(await contents(broker)).toEqual({ gold: 5, luck: 1, new: 'mine' });
  const again = { ...input, reads: [], items: input.items.filter((item) => 'key' in item && item.key === 'gold') };
  expect(await broker.call('commit', again)).toEqual({ applied: true });
  expect(await contents(broker)).toMatchObject({ gold: 6 });
});

const key = fc.constantFrom('a', 'b', 'c', 'd:e', '', 'ab').filter((text) => text !== '');
/** A key named `__proto__` is refused wherever JSON comes in: such a batch is not executed at all. */
const value = fc.jsonValue({ maxDepth: 2 }).filter((json) => !JSON.stringify(json).includes('"__proto__"'));
const operation = fc.oneof(
  fc.record({ op: fc.constant('set'), key, value }),
  fc.record({ op: fc.constant('delete'), key }),
);
const batches = fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { maxLength: 5 });

test('batches in a simulation and then its commit come to the same as the batches executed', async () => {
  using broker = openTestBroker();
  const write = async (
    ask: (method: string, args: unknown) => Promise<unknown>,
    all: readonly (readonly object[])[],
  ) => {
    for (const operations of all) await ask('storage.batch', { operations });
  };
  await fc.assert(
    fc.asyncProperty(batches, batches, async (before, during) => {
      const [executed, committed] = [fresh('executed'), fresh('committed')];
      for (const plugin of [executed, committed])
        await write((await broker.open(storageRights(), { plugin })).ask, before);
      const start = await contents(broker, committed);
      await write((await broker.open(storageRights(), { plugin: executed })).ask, during);
      const simulation = fresh('property');
      await write((await simulate(broker, simulation, committed)).ask, during);
      const { items, reads, deltas } = await broker.call('endSimulation', { id: simulation, others: {} });
      expect(await contents(broker, committed)).toEqual(start);
      const input = { id: simulation, items: [...items], reads: [...reads], quotas: { [committed]: 1024 * 1024 } };
      expect(await broker.call('commit', input)).toEqual({ applied: true });
      const end = await contents(broker, committed);
      expect(end).toEqual(await contents(broker, executed));
      expect(await broker.call('storage', { plugin: committed })).toEqual(
        await broker.call('storage', { plugin: executed }),
      );
      const delta = deltas[`storage:${committed}`];
      expect(delta === undefined ? start : patch(structuredClone(start), structuredClone(delta) as never)).toEqual(end);
      await broker.call('rollback', { id: simulation });
      expect(await contents(broker, committed)).toEqual(start);
    }),
    { numRuns: 60 },
  );
});
