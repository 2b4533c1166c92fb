import { expect, test } from 'vitest';
import { assetsAt, type Host } from '../../src/index.js';
import { engineWithoutImage } from '../fixtures/other-engine.js';
import { failure, plugin, testHost } from './setup.js';

/** Resolves at the first change after which it is so. */
function until(host: Host, so: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!so()) return;
      end();
      resolve();
    };
    const end = host.onChange(look);
    look();
  });
}

/** Tells one loading from another, and counts calls since. */
const LOADED = `const loaded = Math.random(); let calls = 0;`;
const TELLS = 'calls += 1; return { loaded, calls, drawn: Math.random() };';
const telling = (name: string) => ({ code: plugin(TELLS, name, LOADED) });
interface Told {
  readonly loaded: number;
  readonly calls: number;
  readonly drawn: number;
}
const tell = async (host: Host, name = 'main') => (await host.tools.execute(name)).value as Told;

test('every call finds its plugin as it was when it had loaded, with random numbers of its own', async () => {
  await using host = testHost({ spareWorkers: 1 });
  await host.plugins.install(telling('main'));
  const told = [await tell(host), await tell(host), ...(await Promise.all([tell(host), tell(host), tell(host)]))];
  expect(told.map(({ calls }) => calls)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(told.map(({ loaded }) => loaded)).size).toBe(1);
  expect(new Set(told.map(({ drawn }) => drawn)).size).toBe(5);
  expect(host.status().starts).toEqual({ images: true });
});

test('a worker that was ended comes back from the plugin’s image: its source is not evaluated again', async () => {
  await using host = testHost({ spareWorkers: 1 });
  await host.plugins.install(telling('main'));
  const before = await tell(host);
  await host.stopAll();
  expect(host.status().workers.live).toBe(0);
  const after = await tell(host);
  expect([after.loaded, after.calls]).toEqual([before.loaded, 1]);
  expect(after.drawn).not.toBe(before.drawn);
});

test('a plugin that is installed again is evaluated again', async () => {
  await using host = testHost({ spareWorkers: 1 });
  await host.plugins.install(telling('main'));
  const before = await tell(host);
  await host.plugins.install({ code: plugin(TELLS, 'main', `${LOADED} /* newer */`) });
  expect((await tell(host)).loaded).not.toBe(before.loaded);
});

test('a spare worker is made in the background, taken by the next plugin, and made again', async () => {
  await using host = testHost({ spareWorkers: 1 });
  await host.plugins.install(telling('first'));
  await until(host, () => host.status().workers.spare === 1);
  expect(host.status().workers.live).toBe(1);
  await host.plugins.install(telling('second'));
  await until(host, () => host.status().workers.spare === 1);
  expect(host.status().workers.live).toBe(2);
  expect((await tell(host, 'second')).calls).toBe(1);
});

test('without a spare there is none', async () => {
  await using host = testHost({ spareWorkers: 0 });
  await host.plugins.install(telling('main'));
  await tell(host);
  expect(host.status().workers).toEqual({ live: 1, spare: 0, terminating: 0 });
  expect(() => testHost({ spareWorkers: 2 as 1 })).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
});

test('no more than eight workers live, however many plugins are used; each comes back where it was', async () => {
  await using host = testHost({ spareWorkers: 1 });
  const names = Array.from({ length: 12 }, (_, i) => `tool_${i}`);
  const loaded = new Map<string, number>();
  for (const name of names) {
    await host.plugins.install(telling(name));
    loaded.set(name, (await tell(host, name)).loaded);
  }
  for (const name of names) {
    const told = await tell(host, name);
    expect([told.loaded, told.calls]).toEqual([loaded.get(name), 1]);
    const { live, spare } = host.status().workers;
    expect(live + spare).toBeLessThanOrEqual(8);
  }
});

test('a plugin that nobody calls costs no worker, and neither does the spare', async () => {
  await using host = testHost({ spareWorkers: 1, limits: { idleMs: 300 } });
  await host.plugins.install(telling('main'));
  const { loaded } = await tell(host);
  await until(host, () => host.status().workers.live === 0 && host.status().workers.spare === 0);
  expect((await tell(host)).loaded).toBe(loaded);
});

