import { expect, test } from 'vitest';
import { assetsAt, createHost } from '../../../src/index.js';
import * as storageParts from '../../../src/storage/index.js';
import { AsyncFunction, block } from '../../fixtures/samples.js';
import { failure, plainHost, plugin } from '../setup.js';

const { memoryKeyValueStore, memoryLogStore } = storageParts;
const code = `export const manifest = {
  manifest: 1,
  id: 'counter',
  version: '1.0.0',
  name: 'Counter',
  permissions: [{ id: 'data', cap: 'store', quotaMiB: 1, reason: 'to count' }],
};
${plugin("const n = ((await ctx.storage.get('n')) ?? 0) + 1; await ctx.storage.set('n', n); return n;", 'count').replace("'read'", "'write'")}`;

test('the documents’ storage of the page’s own runs as it stands', async () => {
  const body = block('storage').replace(/^import .*;\n/gm, '');
  const run = new AsyncFunction(
    'assetsAt',
    'createHost',
    'memoryKeyValueStore',
    'memoryLogStore',
    `${body}\nawait host.dispose();`,
  );
  await run(assetsAt, createHost, memoryKeyValueStore, memoryLogStore);
});

test('a new host on the same storage finds the plugin, its grant, its values and a chat’s memory', async () => {
  const [pairs, records] = [new Map<string, unknown>(), new Map<string, unknown>()];
  const storage = { keyValue: memoryKeyValueStore(pairs), log: memoryLogStore(records) };
  const before = await indexedDB.databases();
  const first = plainHost({ store: undefined, storage } as never);
  const info = await first.plugins.install({ code }, { enable: true, allow: { data: 'always' } });
  expect((await first.tools.execute('count', {})).value).toBe(1);
  const inn = await (await first.memory.openSession('chat')).createNode({
    type: 'location_state',
    title: 'The Old Inn',
  });
  await first.dispose();

  await using second = plainHost({ store: undefined, storage } as never);
  await second.ready();
  expect(await second.plugins.list()).toMatchObject([{ id: info.id, enabled: true }]);
  expect((await second.tools.execute('count', {})).value).toBe(2);
  const { matches } = await (await second.memory.openSession('chat')).findByName({ query: 'inn' });
  expect(matches[0]?.id).toBe(inn.id);
  expect(pairs.size).toBeGreaterThan(0);
  expect(await indexedDB.databases()).toEqual(before);
});

test('an adapter that throws ends in STORE_FAILED with the cause, and the host stays usable', async () => {
  const keyValue = memoryKeyValueStore();
  let broken = false;
  const breaking = {
    ...keyValue,
    change: async (...given: Parameters<typeof keyValue.change>) => {
      if (broken) throw new RangeError('the disk is full');
      return keyValue.change(...given);
    },
  };
  await using host = plainHost({ store: undefined, storage: { keyValue: breaking, log: memoryLogStore() } } as never);
  await host.ready();
  broken = true;
  const error = await failure(host.plugins.install({ code: plugin('return 1') }, { enable: true }));
  expect(error).toMatchObject({ code: 'STORE_FAILED', message: expect.stringContaining('the disk is full') });
  broken = false;
  await host.plugins.install({ code: plugin('return 1') }, { enable: true });
  expect((await host.tools.execute('main', {})).value).toBe(1);
});

test('a log that throws loses nothing that was acknowledged, and the chat goes on', async () => {
  const log = memoryLogStore();
  let broken = false;
  const breaking = {
    ...log,
    insert: async (...given: Parameters<typeof log.insert>) => {
      if (broken) throw new RangeError('the disk is full');
      return log.insert(...given);
    },
    transact: async (...given: Parameters<typeof log.transact>) => {
      if (broken) throw new RangeError('the disk is full');
      return log.transact(...given);
    },
  };
  const storage = { keyValue: memoryKeyValueStore(), log: breaking };
  const node = (title: string) => ({ type: 'location_state', title });
  const first = plainHost({ store: undefined, storage } as never);
  const session = await first.memory.openSession('chat');
  const kept = await session.createNode(node('The Old Inn'));
  broken = true;
  const error = await failure(session.createNode(node('The New Inn')));
  expect(error).toMatchObject({ code: 'STORE_FAILED', message: expect.stringContaining('the disk is full') });
  broken = false;
  const later = await session.createNode(node('The Mill'));
  await first.dispose();

  await using second = plainHost({ store: undefined, storage } as never);
  const again = await second.memory.open('chat');
  expect((await again.getNode(kept.id))?.id).toBe(kept.id);
  expect((await again.getNode(later.id))?.id).toBe(later.id);
  expect((await again.info()).nodes).toBe(2);
});

test('erasing a host empties the storage that the page has given', async () => {
  const [pairs, records] = [new Map<string, unknown>(), new Map<string, unknown>()];
  const storage = { keyValue: memoryKeyValueStore(pairs), log: memoryLogStore(records) };
  await using host = plainHost({ store: undefined, storage } as never);
  await host.plugins.install({ code }, { enable: true, allow: { data: 'always' } });
  await host.tools.execute('count', {});
  await (await host.memory.openSession('chat')).createNode({ type: 'location_state', title: 'The Old Inn' });
  expect([pairs.size > 0, records.size > 0]).toEqual([true, true]);
  await host.erase();
  expect([pairs.size, records.size]).toEqual([0, 0]);
});

test('a storage without its parts, or beside a store, is refused', () => {
  const storage = { keyValue: memoryKeyValueStore(), log: memoryLogStore() };
  const refused = expect.objectContaining({ code: 'BAD_ARGS' });
  expect(() => createHost({ storage, store: 'other' })).toThrow(refused);
  expect(() => createHost({ storage: { keyValue: storage.keyValue } } as never)).toThrow(refused);
});
