import { expect, test } from 'vitest';
import { datesIn } from '../../../../worker/memory/search/dates.js';
import { DayBook } from '../../../../worker/memory/search/day-book.js';
import { dayAt, dayOf, dayText, oneDay } from '../../../../worker/memory/search/days.js';

/** A Friday. */
const ON = dayAt(2023, 4, 12) ?? 0;
const days = (text: string, on: number | undefined = ON) =>
  datesIn(text, on).map(({ from, to }) => (to - from === 1 ? dayText(from) : `${dayText(from)}..${dayText(to - 1)}`));

test.each([
  ['What did we do last Friday?', ['2023-05-05']],
  ['See you on Sunday', ['2023-05-07']],
  ['this Friday', ['2023-05-12']],
  ['next Monday', ['2023-05-15']],
  ['yesterday and tomorrow', ['2023-05-11', '2023-05-13']],
  ['three days ago', ['2023-05-09']],
  ['a week ago', ['2023-05-03..2023-05-07']],
  ['two months ago', ['2023-03-01..2023-03-31']],
  ['last week', ['2023-05-01..2023-05-07']],
  ['this weekend', ['2023-05-13..2023-05-14']],
  ['last year', ['2022-01-01..2022-12-31']],
  ['on May 7th', ['2023-05-07']],
  ['the 7th of May, 2021', ['2021-05-07']],
  ['December 25', ['2022-12-25']],
  ['in June', ['2022-06-01..2022-06-30']],
  ['in March 2020', ['2020-03-01..2020-03-31']],
  ['in 2019', ['2019-01-01..2019-12-31']],
  ['2023-02-28 and 2023/3/1', ['2023-02-28', '2023-03-01']],
  ['2023-02-29, February 30, May 7:30', []],
  ['You may go. I saw 12 birds and march on.', []],
  ['上周五我们做了什么？', ['2023-05-05']],
  ['上上週三', ['2023-04-26']],
  ['下个星期天', ['2023-05-21']],
  ['周三见', ['2023-05-10']],
  ['這個禮拜', ['2023-05-08..2023-05-14']],
  ['昨天，前天，大前天，後天', ['2023-05-11', '2023-05-10', '2023-05-09', '2023-05-14']],
  ['三天前天气很好', ['2023-05-09']],
  ['十五年前', ['2008-01-01..2008-12-31']],
  ['两周前', ['2023-04-26..2023-04-30']],
  ['上个月', ['2023-04-01..2023-04-30']],
  ['去年', ['2022-01-01..2022-12-31']],
  ['5月7日', ['2023-05-07']],
  ['十二月二十五号', ['2022-12-25']],
  ['2021年5月12日', ['2021-05-12']],
  ['2021年5月', ['2021-05-01..2021-05-31']],
  ['2021年', ['2021-01-01..2021-12-31']],
  ['周围的人在上面天天唱歌', []],
] as const)('%s', (text, expected) => {
  expect(days(text).toSorted()).toEqual([...expected].toSorted());
});

test('months and years end where they do, and without a day of its own only a year makes a date', () => {
  expect(datesIn('last month', dayAt(2024, 2, 31)).map(({ from, to }) => [dayText(from), dayText(to)])).toEqual([
    ['2024-02-01', '2024-03-01'],
  ]);
  expect(datesIn('yesterday', dayAt(2024, 2, 1)).map(({ from }) => dayText(from))).toEqual(['2024-02-29']);
  expect(datesIn('yesterday, last Friday, May 7, 上周五, 昨天', undefined)).toEqual([]);
  expect(datesIn('7 May 2021', undefined)).toHaveLength(1);
});

test.each([
  ['June 26, 2023 1:47pm', '2023-06-26'],
  ['2023-06-26@13h47m12s', '2023-06-26'],
  ['2023-6-26 @13h 47m 12s 123ms', '2023-06-26'],
  ['2023-06-26T23:59:00.000Z', '2023-06-26'],
  [1_687_787_220_000, '2023-06-26'],
  [1_687_787_220, '2023-06-26'],
] as const)('%s is a day', (value, expected) => {
  expect(dayText(dayOf(value) ?? 0)).toBe(expected);
});

test.each(['', 'the third moon', '2023-13-40', 7, Number.NaN, null, {}])('%s is no day', (value) => {
  expect(dayOf(value)).toBeUndefined();
});

test('a hostile text names few dates', () => {
  for (const text of [
    'last friday '.repeat(20_000),
    '上周五'.repeat(50_000),
    '1月1日'.repeat(50_000),
    '一'.repeat(100_000),
  ])
    expect(datesIn(text, ON).length).toBeLessThanOrEqual(16);
});

test('a book of days forgets what was removed, and gives no more than is asked for', () => {
  const book = new DayBook();
  for (let doc = 0; doc < 10; doc++) book.set(doc, '2023-05-05', 'Hello.');
  book.set(3, '2023-05-12', 'Yesterday it rained.');
  book.remove(4);
  const day = (date: number) => [oneDay(dayAt(2023, 4, date) ?? 0)];
  expect([...book.docsIn(day(5), 100)]).toEqual([0, 1, 2, 5, 6, 7, 8, 9]);
  expect([...book.docsIn(day(5), 3)]).toHaveLength(3);
  expect([...book.docsIn([...day(11), ...day(12)], 100)]).toEqual([3]);
  expect([book.isIn(3, day(11)), book.isIn(3, day(5)), book.isIn(4, day(5))]).toEqual([true, false, false]);
});
