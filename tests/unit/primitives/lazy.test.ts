import { expect, test } from 'vitest';
import { later, onDemand } from '../../../src/primitives/index.js';

interface Clock {
  time(zone: string): Promise<string>;
  stop(): Promise<void>;
}

const clock = (): Clock & { readonly calls: string[] } => {
  const calls: string[] = [];
  return {
    calls,
    time: async (zone) => `noon in ${zone}`,
    stop: async () => void calls.push('stop'),
  };
};

test('the first call opens, each call reaches the method of its name', async () => {
  let opened = 0;
  const real = clock();
  const lazy = later<Clock>(
    onDemand(async () => {
      opened += 1;
      return real;
    }),
    { time: true, stop: true },
  );
  expect(Object.keys(lazy)).toEqual(['time', 'stop']);
  expect(opened).toBe(0);
  expect(await Promise.all([lazy.time('Paris'), lazy.stop()])).toEqual(['noon in Paris', undefined]);
  expect([opened, real.calls]).toEqual([1, ['stop']]);
});

test('what cannot be opened rejects, and the next call tries again', async () => {
  let fails = true;
  const open = async () => {
    if (fails) throw new Error('not served');
    return clock();
  };
  const lazy = later<Clock>(onDemand(open), { time: true, stop: true });
  await expect(lazy.time('Paris')).rejects.toMatchObject({ code: 'ASSET_UNREACHABLE' });
  fails = false;
  expect(await lazy.time('Paris')).toBe('noon in Paris');
});

test('the compiler refuses a method that is forgotten, unknown, or answers at once', () => {
  const open = async () => clock();
  // @ts-expect-error `stop` is forgotten.
  later<Clock>(open, { time: true });
  // @ts-expect-error `wind` is no method of it.
  later<Clock>(open, { time: true, stop: true, wind: true });
  // @ts-expect-error `now` does not answer with a promise: it could not wait for what is opened.
  later<{ now(): number }>(async () => ({ now: () => 1 }), { now: true });
  expect(later<Clock>(open, { time: true, stop: true })).toHaveProperty('stop');
});
