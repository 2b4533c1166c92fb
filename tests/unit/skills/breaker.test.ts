import { expect, test } from 'vitest';
import { Breaker } from '../../../src/text-calls/breaker.js';
import { openChains } from '../../../src/text-calls/chains.js';

test('more than five attempts within thirty seconds are too many, and blocked ones count too', () => {
  let now = 0;
  const breaker = new Breaker(5, 30_000, () => now);
  const attempts = Array.from({ length: 7 }, () => {
    now += 1_000;
    return breaker.attempt();
  });
  expect(attempts).toEqual([true, true, true, true, true, false, false]);
  expect(breaker.state).toEqual({ count: 7, limit: 5, windowMs: 30_000, blocked: true, recoversInMs: 26_000 });
});

test('the window slides: it lets one through as soon as the oldest have left it', () => {
  let now = 0;
  const breaker = new Breaker(2, 100, () => now);
  expect([breaker.attempt(), breaker.attempt(), breaker.attempt()]).toEqual([true, true, false]);
  now = 99;
  expect(breaker.state).toMatchObject({ blocked: true, recoversInMs: 1 });
  expect(breaker.attempt()).toBe(false);
  now = 100;
  expect(breaker.state).toMatchObject({ count: 1, blocked: false, recoversInMs: 0 });
  expect(breaker.attempt()).toBe(true);
});

test('a chain ends when a call repeats itself, or when it has become too long', () => {
  const addTo = openChains(2, 3);
  const first = addTo('a');
  expect(first('x', '{"n":1}')).toBeUndefined();
  expect(first('x', ' {"n":1} ')).toBeUndefined();
  expect(first('x', '{"n":2}')).toBeUndefined();
  expect(addTo('a')('x', '{"n":1}')).toBe('repetition');
  expect(addTo('b')('x', '{"n":1}')).toBeUndefined();
  expect(addTo('a')('y', '')).toBeUndefined();
  expect(addTo('a')('y', '1')).toBe('chain');
});
