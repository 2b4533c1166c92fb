import { expect, test } from 'vitest';
import { language, setLanguage } from '../../src/ui/i18n/language.js';
import { keptFlags, switchTool } from '../../src/ui/tools/orchestration.js';
import { forgetChoices } from '../../src/ui/workbench/choices.js';
import { fresh, openTestBroker, storageRights } from '../fixtures/broker.js';
import { buckets, COPY, lose, placesOf } from '../fixtures/database.js';
import { asking, STORE, tool } from './permissions/plugins.js';
import { failure, plainHost, plugin, testHost } from './setup.js';

const BOTH = ['first', 'copy'];
const WRITER = asking(
  'writer',
  [STORE],
  tool('write_all', 'write', 'for (;;) await ctx.storage.set("key", Date.now())'),
);
const SECRET = {
  id: 'api',
  cap: 'net',
  hosts: ['api.example.com'],
  secrets: ['KEY'],
  reason: 'to ask it',
};
const KEEPER = asking(
  'keeper-of-all',
  [STORE, SECRET],
  tool('keep', 'write', 'await ctx.storage.set("key", 1); return await ctx.storage.keys()'),
);

test('after erase nothing of the store is left, and the host is empty and usable without a reload', async () => {
  const store = fresh('erase');
  // What other tests have left in it would keep it.
  if ((await buckets.keys()).includes(COPY)) await buckets.delete(COPY);
  await using host = plainHost({ store });
  const use = async () => {
    await host.plugins.install({ code: KEEPER }, { enable: true, allow: { data: 'always', api: 'always' } });
    return (await host.tools.execute('keep', {})).value;
  };
  await use();
  await host.secrets.set('keeper-of-all', 'KEY', 'a long enough secret');
  await host.audit.query();
  expect(await placesOf(store)).toEqual(BOTH);

  await host.erase();
  expect(await placesOf(store)).toEqual([]);
  expect([host.tools.list(), await host.plugins.list(), await host.audit.query()]).toEqual([[], [], []]);
  expect((await failure(host.tools.execute('keep', {}))).code).toBe('TOOL_NOT_FOUND');
  // Looking does not make it anew.
  expect(await placesOf(store)).toEqual([]);
  expect(await buckets.keys()).not.toContain(COPY);

  await host.plugins.install({ code: KEEPER });
  const review = await host.plugins.review('keeper-of-all');
  expect(review.permissions.map(({ granted }) => granted)).toEqual([[], []]);
  expect([review.secrets[0]?.set, review.stored.keys]).toEqual([false, 0]);
  expect(await use()).toEqual(['key']);
  expect(await placesOf(store)).toEqual(BOTH);
});

test('the copy of another store stays where it is', async () => {
  const [mine, other] = [fresh('mine'), fresh('other')];
  await using host = testHost({ store: mine });
  await using neighbour = testHost({ store: other });
  await host.plugins.install({ code: plugin('return 1') });
  await neighbour.plugins.install({ code: plugin('return 2') });
  await host.erase();
  expect([await placesOf(mine), await placesOf(other)]).toEqual([[], BOTH]);
  expect((await neighbour.tools.execute('main', {})).value).toBe(2);
});

test('a host that has kept nothing makes no database, neither by erase nor by being looked at', async () => {
  const store = fresh('nothing');
  await using host = testHost({ store });
  await host.erase();
  await host.ready();
  expect([await host.plugins.list(), await host.audit.query()]).toEqual([[], []]);
  await host.erase();
  expect(await placesOf(store)).toEqual([]);
});

test('erase ends what runs with STOPPED, and nothing of it is written back', async () => {
  const store = fresh('running');
  await using host = testHost({ store });
  await host.plugins.install({ code: WRITER }, { allow: 'all' });
  host.asks.onChange(() => {});
  const calls = [1, 2].map(() => failure(host.tools.execute('write_all', {})));
  const loading = failure(host.plugins.install({ code: 'for (;;);' }));
  await expect.poll(async () => (await host.plugins.usage('writer')).storage.keys).toBe(1);
  const asked = failure(host.plugins.install({ code: plugin('return 1') }));
  const began = performance.now();
  await host.erase();
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const ended of [...calls, loading, asked]) expect((await ended).code).toBe('STOPPED');
  expect(await placesOf(store)).toEqual([]);
  expect(await host.plugins.list()).toEqual([]);
});

