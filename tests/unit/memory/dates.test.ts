import { expect, test } from 'vitest';
import { datesIn, dayOf, RULES, readDates } from '../../../worker/memory/dates/dates.js';
import { isoDay } from '../../../worker/memory/dates/days.js';

const dayIn = (date: string): number => Date.parse(date) / 86_400_000;

/** What a text names, as `2023-05-12`, or with its last day after `..`. */
const named = (text: string, on?: string): readonly string[] =>
  datesIn(text, on === undefined ? undefined : dayIn(on)).map(({ from, to }) =>
    to - from === 1 ? isoDay(from) : `${isoDay(from)}..${isoDay(to - 1)}`,
  );

/** Wednesday. */
const ON = '2023-05-17';

test.each([
  ['today', '2023-05-17'],
  ['See you tonight!', '2023-05-17'],
  ['yesterday', '2023-05-16'],
  ['Last night', '2023-05-16'],
  ['the day before yesterday', '2023-05-15'],
  ['tomorrow', '2023-05-18'],
  ['the day after tomorrow', '2023-05-19'],
  ['3 days ago', '2023-05-14'],
  ['a day ago', '2023-05-16'],
  ['two weeks ago', '2023-04-30..2023-05-06'],
  ['a couple of weeks ago', '2023-04-30..2023-05-06'],
  ['three months ago', '2023-02-02..2023-03-04'],
  ['a year ago', '2021-11-16..2022-11-15'],
  ['in 3 days', '2023-05-20'],
  ['in a week', '2023-05-21..2023-05-27'],
  ['last week', '2023-05-08..2023-05-14'],
  ['this week', '2023-05-15..2023-05-21'],
  ['next week', '2023-05-22..2023-05-28'],
  ['last weekend', '2023-05-13..2023-05-14'],
  ['this weekend', '2023-05-20..2023-05-21'],
  ['last month', '2023-04-01..2023-04-30'],
  ['next year', '2024-01-01..2024-12-31'],
  ['last summer', '2022-06-01..2022-08-31'],
  ['this summer', '2023-06-01..2023-08-31'],
  ['next spring', '2024-03-01..2024-05-31'],
  ['this winter', '2022-12-01..2023-02-28'],
  ['last May', '2022-05-01..2022-05-31'],
  ['last Friday', '2023-05-12'],
  ['last Wednesday', '2023-05-10'],
  ['next Wednesday', '2023-05-24'],
  ['this Monday', '2023-05-15'],
  ['on Thursday', '2023-05-18'],
  ['on Monday', '2023-05-15'],
  ['last tues', '2023-05-16'],
  ['12 May 2023', '2023-05-12'],
  ['the 12th of May', '2023-05-12'],
  ['May 12th', '2023-05-12'],
  ['May 12, 2023', '2023-05-12'],
  ['Sept. 3, 2021 at noon', '2021-09-03'],
  ['on may 12', '2023-05-12'],
  ['December 30', '2022-12-30'],
  ['in May', '2023-05-01..2023-05-31'],
  ['in late December', '2022-12-01..2022-12-31'],
  ['in May 2021', '2021-05-01..2021-05-31'],
  ['in 2021', '2021-01-01..2021-12-31'],
  ['2023-05-12', '2023-05-12'],
  ['2023/5/12', '2023-05-12'],
])('%s', (text, date) => {
  expect(named(text, ON)).toEqual([date]);
  expect(named(`Well, ${text.toUpperCase()}, or not.`, ON)).toEqual([date]);
});

