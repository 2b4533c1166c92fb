import { expect, test } from 'vitest';
import { assetsAt, type BulkheadError, LIMITS } from '../../src/index.js';
import { assetsOf, loadAssets } from '../../src/isolation/assets.js';
import { openFrame } from '../../src/isolation/frame.js';
import { WorkerHandle } from '../../src/isolation/guests/worker-handle.js';
import { grantFunction } from '../../src/permissions/grant.js';
import { failure, NOTHING, plugin, testHost } from './setup.js';

const assets = assetsOf(assetsAt('/bulkhead/'));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('after stopAll a guest that sends in a busy loop has no further effect', async () => {
  const effects = { asked: 0, lines: 0, steps: 0 };
  await using host = testHost({
    capabilities: {
      count: {
        mode: 'read',
        open: () =>
          grantFunction(async () => {
            effects.asked += 1;
            return null;
          }),
      },
    },
  });
  await host.plugins.install({
    code: plugin(
      'for (let i = 0; ; i++) { ctx.request("count"); console.log(i); ctx.progress({ done: i }); if (i % 50 === 0 && i < 500) await 0; }',
    ),
  });
  const started = Promise.withResolvers<void>();
  const call = failure(
    host.tools.execute(
      'main',
      {},
      {
        onLog: () => {
          effects.lines += 1;
          started.resolve();
        },
        onProgress: () => {
          effects.steps += 1;
        },
      },
    ),
  );
  await started.promise;
  await host.stopAll();
  const after = { ...effects };
  expect((await call).code).toBe('STOPPED');
  // Long enough for a worker that is being terminated to send a hundred thousand messages.
  await pause(1_000);
  expect(effects).toEqual(after);
  expect(host.status()).toMatchObject({ calls: 0, workers: { live: 0 } });
  expect((await host.plugins.list()).map(({ state }) => state)).toEqual(['on']);
});

test('a worker that floods its port is cut off, and the page keeps breathing', async () => {
  const { wasm } = await loadAssets(assets);
  const script = `addEventListener('message', ({ data }) => { for (let i = 0; ; i++) data.port.postMessage({ bulkhead: 'event', event: { call: 1, log: [{ level: 'info', text: 'x' }] } }); });`;
  const realm = await openFrame('served', assets, { script, wasm }, { onLost: () => {} });
  let events = 0;
  const ended = Promise.withResolvers<BulkheadError>();
  const owner = { limits: LIMITS, slowness: async () => 4, onEnd: ended.resolve, onRest: () => {} };
  new WorkerHandle({ realm, ...owner }).claim({
    ...owner,
    onEvent: () => {
      events += 1;
    },
  });
  expect((await ended.promise).code).toBe('WORKER_FLOODED');
  const seen = events;
  expect(seen).toBeLessThanOrEqual(LIMITS.credits);
  await pause(500);
  expect(events).toBe(seen);
  realm.close();
});

const HANDLERS = {
  'a live object': "name: 'proxy', value: port2 }, [port2]",
  'a heavy error': "name: 'throw', value: { isError: true, value: new Uint8Array(2e7) } }",
};

for (const [what, handler] of Object.entries(HANDLERS)) {
  test(`an answer of Comlink’s that would become ${what} is refused`, async () => {
    const { wasm } = await loadAssets(assets);
    const script = `addEventListener('message', ({ data: { port } }) => { port.onmessage = ({ data }) => {
      if (data.bulkhead === 'ping') port.postMessage({ bulkhead: 'pong', beat: data.beat });
      if (data.id) { const { port1, port2 } = new MessageChannel(); port.postMessage({ id: data.id, type: 'HANDLER', ${handler}); } }; });`;
    const realm = await openFrame('served', assets, { script, wasm }, { onLost: () => {} });
    const handle = new WorkerHandle({ realm, limits: LIMITS, slowness: async () => 4, onEnd: () => {} });
    // A large source goes by Comlink, a small one by the fast path beside it.
    const large = { ...NOTHING, source: ' '.repeat(10_000) };
    expect((await failure(handle.load(large))).code).toBe('PROTOCOL_VIOLATION');
    realm.close();
  });
}

test('the failure that gets a plugin switched off is told to its own call, also where its worker says nothing', async () => {
  await using host = testHost({ limits: { strikes: 2, cpuMs: 50 } });
  await host.plugins.install({ code: plugin('Array.prototype.indexOf.call({ length: 2 ** 32 - 1 }, 1)') });
  for (let i = 0; i < 2; i++) {
    const { code, details } = await failure(host.tools.execute('main', {}));
    expect({ code, by: details.stoppedBy }).toEqual({ code: 'TOOL_TIMEOUT', by: 'watchdog' });
  }
  expect((await host.plugins.list())[0]).toMatchObject({ state: 'struck', strikes: 2 });
});

test('a plugin that keeps failing is switched off with a notice, and enable forgives it', async () => {
  await using host = testHost({ limits: { strikes: 3, cpuMs: 50 } });
  await host.plugins.install({ code: plugin('if (!args.ok) for (;;) {} return 1') });
  for (let i = 0; i < 3; i++) expect((await failure(host.tools.execute('main', {}))).code).toBe('TOOL_TIMEOUT');
  const [struck] = await host.plugins.list();
  expect(struck).toMatchObject({ state: 'struck', strikes: 3 });
  expect(struck?.notice).toContain('3 failures');
  expect((await failure(host.tools.execute('main', { ok: true }))).code).toBe('PLUGIN_STRUCK');
  await host.plugins.enable('main');
  expect((await host.tools.execute('main', { ok: true })).value).toBe(1);
});

test('a call that comes after stopAll is none of its: what was being started for those of before does not end it', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return 1') });
  await host.stopAll();
  const begun = Promise.withResolvers<void>();
  host.onChange(() => {
    if (host.status().calls === 1) begun.resolve();
  });
  const before = failure(host.tools.execute('main'));
  await begun.promise;
  const stopped = host.stopAll();
  const after = host.tools.execute('main');
  expect((await before).code).toBe('STOPPED');
  expect((await after).value).toBe(1);
  await stopped;
  expect(host.status()).toMatchObject({ calls: 0, workers: { live: 1 } });
});

test('stopAll ends an installation too, and dispose leaves none hanging', async () => {
  const source = { code: `for (;;) {}` };
  for (const end of ['stopAll', 'dispose'] as const) {
    await using host = testHost({ limits: { loadMs: 20_000 } });
    await host.ready();
    const live = Promise.withResolvers<void>();
    host.onChange(() => {
      if (host.status().workers.live === 1) live.resolve();
    });
    const installing = failure(host.plugins.install(source));
    await live.promise;
    await host[end]();
    expect((await installing).code).toBe('STOPPED');
  }
});
