import {
  type DayRange,
  dayAt,
  monthAround,
  monthRange,
  nearestYear,
  oneDay,
  partsOf,
  weekdayOf,
  weekOf,
  yearRange,
} from './days.js';

const DIGITS = '零一二三四五六七八九';
const NUMBER = '([\\d零〇一二两兩三四五六七八九十]{1,4})';
const WEEK = '(?:周|週|星期|礼拜|禮拜)';
const DAYS: { readonly [word: string]: number } = {
  ...{ 今天: 0, 今晚: 0, 今早: 0, 昨天: -1, 昨晚: -1, 昨日: -1, 前天: -2, 大前天: -3 },
  ...{ 明天: 1, 明晚: 1, 后天: 2, 後天: 2, 大后天: 3, 大後天: 3 },
};
const LATER: { readonly [word: string]: number } = { 上上: -2, 上: -1, 这: 0, 這: 0, 本: 0, 下: 1, 下下: 2 };
const YEARS: { readonly [word: string]: number } = { 前年: -2, 去年: -1, 今年: 0, 明年: 1 };

type Rule = readonly [
  pattern: RegExp,
  range: (found: readonly string[], on: number | undefined) => DayRange | undefined,
];

/** A number up to 99, in digits or in words; NaN for none. */
function numberOf(text = ''): number {
  if (/^\d+$/.test(text)) return Number(text);
  const plain = text.replace(/[两兩]/g, '二').replace(/〇/g, '零');
  const at = plain.indexOf('十');
  const digit = (one: string, none: number): number => (one === '' ? none : DIGITS.indexOf(one));
  if (at < 0) return plain.length === 1 ? digit(plain, Number.NaN) : Number.NaN;
  return digit(plain.slice(0, at), 1) * 10 + digit(plain.slice(at + 1), 0);
}

const weekdayNamed = (name: string): number => ('日天'.includes(name) ? 6 : '一二三四五六'.indexOf(name));

function ago(on: number, count: number, unit: string): DayRange | undefined {
  if (Number.isNaN(count)) return undefined;
  if (unit === '天' || unit === '日') return oneDay(on - count);
  if (unit === '年') return yearRange(partsOf(on).year - count);
  if (unit.endsWith('月')) return monthAround(on, -count);
  return { from: on - 7 * count - 2, to: on - 7 * count + 3 };
}

const RULES: readonly Rule[] = [
  // Before the day before yesterday, whose word is a part of it.
  [
    new RegExp(`${NUMBER}(?:个|個)?(天|日|周|週|星期|礼拜|禮拜|月|年)(?:之)?前`, 'g'),
    ([count, unit = ''], on) => (on === undefined ? undefined : ago(on, numberOf(count), unit)),
  ],
  [
    new RegExp(`(?:(\\d{4})年)?${NUMBER}月${NUMBER}[日号號]`, 'g'),
    ([year, month, date], on) => {
      if (!year && on === undefined) return undefined;
      const [at, of] = [numberOf(month) - 1, numberOf(date)];
      const day = dayAt(year ? Number(year) : nearestYear(on ?? 0, at, of), at, of);
      return day === undefined ? undefined : oneDay(day);
    },
  ],
  [
    new RegExp(`(\\d{4})年${NUMBER}月(?![\\d一二三四五六七八九十]{1,3}[日号號])`, 'g'),
    ([year, month]) => (numberOf(month) > 0 ? monthRange(Number(year), numberOf(month) - 1) : undefined),
  ],
  [/((?:19|20)\d{2})年(?!\d|[一二三四五六七八九十]+月)/g, ([year]) => yearRange(Number(year))],
  [
    /(大前天|大后天|大後天|今天|今晚|今早|昨天|昨晚|昨日|前天|明天|明晚|后天|後天)/g,
    ([word = ''], on) => (on === undefined ? undefined : oneDay(on + (DAYS[word] ?? 0))),
  ],
  [
    new RegExp(`(上上|下下|上|下|这|這|本)(?:个|個)?${WEEK}([一二三四五六日天])?`, 'g'),
    ([which = '', name], on) => {
      if (on === undefined) return undefined;
      const week = weekOf(on, LATER[which] ?? 0);
      return name ? oneDay(week.from + weekdayNamed(name)) : week;
    },
  ],
  [
    new RegExp(`(?<![上下这這本个個])${WEEK}([一二三四五六日天])`, 'g'),
    ([name = ''], on) => (on === undefined ? undefined : oneDay(on - ((weekdayOf(on) - weekdayNamed(name) + 7) % 7))),
  ],
  [
    /(上上|下下|上|下|这|這|本)(?:个|個)?月/g,
    ([which = ''], on) => (on === undefined ? undefined : monthAround(on, LATER[which] ?? 0)),
  ],
  [
    /(前年|去年|今年|明年)/g,
    ([word = ''], on) => (on === undefined ? undefined : yearRange(partsOf(on).year + (YEARS[word] ?? 0))),
  ],
];

/** Dates in Chinese words. */
export const CHINESE_DATES = RULES;
