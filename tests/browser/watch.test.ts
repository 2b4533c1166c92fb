import { expect, test } from 'vitest';
import { assetsAt, LIMITS } from '../../src/index.js';
import { assetsOf, loadAssets } from '../../src/isolation/assets.js';
import { openFrame } from '../../src/isolation/frame.js';
import { slownessIn } from '../../src/isolation/guests/pool.js';
import { WorkerHandle } from '../../src/isolation/guests/worker-handle.js';
import { failure, NO_GRANTS, NOTHING, testHost } from './setup.js';

const assets = assetsOf(assetsAt('/bulkhead/'));

/** Answers every call at once, the second one only with the late answer to the ping of the first. */
const SLOW_TO_PONG = `addEventListener('message', ({ data: { port } }) => {
  const usage = { wallMs: 0, cpuMs: 0, memoryBytes: 0, logLines: 0, logLinesDropped: 0, requests: 0, bytesOut: 0 };
  const tools = JSON.stringify([{ name: 'main', description: '', mode: 'read', parameters: { type: 'object' }, hasSimulate: false }]);
  const loaded = { manifest: 'null', tools, skipped: '[]' };
  let calls = 0;
  port.onmessage = ({ data }) => {
    const [id, method] = typeof data === 'string' ? JSON.parse(data)[0] : [];
    const answer = (value) => port.postMessage(JSON.stringify([[id, { ok: true, value }]]));
    const done = () => answer({ text: '1', usage, log: [], refused: [] });
    if (data.bulkhead === 'ping' && calls === 0) port.postMessage({ bulkhead: 'pong', beat: data.beat });
    else if (data.bulkhead === 'ping') setTimeout(() => port.postMessage({ bulkhead: 'pong', beat: data.beat }), 400);
    else if (method === 'load') answer(loaded);
    else if (method && ++calls === 1) done();
    else if (method) setTimeout(done, 500);
  };
});`;

test('the small allowance of a call that is over is none for the call after it', async () => {
  const { wasm } = await loadAssets(assets);
  const loaded = { script: SLOW_TO_PONG, wasm };
  const realm = await openFrame('served', assets, loaded, { onLost: () => {} });
  let ended: unknown;
  const handle = new WorkerHandle({
    realm,
    limits: LIMITS,
    slowness: async () => 1,
    onEnd: (error) => {
      ended ??= error;
    },
  });
  await handle.load(NOTHING);
  const call = (id: number, cpuMs: number) =>
    handle.call(
      { call: id, tool: 'main', phase: 'execute', args: '{}', context: '', timeoutMs: 9_000, cpuMs, waitedMs: 0 },
      NO_GRANTS,
      undefined,
    );
  expect((await call(1, 10)).text).toBe('1');
  expect((await call(2, 5_000)).text).toBe('1');
  expect(ended).toBeUndefined();
  realm.close();
});

const BUSY = new Blob(['for (;;);']);

/** Keeps every core busy with three threads of its own until it is disposed of. */
function busyCores(): Disposable {
  const workers = Array.from(
    { length: navigator.hardwareConcurrency * 3 },
    () => new Worker(URL.createObjectURL(BUSY)),
  );
  return { [Symbol.dispose]: () => workers.forEach((worker) => void worker.terminate()) };
}

const SILENT = `registerTool({ name: 'silent', description: '', mode: 'read', parameters: { type: 'object' },
  exec: () => Array.prototype.indexOf.call({ length: 2 ** 32 }, 1) });`;
const AHEAD = 600;
/** The milliseconds that the watchdog says to have waited. */
const waited = ({ message }: { readonly message: string }) => Number(/longer than (\d+) ms/.exec(message)?.[1]);

test('the watchdog gives a silent worker more time while the machine is busy, and four times its limit at most', async () => {
  const host = testHost({ store: null, spareWorkers: 1 });
  await host.plugins.install({ code: `export const manifest = { id: 'quiet' };${SILENT}` }, { enable: true });
  let error: Awaited<ReturnType<typeof failure>>;
  {
    using _busy = busyCores();
    error = await failure(host.tools.execute('silent', {}, { cpuMs: AHEAD }));
  }
  expect(error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'watchdog', limit: 'cpuMs', ms: AHEAD } });
  expect(waited(error)).toBeGreaterThan(AHEAD);
  expect(waited(error)).toBeLessThanOrEqual(AHEAD * 4);
  await host.dispose();
});

test('without a spare worker, the watchdog has a new one measure the machine, and ends it', async () => {
  const host = testHost({ store: null, spareWorkers: 0 });
  await host.plugins.install({ code: `export const manifest = { id: 'quiet' };${SILENT}` }, { enable: true });
  const error = await failure(host.tools.execute('silent', {}, { cpuMs: AHEAD }));
  expect(waited(error)).toBeGreaterThanOrEqual(AHEAD);
  expect(waited(error)).toBeLessThanOrEqual(AHEAD * 4);
  await expect.poll(() => host.status().workers).toMatchObject({ live: 0, spare: 0 });
  await host.dispose();
});

test('what is no measurement gives as much time as a slow machine, and never more', () => {
  expect([1.5, 0.2, 9, Number.NaN, Number.POSITIVE_INFINITY, -1, 'x', undefined].map(slownessIn)).toEqual([
    1.5, 1, 4, 4, 4, 4, 4, 4,
  ]);
});
