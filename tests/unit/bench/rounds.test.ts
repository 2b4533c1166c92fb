import { expect, test } from 'vitest';
import { atLeast, atMost } from '../../bench/outcome.js';
import { type Alternative, compare, interleave, median } from '../../bench/rounds.js';

/** An alternative whose first sample, of the round that is not counted, is followed by these. */
function fixed(name: string, ms: readonly number[], order: string[], answer = '1'): Alternative {
  const left = [1_000, ...ms];
  return {
    name,
    sample: async () => {
      order.push(name);
      return { ms: left.shift() ?? 0, answer };
    },
  };
}

test('alternatives run in turn, and the first round does not count', async () => {
  const order: string[] = [];
  const rounds = await interleave([fixed('a', [1, 2], order), fixed('b', [3, 5], order)], 2);
  expect(order.join('')).toBe('ababab');
  expect(rounds.timings).toEqual([
    { name: 'a', p50: 1.5, min: 1, max: 2 },
    { name: 'b', p50: 4, min: 3, max: 5 },
  ]);
});

test('a ratio is the median of the ratios of the rounds, not the ratio of medians', async () => {
  const rounds = await interleave([fixed('a', [1, 4, 100], []), fixed('b', [2, 1, 200], [])], 3);
  const given = { name: 'n', what: 'w', ours: 'a', peer: 'b' };
  expect(compare(rounds, { ...given, goal: atMost(1) })).toMatchObject({ ratio: 0.5, ratioMin: 0.5, ratioMax: 4 });
  expect(compare(rounds, { ...given, goal: atLeast(1), inverted: true })).toMatchObject({ ratio: 2, ratioMin: 0.25 });
});

test('answers that differ are told, whatever the numbers say', async () => {
  const same = await interleave([fixed('a', [1], []), fixed('b', [1], [])], 1);
  expect(same.differ).toBeNull();
  const rounds = await interleave([fixed('a', [1], []), fixed('b', [1], [], '2')], 1);
  expect(rounds.differ).toBe('a: 1; b: 2');
});

test('the median of an even number of values lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});
