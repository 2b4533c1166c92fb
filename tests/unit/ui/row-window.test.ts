import { expect, test } from 'vitest';
import { RowWindow } from '../../../src/ui/shared/row-window.js';

const ids = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`);

test('only rows near what is seen are in the window, and all heights add up', () => {
  const rows = new RowWindow();
  rows.set(ids(5_000), () => 100);
  expect(rows.look(250_000, 800)).toBe(true);
  expect([rows.first, rows.end]).toEqual([2_494, 2_515]);
  expect(rows.before + 21 * 100 + rows.after).toBe(500_000);
  expect(rows.look(250_010, 800)).toBe(false);
});

test('a row that was measured has its own height from then on', () => {
  const rows = new RowWindow();
  rows.set(ids(10), () => 100);
  expect(rows.measure('r0', 340)).toBe(true);
  expect(rows.measure('r0', 340.2)).toBe(false);
  rows.set(ids(10), () => 100);
  expect([rows.total, rows.topOf(1)]).toEqual([1_240, 340]);
  rows.forget();
  rows.set(ids(10), () => 100);
  expect(rows.total).toBe(1_000);
});

test('an empty list, and one that has become shorter, have a window, too', () => {
  const rows = new RowWindow();
  rows.set([], () => 0);
  rows.look(0, 500);
  expect([rows.first, rows.end, rows.total, rows.after]).toEqual([0, 0, 0, 0]);
  rows.set(ids(100), () => 100);
  rows.look(9_000, 500);
  rows.set(ids(3), () => 100);
  expect([rows.first, rows.end]).toEqual([3, 3]);
  rows.look(9_000, 500);
  expect([rows.first, rows.end]).toEqual([2, 3]);
});
