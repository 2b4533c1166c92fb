import { expect, test } from 'vitest';
import { assetsAt, LIMITS } from '../../src/index.js';
import { assetsOf, loadAssets } from '../../src/isolation/assets.js';
import { openFrame } from '../../src/isolation/frame.js';
import { WorkerHandle } from '../../src/isolation/guests/worker-handle.js';
import { NO_GRANTS, NOTHING } from './setup.js';

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
