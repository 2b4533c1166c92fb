import { expect, test } from 'vitest';
import { assetsAt, type BulkheadError, LIMITS } from '../../src/index.js';
import { assetsOf, loadAssets } from '../../src/isolation/assets.js';
import { openFrame } from '../../src/isolation/frame.js';
import { slownessIn } from '../../src/isolation/guests/pool.js';
import { WorkerHandle } from '../../src/isolation/guests/worker-handle.js';
import { failure, NO_GRANTS, NOTHING, testHost } from './setup.js';

const assets = assetsOf(assetsAt('/bulkhead/'));

/** Opens a worker with a script of its own in a real frame, and hands it a plugin. */
async function watched(script: string, slowness: () => Promise<number>) {
  const { wasm } = await loadAssets(assets);
  const realm = await openFrame('served', assets, { script, wasm }, { onLost: () => {} });
  let ended: BulkheadError | undefined;
  const onEnd = (error: BulkheadError) => {
    ended ??= error;
  };
  const handle = new WorkerHandle({ realm, limits: LIMITS, slowness, onEnd });
  await handle.load(NOTHING);
  const given = { tool: 'main', phase: 'execute', args: '{}', context: '', timeoutMs: 9_000, waitedMs: 0 } as const;
  const call = (id: number, cpuMs: number) => handle.call({ ...given, call: id, cpuMs }, NO_GRANTS, undefined);
  return { call, ended: () => ended, [Symbol.dispose]: () => realm.close() };
}

/** What a worker needs to load a plugin and to answer. */
const ANSWERS = `const usage = { wallMs: 0, cpuMs: 0, memoryBytes: 0, logLines: 0, logLinesDropped: 0, requests: 0, bytesOut: 0 };
  const tools = JSON.stringify([{ name: 'main', description: '', mode: 'read', parameters: { type: 'object' }, hasSimulate: false }]);
  const loaded = { manifest: 'null', tools, skipped: '[]' };
  let calls = 0;
  const read = (data) => (typeof data === 'string' ? JSON.parse(data)[0] : []);
  const answer = (id, value) => port.postMessage(JSON.stringify([[id, { ok: true, value }]]));
  const pong = ({ beat }) => port.postMessage({ bulkhead: 'pong', beat });
  const done = (id) => answer(id, { text: '1', usage, log: [], refused: [] });`;

/** Answers every call at once, the second one only with the late answer to the ping of the first. */
const SLOW_TO_PONG = `addEventListener('message', ({ data: { port } }) => {
  ${ANSWERS}
  port.onmessage = ({ data }) => {
    const [id, method] = read(data);
    if (data.bulkhead === 'ping' && calls === 0) pong(data);
    else if (data.bulkhead === 'ping') setTimeout(() => pong(data), 400);
    else if (method === 'load') answer(id, loaded);
    else if (method && ++calls === 1) done(id);
    else if (method) setTimeout(() => done(id), 500);
  };
});`;

test('the small allowance of a call that is over is none for the call after it', async () => {
  using worker = await watched(SLOW_TO_PONG, async () => 1);
  expect((await worker.call(1, 10)).text).toBe('1');
  expect((await worker.call(2, 5_000)).text).toBe('1');
  expect(worker.ended()).toBeUndefined();
});

/** Reads nothing for 400 ms after it has loaded the plugin, and then again after its first call. */
const SLOW_TO_READ = `addEventListener('message', ({ data: { port } }) => {
  ${ANSWERS}
  const stand = () => { for (const until = performance.now() + 400; performance.now() < until;); };
  port.onmessage = ({ data }) => {
    const [id, method] = read(data);
    if (data.bulkhead === 'ping') pong(data);
    else if (method === 'load') { answer(id, loaded); stand(); }
    else if (method && ++calls === 1) { done(id); stand(); }
    else if (method) done(id);
  };
});`;

test('a worker that is slow to read its first call is not ended for that, and later only where the machine is not slow', async () => {
  const silent = { code: 'TOOL_TIMEOUT', details: { stoppedBy: 'watchdog', limit: 'cpuMs', ms: 150 } };
  using worker = await watched(SLOW_TO_READ, async () => 1);
  expect((await worker.call(1, 150)).text).toBe('1');
  expect(await failure(worker.call(2, 150))).toMatchObject(silent);
  using slow = await watched(SLOW_TO_READ, async () => 4);
  expect((await slow.call(1, 150)).text).toBe('1');
  expect((await slow.call(2, 150)).text).toBe('1');
});

/** Computes for 850 ms in its second call. */
const LONG_CALL = `addEventListener('message', ({ data: { port } }) => {
  ${ANSWERS}
  port.onmessage = ({ data }) => {
    const [id, method] = read(data);
    if (data.bulkhead === 'ping') pong(data);
    else if (method === 'load') answer(id, loaded);
    else if (method) {
      if (++calls === 2) for (const until = performance.now() + 850; performance.now() < until;);
      done(id);
    }
  };
});`;

test('a machine that was slow during a silence, and is quick again at its end, has given its worker more time', async () => {
  const measured = [2, 1];
  using worker = await watched(LONG_CALL, async () => measured.shift() ?? 1);
  expect((await worker.call(1, 500)).text).toBe('1');
  expect((await worker.call(2, 500)).text).toBe('1');
  expect(measured).toEqual([]);
  using quick = await watched(LONG_CALL, async () => 1);
  expect((await quick.call(1, 500)).text).toBe('1');
  expect(await failure(quick.call(2, 500))).toMatchObject({ code: 'TOOL_TIMEOUT' });
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
