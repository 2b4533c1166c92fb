import { expect, test } from 'vitest';
import { type BulkheadError, LIMITS } from '../../src/index.js';
import { assetsAt, assetsOf, loadAssets } from '../../src/isolation/assets.js';
import { openFrame } from '../../src/isolation/frame.js';
import { WorkerHandle } from '../../src/isolation/guests/worker-handle.js';
import { failure, NO_GRANTS, NOTHING } from '../browser/setup.js';

const assets = assetsOf(assetsAt('/bulkhead/'));
const TOOL = { name: 'main', displayName: '', description: '', parameters: {}, mode: 'read', hasSimulate: false };

/** A worker that a guest has taken over: answers `load` and `call` with what the two expressions say. */
async function takenOver(load: string, call: string) {
  const { wasm } = await loadAssets(assets);
  const script = `addEventListener('message', ({ data: { port } }) => { port.onmessage = ({ data }) => {
    if (data.bulkhead === 'ping') port.postMessage({ bulkhead: 'pong', beat: data.beat });
    if (typeof data === 'string') for (const [id, method] of JSON.parse(data)) answer({ id }, method);
    function answer(data, method) {
      const ok = (value) => port.postMessage({ bulkhead: 'answer', id: data.id, reply: { ok: true, value } });
      const TOOL = ${JSON.stringify(TOOL)}; const usage = {}; const log = [];
      if (method === 'load') { ${load} } else { ${call} }
    }
  }; });`;
  const realm = await openFrame('served', assets, { script, wasm }, { onLost: () => {} });
  let ended: BulkheadError | undefined;
  const handle = new WorkerHandle({
    realm,
    limits: LIMITS,
    slowness: async () => 4,
    onEnd: (error) => {
      ended = error;
    },
  });
  const execute = () =>
    handle.call(
      { call: 1, tool: 'main', phase: 'execute', args: '{}', context: '', timeoutMs: 1_000, cpuMs: 1_000, waitedMs: 0 },
      NO_GRANTS,
      undefined,
    );
  return { handle, execute, ended: () => ended, close: () => realm.close() };
}

const LOADED = "ok({ manifest: 'null', tools: JSON.stringify([TOOL]) })";

const BAD_LOADS: { readonly [what: string]: string } = {
  nothing: 'ok(null)',
  'no tools': "ok({ manifest: 'null', tools: '[]' })",
  'a tool named __proto__': "ok({ manifest: 'null', tools: JSON.stringify([{ ...TOOL, name: '__proto__' }]) })",
  'a name with markup': "ok({ manifest: 'null', tools: JSON.stringify([{ ...TOOL, name: 'a<b>' }]) })",
  'one tool twice': "ok({ manifest: 'null', tools: JSON.stringify([TOOL, TOOL]) })",
  'live objects': 'ok({ manifest: new Map(), tools: [TOOL] })',
  'an id that is none': "ok({ manifest: JSON.stringify({ id: 'x'.repeat(1e6) }), tools: JSON.stringify([TOOL]) })",
};

for (const [what, load] of Object.entries(BAD_LOADS)) {
  test(`a forged load with ${what} is refused`, async () => {
    const { handle, close } = await takenOver(load, '');
    expect((await failure(handle.load(NOTHING))).code).toBe('PROTOCOL_VIOLATION');
    close();
  });
}

const BAD_ANSWERS: { readonly [what: string]: string } = {
  nothing: 'ok(null)',
  'no result': 'ok({})',
  'a result that is no text': 'ok({ text: new Uint8Array(10), usage, log })',
  'a text that is none of ours': "port.postMessage('[[1]]')",
  'a text that is no JSON': "port.postMessage('{')",
  'a huge text': "port.postMessage('x'.repeat(2e7))",
  'a text without answers': "port.postMessage('[]')",
};

for (const [what, call] of Object.entries(BAD_ANSWERS)) {
  test(`a forged answer with ${what} rejects its call and ends the worker`, async () => {
    const { handle, execute, ended, close } = await takenOver(LOADED, call);
    await handle.load(NOTHING);
    expect((await failure(execute())).code).toBe('PROTOCOL_VIOLATION');
    expect(ended()?.code).toBe('PROTOCOL_VIOLATION');
    close();
  });
}

test('texts with answers that nobody waits for are a flood', async () => {
  const texts =
    'for (let i = 0; i < 1000; i++) port.postMessage(JSON.stringify([[1000 + i, { ok: true, value: {} }]]))';
  const { handle, execute, ended, close } = await takenOver(LOADED, texts);
  await handle.load(NOTHING);
  expect((await failure(execute())).code).toBe('WORKER_FLOODED');
  expect(ended()?.code).toBe('WORKER_FLOODED');
  close();
});

test('a forged error keeps no more than known, bounded details', async () => {
  const call =
    "ok({ error: { code: 'HOST_DISPOSED', message: 'x', details: { big: new Uint8Array(2e7), stoppedBy: {}, line: 3, path: 'p'.repeat(1e6) } }, usage, log: [,,{ level: 'x', text: 1 }] })";
  const { handle, execute, close } = await takenOver(LOADED, call);
  await handle.load(NOTHING);
  const { error, log } = await execute();
  expect(error).toEqual({ code: 'PROTOCOL_VIOLATION', message: 'x', details: { line: 3, path: 'p'.repeat(500) } });
  expect(log).toEqual([0, 1, 2].map(() => ({ level: 'info', text: '' })));
  close();
});

test('a message that cannot be read ends the worker', async () => {
  const { handle, ended, close } = await takenOver(
    LOADED,
    'port.postMessage(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)))',
  );
  await handle.load(NOTHING);
  await failure(
    handle.call(
      { call: 1, tool: 'main', phase: 'execute', args: '{}', context: '', timeoutMs: 1_000, cpuMs: 1_000, waitedMs: 0 },
      NO_GRANTS,
      undefined,
    ),
  );
  expect(ended()?.code).toBe('PROTOCOL_VIOLATION');
  close();
});
