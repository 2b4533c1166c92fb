import { expect, test } from 'vitest';
import { dayAt, oneDay } from '../../../../worker/memory/dates/days.js';
import { DayBook } from '../../../../worker/memory/search/day-book.js';

const day = (date: number) => [oneDay(dayAt(2023, 5, date) ?? 0)];
const docs = (book: DayBook, date: number, most = 100) => [...book.docsIn(day(date), most)].map(({ doc }) => doc);

test('a book of days forgets what was removed, and gives no more than is asked for', () => {
  const book = new DayBook();
  for (let doc = 0; doc < 10; doc++) book.set(doc, '2023-05-05', 'Hello.');
  book.set(3, '2023-05-12', 'Yesterday it rained.');
  book.remove(4);
  expect(docs(book, 5)).toEqual([0, 1, 2, 5, 6, 7, 8, 9]);
  expect(docs(book, 5, 3)).toHaveLength(3);
  expect([...book.docsIn([...day(11), ...day(12)], 100)]).toEqual([{ doc: 3, share: 1 }]);
});

test('what speaks of a week is a seventh about each of its days', () => {
  const book = new DayBook();
  book.set(0, '2023-05-26', 'Last week it rained.');
  expect([...book.docsIn(day(17), 100)]).toEqual([{ doc: 0, share: 1 / 7 }]);
  const week = [{ from: day(15)[0]?.from ?? 0, to: day(22)[0]?.from ?? 0 }];
  expect([...book.docsIn(week, 100)]).toEqual([{ doc: 0, share: 1 }]);
  expect(docs(book, 23)).toEqual([]);
});
