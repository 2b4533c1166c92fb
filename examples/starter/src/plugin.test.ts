import { expect, test } from 'vitest';
import { scale } from './scale.js';

test('amounts stay the fractions that cooks measure by', () => {
  expect(scale('1 1/2', 2, 3)).toBe('2 1/4');
  expect(scale('0.5', 4, 6)).toBe('3/4');
  expect(scale('3', 3, 1)).toBe('1');
});
