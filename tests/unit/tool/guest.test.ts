import { expect, test } from 'vitest';
import { Clock, newGuest, openGuest, turns } from './guests.js';

const SOURCE = `
const tool = (name, exec) => registerTool({ name, mode: 'read', parameters: { type: 'object' }, exec });
tool('spin', () => { for (;;) {} });
tool('chain', async () => { for (;;) await 0; });
tool('wait', async () => { await new Promise(() => {}); });
tool('answer', async ({ n }) => n);
tool('crash', () => (0, eval)('('.repeat(3000) + '1' + ')'.repeat(3000)));
tool('leave', () => { (async () => { for (;;) await 0; })(); return 'left'; });`;

test('a loop is charged its running time and ends by ring 1, at the poll after its limit', async () => {
  const clock = new Clock();
  const { guest, start } = await openGuest(SOURCE, clock);
  clock.perLook = 1;
  const { settled } = start('spin', '{}', 50);
  expect(settled.error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'interrupt', limit: 'cpuMs' } });
  expect(guest.alive).toBe(false);
});

test('a chain of promises ends by ring 2, and lets the worker’s mail in between', async () => {
  const clock = new Clock();
  const { start } = await openGuest(SOURCE, clock);
  clock.perLook = 1;
  const { settled } = start('chain', '{}', 200, 100_000);
  expect(settled.error).toBeUndefined();
  await turns(200);
  expect(settled.error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'pump', limit: 'cpuMs' } });
});

test('a waiting call is charged nothing, and its wall clock ends it by ring 2', async () => {
  const clock = new Clock();
  const { guest, start } = await openGuest(SOURCE, clock);
  const { call, settled } = start('wait', '{}', 100, 500);
  await turns(2);
  clock.time += 499;
  guest.expire();
  expect(call.time.ms).toBe(0);
  expect(settled).toEqual({});
  clock.time += 2;
  guest.expire();
  expect(settled.error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'pump', limit: 'timeoutMs' } });
  expect(guest.alive).toBe(false);
});

test('an overflow of the engine’s own stack ends the guest', async () => {
  const { guest, start } = await openGuest(SOURCE, new Clock());
  const { settled } = start('crash', '{}', 100_000);
  await turns(2);
  expect(settled.error).toMatchObject({ code: 'TOOL_CRASHED', details: { stoppedBy: 'engine' } });
  expect(guest.alive).toBe(false);
});

test('what a call leaves running behind it runs no further when no call is open', async () => {
  const clock = new Clock();
  const { guest, start } = await openGuest(SOURCE, clock);
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
  const { guest } = await newGuest(clock, { limits: { loadMs: 50 } });
  await expect(guest.load('for (;;) {}')).rejects.toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'loadMs' } });
});

test('a guest that computes looks for its call’s flag after 50 ms, then every 50 ms, and stops when it is gone', async () => {
  const clock = new Clock();
  clock.perLook = 1;
  const looks: [flag: string, at: number][] = [];
  const { guest, start } = await openGuest(SOURCE, clock, {
    isGone: (flag) => looks.push([flag, clock.time]) > 3,
  });
  const began = clock.time;
  const { settled } = start('spin', '{}', 10_000, 20_000);
  expect(settled.error).toMatchObject({ code: 'STOPPED', details: { stoppedBy: 'abort' } });
  expect(guest.alive).toBe(false);
  expect(looks.map(([flag]) => flag)).toEqual(Array(4).fill('flag-1'));
  const times = looks.map(([, at]) => at - began);
  expect(times[0]).toBeGreaterThanOrEqual(50);
  for (let i = 1; i < times.length; i++) expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(50);
});
