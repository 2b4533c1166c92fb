import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS, type Limits } from '../../../worker/protocol/limits.js';
import { CallPorts } from '../../../worker/tool/call-ports.js';
import { Guest } from '../../../worker/tool/guest.js';
import { CallLog } from '../../../worker/tool/log.js';
import { openCall } from '../../../worker/tool/open-call.js';
import { platform } from '../../fixtures/platform.js';

let module: WebAssembly.Module;
beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  module = await WebAssembly.compile(await readFile(file));
});

/** A clock that moves only when it is told to, or by `perLook` each time somebody looks. */
class Clock {
  time = 0;
  perLook = 0;
  readonly now = () => {
    this.time += this.perLook;
    return this.time;
  };
}

const SOURCE = `
const tool = (name, exec) => registerTool({ name, mode: 'read', parameters: { type: 'object' }, exec });
tool('spin', () => { for (;;) {} });
tool('chain', async () => { for (;;) await 0; });
tool('wait', async () => { await new Promise(() => {}); });
tool('answer', async ({ n }) => n);
tool('crash', () => (0, eval)('('.repeat(3000) + '1' + ')'.repeat(3000)));
tool('leave', () => { (async () => { for (;;) await 0; })(); return 'left'; });`;

interface Settled {
  text?: string;
  error?: { code: string; details: { stoppedBy?: string; limit?: string } };
}

async function openGuest(clock: Clock, limits: Partial<Limits> = {}, isGone = (_flag: string) => false) {
  let calls = 0;
  const guest = new Guest({
    module,
    limits: { ...LIMITS, ...limits },
    namesTaken: [],
    now: clock.now,
    seed: () => crypto.getRandomValues(new Uint8Array(8)),
    nextTask: () => new Promise((resolve) => setImmediate(resolve)),
    isGone,
    platform: platform(),
  });
  await guest.load(SOURCE);
  const start = (tool: string, args = '{}', cpuMs = 100, timeoutMs = 1_000) => {
    const settled: Settled = {};
    const log = new CallLog({
      call: ++calls,
      lines: 10,
      bytes: 1_000,
      now: clock.now,
      setTimer: () => 0,
      emit: () => true,
    });
    const call = openCall({
      id: calls,
      tool,
      timeoutMs,
      cpuMs,
      startedAt: clock.time,
      flag: `flag-${calls}`,
      log,
      ports: new CallPorts({ ports: {}, denials: {}, limits: LIMITS }),
      settle: (outcome) => Object.assign(settled, outcome),
    });
    guest.execute(call, 'execute', args);
    return { call, settled };
  };
  return { guest, start };
}

const turns = async (n: number) => {
  for (let i = 0; i < n; i++) await new Promise((resolve) => setImmediate(resolve));
};

test('a loop is charged its running time and ends by ring 1, at the poll after its limit', async () => {
  const clock = new Clock();
  const { guest, start } = await openGuest(clock);
  clock.perLook = 1;
  const { settled } = start('spin', '{}', 50);
  expect(settled.error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'interrupt', limit: 'cpuMs' } });
  expect(guest.alive).toBe(false);
});

test('a chain of promises ends by ring 2, and lets the worker’s mail in between', async () => {
  const clock = new Clock();
  const { start } = await openGuest(clock);
  clock.perLook = 1;
  const { settled } = start('chain', '{}', 200, 100_000);
  expect(settled.error).toBeUndefined();
  await turns(200);
  expect(settled.error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'pump', limit: 'cpuMs' } });
});

test('a waiting call is charged nothing, and its wall clock ends it by ring 2', async () => {
  const clock = new Clock();
  const { guest, start } = await openGuest(clock);
  const { call, settled } = start('wait', '{}', 100, 500);
  await turns(2);
  clock.time += 499;
  guest.expire();
  expect(call.ranMs).toBe(0);
  expect(settled).toEqual({});
  clock.time += 2;
  guest.expire();
  expect(settled.error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'pump', limit: 'timeoutMs' } });
  expect(guest.alive).toBe(false);
});

test('an overflow of the engine’s own stack ends the guest', async () => {
  const { guest, start } = await openGuest(new Clock());
  const { settled } = start('crash', '{}', 100_000);
  await turns(2);
  expect(settled.error).toMatchObject({ code: 'TOOL_CRASHED', details: { stoppedBy: 'engine' } });
  expect(guest.alive).toBe(false);
});

test('what a call leaves running behind it runs no further when no call is open', async () => {
  const clock = new Clock();
  const { guest, start } = await openGuest(clock);
  clock.perLook = 1;
  const { settled } = start('leave', '{}', 1_000);
  await turns(5);
  expect(settled).toEqual({ text: '"left"' });
  const before = clock.time;
  await turns(50);
  expect(clock.time).toBe(before);
  expect(guest.alive).toBe(true);
});

test('a source that never stops loading ends by its own limit', async () => {
  const clock = new Clock();
  clock.perLook = 1;
  const guest = new Guest({
    module,
    limits: { ...LIMITS, loadMs: 50 },
    namesTaken: [],
    now: clock.now,
    seed: () => new Uint8Array(8),
    nextTask: () => Promise.resolve(),
    isGone: () => false,
    platform: platform(),
  });
  await expect(guest.load('for (;;) {}')).rejects.toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'loadMs' } });
});

test('a guest that computes looks for its call’s flag after 50 ms, then every 50 ms, and stops when it is gone', async () => {
  const clock = new Clock();
  clock.perLook = 1;
  const looks: [flag: string, at: number][] = [];
  const { guest, start } = await openGuest(clock, {}, (flag) => looks.push([flag, clock.time]) > 3);
  const began = clock.time;
  const { settled } = start('spin', '{}', 10_000, 20_000);
  expect(settled.error).toMatchObject({ code: 'STOPPED', details: { stoppedBy: 'abort' } });
  expect(guest.alive).toBe(false);
  expect(looks.map(([flag]) => flag)).toEqual(Array(4).fill('flag-1'));
  const times = looks.map(([, at]) => at - began);
  expect(times[0]).toBeGreaterThanOrEqual(50);
  for (let i = 1; i < times.length; i++) expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(50);
});