test.each([
  ['今天', '2023-05-17'],
  ['今晚', '2023-05-17'],
  ['昨天天气', '2023-05-16'],
  ['昨晚', '2023-05-16'],
  ['前天', '2023-05-15'],
  ['大前天', '2023-05-14'],
  ['明天', '2023-05-18'],
  ['后天', '2023-05-19'],
  ['後天', '2023-05-19'],
  ['上周五', '2023-05-12'],
  ['上週五', '2023-05-12'],
  ['上个星期天', '2023-05-14'],
  ['上禮拜一', '2023-05-08'],
  ['上上周三', '2023-05-03'],
  ['这周五', '2023-05-19'],
  ['下个礼拜二', '2023-05-23'],
  ['上周', '2023-05-08..2023-05-14'],
  ['本周', '2023-05-15..2023-05-21'],
  ['下周末', '2023-05-27..2023-05-28'],
  ['下周一起去', '2023-05-22..2023-05-28'],
  ['周一下午', '2023-05-15'],
  ['周五', '2023-05-19'],
  ['星期日', '2023-05-14'],
  ['上个月', '2023-04-01..2023-04-30'],
  ['這個月', '2023-05-01..2023-05-31'],
  ['下个月', '2023-06-01..2023-06-30'],
  ['去年', '2022-01-01..2022-12-31'],
  ['今年', '2023-01-01..2023-12-31'],
  ['明年', '2024-01-01..2024-12-31'],
  ['前年', '2021-01-01..2021-12-31'],
  ['去年五月', '2022-05-01..2022-05-31'],
  ['去年夏天', '2022-06-01..2022-08-31'],
  ['2021年的5月', '2021-05-01..2021-05-31'],
  ['三天前', '2023-05-14'],
  ['两周前', '2023-04-30..2023-05-06'],
  ['2个月前', '2023-03-02..2023-04-01'],
  ['一年前', '2021-11-16..2022-11-15'],
  ['三十五天前', '2023-04-12'],
  ['十二天以前', '2023-05-05'],
  ['5月12日', '2023-05-12'],
  ['5月12号', '2023-05-12'],
  ['五月十二日', '2023-05-12'],
  ['十二月三十一號', '2022-12-31'],
  ['2023年5月12日', '2023-05-12'],
  ['2023年5月', '2023-05-01..2023-05-31'],
  ['2021年', '2021-01-01..2021-12-31'],
])('%s', (text, date) => {
  expect(named(text, ON)).toEqual([date]);
  expect(named(`我想，${text}。`, ON)).toEqual([date]);
});

test('months end on their last day, leap years have a 29th of February, and weeks begin on Monday', () => {
  expect(named('2023-02-29, February 30, 2024, 2024-13-01, 2023年2月30日, 5月32日', ON)).toEqual([]);
  expect(named('2024-02-29, 1900-02-29, 2000-02-29', ON)).toEqual(['2024-02-29', '2000-02-29']);
  expect(named('February 29', ON)).toEqual(['2024-02-29']);
  expect(named('a month ago', '2023-03-31')).toEqual(['2023-02-13..2023-03-15']);
  expect(named('last month; 上个月', '2023-01-31')).toEqual(['2022-12-01..2022-12-31']);
  expect(named('yesterday', '2024-03-01')).toEqual(['2024-02-29']);
  // The 14th of May 2023 is a Sunday, the 15th a Monday.
  expect(named('this week', '2023-05-14')).toEqual(['2023-05-08..2023-05-14']);
  expect(named('this week', '2023-05-15')).toEqual(['2023-05-15..2023-05-21']);
  expect(named('this weekend, last weekend', '2023-05-14')).toEqual([
    '2023-05-13..2023-05-14',
    '2023-05-06..2023-05-07',
  ]);
  expect(named('上周日; 周日', '2023-05-14')).toEqual(['2023-05-07', '2023-05-14']);
  expect(named('last Thursday', '1970-01-01')).toEqual(['1969-12-25']);
});

test('what only looks like a date is none', () => {
  for (const text of [
    'You may 12 times',
    'march 20 miles',
    'half a year ago',
    'on Fridays',
    'the last of us',
    'version 1.2023.5.12',
    '12:30',
    '100 days',
    'in the week',
    'a mayor in Mayfair',
    '马上周末',
    '晚上周五'.slice(0, 3),
    '每周五',
    '一周五次',
    '失去年轻',
    '3000年前',
    '聪明天真',
    '以后天天',
    '以前天天',
    '上月亮',
    '五月天',
    '几天前',
    '三个月',
    '天天',
    '一百天前',
    '',
    '\u0000\uD800',
    'Infinity days ago',
  ])
    expect(named(text, ON), text).toEqual([]);
});