test('a guest that cannot be put back as it was is given up: what it kept is gone with it', async () => {
  await using host = testHost({ spareWorkers: 1 });
  await host.plugins.install({
    code: plugin('kept ??= new Uint8Array(args.bytes).fill(1); return kept.length', 'main', 'let kept;'),
  });
  const bytes = async (n: number) => (await host.tools.execute('main', { bytes: n })).value;
  expect([await bytes(30_000_000), await bytes(5), await bytes(7)]).toEqual([30_000_000, 5, 7]);
});

test('what a call leaves running ends with it', async () => {
  await using host = testHost({ spareWorkers: 1 });
  await host.plugins.install({
    code: plugin(
      '(async () => { for (let i = 0; i < 1e6; i++) { seen += 1; await null; } })(); return seen',
      'main',
      'let seen = 0;',
    ),
  });
  for (let i = 0; i < 5; i++) expect((await host.tools.execute('main')).value).toBe(1);
});

test('where guests keep their state, a call may find what another left', async () => {
  await using host = testHost({ spareWorkers: 1, freshState: 'guest' });
  await host.plugins.install(telling('main'));
  expect([(await tell(host)).calls, (await tell(host)).calls]).toEqual([1, 2]);
  expect(() => testHost({ freshState: 'page' as 'call' })).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
});

test('an engine of another version starts its guests from nothing, says so, and all works', async () => {
  const wasm = await engineWithoutImage();
  await using host = testHost({ spareWorkers: 1, assets: { ...assetsAt('/bulkhead/'), wasm } });
  await host.plugins.install(telling('main'));
  const told = [await tell(host), await tell(host)];
  expect(told.map(({ calls }) => calls)).toEqual([1, 1]);
  expect(host.status().starts).toEqual({ images: false, why: expect.stringContaining('another version') });
  expect((await failure(host.tools.execute('absent'))).code).toBe('TOOL_NOT_FOUND');
});

test('nothing of the sandbox is fetched before the first plugin, and then each file once', async () => {
  const fetched = (name: string) =>
    performance.getEntriesByType('resource').filter(({ name: url }) => new URL(url).pathname.endsWith(name)).length;
  const files = ['/quickjs.wasm', '/tool-worker.js'];
  // The browser keeps 250 entries, and the modules of the tests are many.
  performance.clearResourceTimings();
  const before = files.map(fetched);
  await using host = testHost({ spareWorkers: 1 });
  host.tools.register({ name: 'page_tool', mode: 'read', exec: () => 1 }, { owner: 'page' });
  expect((await host.tools.execute('page_tool')).value).toBe(1);
  expect(host.status().starts).toEqual({ images: null });
  expect(files.map(fetched)).toEqual(before);
  await Promise.all(['first', 'second', 'third'].map((name) => host.plugins.install(telling(name))));
  await Promise.all(['first', 'second', 'third'].map((name) => tell(host, name)));
  expect(files.map(fetched)).toEqual(before.map((count) => count + 1));
});

test('more workers than eight live only while they are all busy', async () => {
  await using host = testHost({ spareWorkers: 0 });
  const names = Array.from({ length: 10 }, (_, i) => `busy_${i}`);
  const stop = new AbortController();
  for (const name of names)
    await host.plugins.install({
      code: plugin('ctx.progress({ done: 1 }); if (args.wait) await new Promise(() => {});', name),
    });
  const waiting = names.map((name) => {
    const begun = Promise.withResolvers<void>();
    const options = { signal: stop.signal, onProgress: () => begun.resolve() };
    return { begun: begun.promise, call: host.tools.execute(name, { wait: true }, options).catch(() => {}) };
  });
  await Promise.all(waiting.map(({ begun }) => begun));
  expect(host.status().workers.live).toBe(10);
  stop.abort();
  await Promise.all(waiting.map(({ call }) => call));
  await until(host, () => host.status().workers.live <= 7);
});
