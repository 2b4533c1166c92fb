import { expect, test } from 'vitest';
import * as storageParts from '../../../src/storage/index.js';
import { failure, plainHost, plugin } from '../setup.js';

/** A storage of the page's own whose methods never settle while `hangs` is true. `asked`: the next time one does not. */
function hanging() {
  const state = { hangs: true, asked: Promise.withResolvers<void>() };
  const part = <S extends object>(store: S): S =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]) => [
        name,
        (...given: unknown[]) => {
          if (!state.hangs) return method(...given);
          state.asked.resolve();
          return new Promise(() => {});
        },
      ]),
    ) as S;
  const storage = { keyValue: part(storageParts.memoryKeyValueStore()), log: part(storageParts.memoryLogStore()) };
  return { state, host: plainHost({ store: undefined, storage } as never) };
}

const code = `export const manifest = { manifest: 1, id: 'counter', version: '1.0.0', name: 'Counter',
  permissions: [{ id: 'data', cap: 'store', quotaMiB: 1, reason: 'to count' }] };
${plugin("const n = ((await ctx.storage.get('n')) ?? 0) + 1; await ctx.storage.set('n', n); return n;", 'count').replace("'read'", "'write'")}`;

test('on a storage that never answers calls end by their deadline or signal, the rest with STORE_UNAVAILABLE', async () => {
  const { host, state } = hanging();
  const stop = new AbortController();
  const ends = [
    failure(host.plugins.list()),
    failure(host.ready()),
    failure(host.plugins.install({ code })),
    failure(host.tools.execute('count')),
  ];
  const late = failure(host.tools.execute('count', {}, { timeoutMs: 200 }));
  const stopped = host.tools.execute('count', {}, { signal: stop.signal });
  await state.asked.promise;
  stop.abort('enough');
  await expect(stopped).rejects.toBe('enough');
  expect(await late).toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'timeoutMs', ms: 200 } });
  for (const end of ends) expect((await end).code).toBe('STORE_UNAVAILABLE');
  // Once it answers again, so does the host.
  state.hangs = false;
  await host.plugins.install({ code }, { enable: true, allow: { data: 'always' } });
  expect((await host.tools.execute('count')).value).toBe(1);
  await host.dispose();
});

test('a storage that answers no more ends calls by their deadline or signal, and is not waited for by dispose', async () => {
  const { host, state } = hanging();
  state.hangs = false;
  await host.plugins.install({ code }, { enable: true, allow: { data: 'always' } });
  expect((await host.tools.execute('count')).value).toBe(1);
  const session = await host.memory.openSession('chat');
  state.hangs = true;
  const stop = new AbortController();
  const stopped = host.tools.execute('count', {}, { signal: stop.signal });
  await state.asked.promise;
  stop.abort('enough');
  await expect(stopped).rejects.toBe('enough');
  expect((await failure(host.tools.execute('count', {}, { timeoutMs: 200 }))).code).toBe('TOOL_TIMEOUT');
  // What has been read of the plugins is there without the storage.
  expect(await host.plugins.list()).toMatchObject([{ id: 'counter', enabled: true }]);

  state.asked = Promise.withResolvers();
  const ends = [
    failure(host.tools.execute('count')),
    failure(session.createNode({ type: 'location_state', title: 'The Old Inn' })),
    failure(host.plugins.remove('counter')),
  ];
  await state.asked.promise;
  await host.dispose();
  // A storage that has been silent for ten seconds counts as lost: that may happen at this very moment.
  for (const end of ends) expect(['HOST_DISPOSED', 'STOPPED', 'STORE_UNAVAILABLE']).toContain((await end).code);
});

test('dispose ends at once while the storage has not answered for the first time', async () => {
  const { host, state } = hanging();
  const ends = [
    failure(host.plugins.list()),
    failure(host.tools.execute('count')),
    failure(host.memory.openSession('chat')),
  ];
  await state.asked.promise;
  await host.dispose();
  for (const end of ends) expect((await end).code).toBe('HOST_DISPOSED');
  expect((await failure(host.plugins.list())).code).toBe('HOST_DISPOSED');
});