test('without the day on which it was said only whole dates count', () => {
  expect(named('yesterday, last Friday, May 12, in May, 上周五, 5月12日, 三天前')).toEqual([]);
  expect(named('2023-05-12, May 13, 2023, in 2021, 2022年5月')).toEqual([
    '2023-05-12',
    '2023-05-13',
    '2021-01-01..2021-12-31',
    '2022-05-01..2022-05-31',
  ]);
});

test('dates are given in their order, each once, sixteen at most', () => {
  expect(named('明天, May 12, 2023, yesterday and May 12th', ON)).toEqual(['2023-05-18', '2023-05-12', '2023-05-16']);
  const many = Array.from({ length: 5_000 }, (_, at) => `2023-05-${(at % 31) + 1}`).join(' ');
  expect(datesIn(many, undefined)).toHaveLength(16);
  expect(named(`${'x'.repeat(20_000)} 2023-05-12`, ON)).toEqual([]);
});

test('no rule repeats anything without an end, so that a text is read in as many steps as it has characters', () => {
  const sources = RULES.flatMap(([has, rules]) => [has, ...rules.map(({ find }) => find)]).map(({ source }) => source);
  expect(sources.length).toBeGreaterThan(15);
  for (const source of sources) expect(source).not.toMatch(/[*+]|\{\d+,\}/);
  for (const one of [
    'last ',
    '上',
    'a couple of ',
    '1',
    '十',
    'may ',
    '2023年',
    'the day before ',
    '前天',
    '个',
    '\u2488',
    '\uFDFA',
  ])
    expect(datesIn(one.repeat(100_000 / one.length), dayIn(ON)).length, one).toBeLessThanOrEqual(16);
  expect(named('last '.repeat(20_000), ON)).toEqual([]);
  expect(named('上'.repeat(100_000), ON)).toEqual([]);
});

test('what a question asks about may lie on either side of its day', () => {
  const asked = (text: string, on: string) =>
    readDates(text, dayIn(on), true).ranges.map(({ from, to }) => `${isoDay(from)}..${isoDay(to - 1)}`);
  expect(asked('Where were you on March 30?', '2023-12-26')).toEqual([
    '2024-03-30..2024-03-30',
    '2023-03-30..2023-03-30',
  ]);
  expect(asked('你3月30日去了哪里？', '2023-12-26')).toEqual(['2024-03-30..2024-03-30', '2023-03-30..2023-03-30']);
  expect(asked('in August', ON)).toEqual(['2023-08-01..2023-08-31', '2022-08-01..2022-08-31']);
  expect(asked('on March 30, 2021', ON)).toEqual(['2021-03-30..2021-03-30']);
});

test('the day of a date is the one that is written', () => {
  for (const [value, date] of [
    [1_683_849_600_000, '2023-05-12'],
    [1_683_849_600, '2023-05-12'],
    ['1683849600000', '2023-05-12'],
    [new Date('2023-05-12T10:00:00Z'), '2023-05-12'],
    ['2023-05-12', '2023-05-12'],
    ['2023-05-12T23:59:59.999+08:00', '2023-05-12'],
    ['June 26, 2023 1:47pm', '2023-06-26'],
    ['2023-06-26@13h47m12s', '2023-06-26'],
    ['2023-6-26 @13h 47m', '2023-06-26'],
    ['Fri, 12 May 2023 10:00:00 GMT', '2023-05-12'],
    ['2023年5月12日', '2023-05-12'],
  ] as const)
    expect(dayOf(value), String(value)).toBe(dayIn(date));
  for (const value of [
    '',
    'soon',
    'yesterday',
    '2023-02-30',
    'May 2023',
    5,
    -1,
    Number.NaN,
    1e300,
    null,
    undefined,
    {},
    [],
    true,
    new Date(Number.NaN),
  ])
    expect(dayOf(value), String(value)).toBeUndefined();
});
