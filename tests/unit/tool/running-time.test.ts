import { describe, expect, test } from 'vitest';
import { GUEST_PACE } from '../../../worker/protocol/guest-pace.js';
import { Calibration } from '../../../worker/tool/calibration.js';
import { RunningTime } from '../../../worker/tool/running-time.js';
import { platform } from '../../fixtures/platform.js';
import { Clock, Machine, newGuest, openGuest, turns } from './guests.js';

const SOURCE = `
const tool = (name, exec) => registerTool({ name, mode: 'read', parameters: { type: 'object' }, exec });
tool('spin', () => { for (;;) {} });
tool('chain', async () => { for (;;) await 0; });
tool('answer', async ({ n }) => n);`;

/** A machine that has seen its best, and now is so much slower. */
function slowMachine(slowness: number) {
  const clock = new Clock();
  const machine = new Machine(clock);
  machine.calibration.measure(1);
  machine.slowness = slowness;
  machine.references = 0;
  return { clock, machine };
}

/** What a guest had by the clock, without what was measured meanwhile. */
const spent = (clock: Clock, machine: Machine, began: number): number =>
  clock.time - began - machine.references * 2 * machine.slowness;

describe('a limit of running time on a machine that is slower than at its best', () => {
  for (const [slowness, factor] of [
    [1, 1],
    [3, 3],
    [10, 4],
  ] as const) {
    for (const tool of ['spin', 'chain']) {
      test(`${slowness} times slower: ${tool} runs ${factor} times as long by the clock`, async () => {
        const { clock, machine } = slowMachine(slowness);
        const { start } = await openGuest(SOURCE, clock, { machine });
        clock.perLook = 1;
        const began = clock.time;
        const { settled } = start(tool, '{}', 300, 1e9);
        while (!settled.error) await turns(1);
        expect(settled.error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'cpuMs' } });
        const ratio = spent(clock, machine, began) / 300;
        expect(ratio).toBeGreaterThan(factor * 0.9);
        expect(ratio).toBeLessThan(factor * 1.1 + 0.1);
      });
    }

    test(`${slowness} times slower: a source is evaluated ${factor} times as long`, async () => {
      const { clock, machine } = slowMachine(slowness);
      const { guest } = await newGuest(clock, { machine, limits: { loadMs: 300 } });
      clock.perLook = 1;
      const began = clock.time;
      await expect(guest.load('for (;;) {}')).rejects.toMatchObject({ details: { limit: 'loadMs', ms: 300 } });
      const ratio = spent(clock, machine, began) / 300;
      expect(ratio).toBeGreaterThan(factor * 0.9);
      expect(ratio).toBeLessThan(factor * 1.1 + 0.1);
    });
  }

  test('the wall clock of a call is not scaled', async () => {
    const { clock, machine } = slowMachine(10);
    const { start } = await openGuest(SOURCE, clock, { machine });
    clock.perLook = 1;
    const began = clock.time;
    const { settled } = start('spin', '{}', 300, 500);
    expect(settled.error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'timeoutMs' } });
    // No more than one measurement later.
    expect(clock.time - began).toBeLessThan(500 + 100);
  });

  test('a source that waits at its top level ends after four times its limit by the clock', async () => {
    const { clock, machine } = slowMachine(1);
    const asked: number[] = [];
    const setTimer = (work: () => void, ms: number) => {
      asked.push(ms);
      // The guest's own timer never fires.
      if (ms <= 4_000) setImmediate(work);
      return 0;
    };
    const { guest } = await newGuest(clock, { machine, limits: { loadMs: 1_000 }, parts: { ...platform(), setTimer } });
    const load = guest.load('await new Promise((done) => setTimeout(done, 100_000));');
    await expect(load).rejects.toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'loadMs', stoppedBy: 'pump' } });
    // The guest counts from its own clock, which may have gone on.
    expect(asked.map((ms) => (ms > 99_000 ? 100_000 : ms))).toEqual([100_000, 4_000]);
  });
});

describe('running time', () => {
  test('a stretch that nobody could look into is measured when it is over', () => {
    for (const [slowness, over] of [
      [1, true],
      [3, false],
    ] as const) {
      const { machine } = slowMachine(slowness);
      const time = new RunningTime(1_500, machine.calibration);
      expect(time.isOver(3_000)).toBe(true);
      expect(time.look(3_000)).toBe(machine.references * 2 * slowness);
      expect(machine.references).toBeGreaterThan(1);
      expect(time.isOver(3_000)).toBe(over);
    }
  });

  test('short stretches of one call add up to one that is measured, and its figure is what the machine at its best would take', () => {
    const { machine } = slowMachine(2);
    const time = new RunningTime(1_000, machine.calibration);
    for (let i = 0; i < 10; i++) {
      time.look();
      time.charge(10);
    }
    time.look();
    expect(machine.references).toBe(2);
    expect(time.ms).toBe(50);
  });

  test('single measurements that another thread interrupts count by their mean', () => {
    const clock = new Clock();
    const machine = new Machine(clock);
    machine.calibration.measure(1);
    const time = new RunningTime(1_000, machine.calibration);
    for (let i = 0; i < 20; i++) {
      machine.slowness = i % 5 === 4 ? 6 : 1;
      time.charge(GUEST_PACE.measureMs);
      time.look();
    }
    expect(time.ms).toBe(500);
  });

  test('a worker that was born on a busy machine is stricter until it has seen a better moment, and never laxer', () => {
    const clock = new Clock();
    const machine = new Machine(clock);
    machine.slowness = 3;
    const time = new RunningTime(1_000, machine.calibration);
    time.charge(100);
    time.look();
    expect(time.ms).toBe(100);
    machine.slowness = 1;
    machine.calibration.measure(1);
    machine.slowness = 3;
    const later = new RunningTime(1_000, machine.calibration);
    later.charge(300);
    later.look();
    expect(later.ms).toBe(100);
  });

  test('the first runs of the reference do not count, because the browser compiles them', () => {
    const clock = new Clock();
    let runs = 0;
    const reference = () => {
      runs += 1;
      clock.time += runs < 3 ? 50 : 2;
    };
    const calibration = new Calibration({ now: clock.now, reference });
    expect(calibration.measure(2).slowness).toBe(2);
    expect(runs).toBe(4);
  });

  test('a clock of whole milliseconds that reads nothing does not make a machine slow', () => {
    let time = 0;
    const now = () => Math.floor(time);
    const reference = () => {
      time += 0.6;
    };
    const calibration = new Calibration({ now, reference });
    expect(calibration.measure(100).slowness).toBe(100);
  });
});

test('a short call measures nothing, and looks at the clock as often as if nothing were measured', async () => {
  const clock = new Clock();
  const machine = new Machine(clock);
  const { start } = await openGuest(SOURCE, clock, { machine });
  clock.perLook = 0.01;
  const before = clock.looks;
  for (let i = 0; i < 1_000; i++) {
    const { settled } = start('answer', `{"n":${i}}`);
    await turns(1);
    expect(settled).toEqual({ text: `${i}` });
  }
  // Beyond these, the engine polls a few times in a thousand calls.
  expect(Math.round((clock.looks - before) / 1_000)).toBe(LOOKS);
  expect(machine.references).toBe(0);
});

/** Looks at the clock of one short call: the stretch begins, its jobs are looked at, the call settles, the stretch ends. */
const LOOKS = 5;