test('safe mode before erase is gone after it', async () => {
  const store = fresh('safe');
  await using host = testHost({ store });
  await host.plugins.install({ code: plugin('return 1') });
  await host.kill();
  expect(host.status().safeMode).toBe(true);
  await host.erase();
  await host.ready();
  expect(host.status().safeMode).toBe(false);
  await host.plugins.install({ code: plugin('return 2') });
  expect((await host.tools.execute('main', {})).value).toBe(2);
});

test('another tab on the store follows: its plugins end, it writes nothing back, and is usable as well', async () => {
  const store = fresh('tabs');
  await using left = testHost({ store });
  await using right = testHost({ store });
  await left.plugins.install({ code: WRITER }, { allow: 'all' });
  await expect.poll(async () => (await right.plugins.list()).length).toBe(1);
  const running = failure(right.tools.execute('write_all', {}));
  await expect.poll(async () => (await right.plugins.usage('writer')).storage.keys).toBe(1);
  await left.erase();
  expect((await running).code).toBe('STOPPED');
  expect([right.tools.list(), await right.plugins.list(), right.status().safeMode]).toEqual([[], [], false]);
  expect((await failure(right.plugins.enable('writer'))).code).toBe('PLUGIN_NOT_FOUND');
  await right.audit.query();
  expect(await placesOf(store)).toEqual([]);
  await right.plugins.install({ code: plugin('return 3') });
  await expect.poll(async () => (await left.plugins.list()).length).toBe(1);
  expect((await left.tools.execute('main', {})).value).toBe(3);
});

test('a broker whose store was erased writes nothing, even before it hears of it', async () => {
  const store = fresh('deaf');
  using broker = openTestBroker({ store });
  const { ask } = await broker.open(storageRights());
  await ask('storage.set', { key: 'a', value: 1 });
  await lose(store, 'copy');
  await lose(store, 'first');
  expect((await failure(ask('storage.set', { key: 'b', value: 2 }))).code).toBe('STORE_FAILED');
  expect(await placesOf(store)).toEqual([]);
});

test('an erasure that something is in the way of rejects in time: all is still there, or goes once that lets go', async () => {
  const [locked, open] = [fresh('locked'), fresh('open')];
  await using one = testHost({ store: locked });
  await using two = testHost({ store: open });
  for (const host of [one, two]) await host.plugins.install({ code: plugin('return 1') });
  const lock = Promise.withResolvers<void>();
  await new Promise<void>((resolve) => {
    void navigator.locks.request(`bulkhead:${locked}`, () => {
      resolve();
      return lock.promise;
    });
  });
  const holder = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(open);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const began = performance.now();
  const failures = await Promise.all([failure(one.erase()), failure(two.erase())]);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(failures.map(({ code }) => code)).toEqual(['STORE_FAILED', 'STORE_FAILED']);
  lock.resolve();
  holder.close();
  expect(await placesOf(locked)).toEqual(BOTH);
  expect((await one.tools.execute('main', {})).value).toBe(1);
  expect(await two.plugins.list()).toEqual([]);
  for (const host of [one, two]) await host.erase();
  expect([await placesOf(locked), await placesOf(open)]).toEqual([[], []]);
});

test('several calls of erase at once are one, and a host without a store forgets, too', async () => {
  await using host = testHost({ store: null });
  await host.plugins.install({ code: plugin('return 1') });
  await Promise.all([host.erase(), host.erase()]);
  expect(await host.plugins.list()).toEqual([]);
  const gone = testHost();
  await gone.dispose();
  expect((await failure(gone.erase())).code).toBe('HOST_DISPOSED');
});

test('the choices that the elements remember are forgotten by their own function', () => {
  const first = language();
  setLanguage('zh-Hant');
  switchTool('main', false);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('bulkhead')).length).toBe(2);
  forgetChoices();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('bulkhead'))).toEqual([]);
  expect([language(), keptFlags()]).toEqual([first, {}]);
});
