import { expect, test } from 'vitest';
import { randomId } from '../../../worker/primitives/random-id.js';

test('an id has seven characters of 0-9a-z for each word, four words by default', () => {
  for (const words of [1, 2, 4]) expect(randomId(words)).toMatch(new RegExp(`^[0-9a-z]{${7 * words}}$`));
  expect(randomId()).toHaveLength(28);
});

test('no two of ten thousand ids are the same', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => randomId())).size).toBe(10_000);
});
