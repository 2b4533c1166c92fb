import { expect, test } from 'vitest';
import { dayAt, oneDay } from '../../../../worker/memory/dates/days.js';
import { DayBook } from '../../../../worker/memory/search/day-book.js';

test('a book of days forgets what was removed, and gives no more than is asked for', () => {
  const book = new DayBook();
  for (let doc = 0; doc < 10; doc++) book.set(doc, '2023-05-05', 'Hello.');
  book.set(3, '2023-05-12', 'Yesterday it rained.');
  book.remove(4);
  const day = (date: number) => [oneDay(dayAt(2023, 5, date) ?? 0)];
  expect([...book.docsIn(day(5), 100)]).toEqual([0, 1, 2, 5, 6, 7, 8, 9]);
  expect([...book.docsIn(day(5), 3)]).toHaveLength(3);
  expect([...book.docsIn([...day(11), ...day(12)], 100)]).toEqual([3]);
  expect([book.isIn(3, day(11)), book.isIn(3, day(5)), book.isIn(4, day(5))]).toEqual([true, false, false]);
});
