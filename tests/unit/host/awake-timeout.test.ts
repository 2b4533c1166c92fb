import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awakeTimeout } from '../../../src/primitives/awake-timeout.js';

let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets time pass for clock and timers alike, in small steps. */
function pass(ms: number): void {
  for (let i = 0; i < ms; i += 10) {
    now += 10;
    vi.advanceTimersByTime(10);
  }
}

test('it fires when its time is over, not before, and not when cancelled', () => {
  const fired = vi.fn();
  awakeTimeout(1_000, fired);
  awakeTimeout(500, fired)();
  pass(990);
  expect(fired).not.toHaveBeenCalled();
  pass(20);
  expect(fired).toHaveBeenCalledOnce();
});

test('after a sleep of the machine the clock starts anew', () => {
  const fired = vi.fn();
  awakeTimeout(1_000, fired);
  pass(900);
  now += 60_000;
  pass(500);
  expect(fired).not.toHaveBeenCalled();
  pass(1_000);
  expect(fired).toHaveBeenCalledOnce();
});

test('a page whose timers are always slow still ends its calls', () => {
  const fired = vi.fn();
  awakeTimeout(1_000, fired);
  for (let i = 0; i < 10; i++) {
    now += 60_000;
    vi.advanceTimersByTime(250);
  }
  expect(fired).toHaveBeenCalledOnce();
});

test('what one does may cancel another that was due at the same time', () => {
  const fired = vi.fn();
  let cancel = () => {};
  awakeTimeout(20, () => cancel());
  cancel = awakeTimeout(20, fired);
  pass(100);
  expect(fired).not.toHaveBeenCalled();
});
