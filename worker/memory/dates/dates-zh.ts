import type { DateRule } from './dates-en.js';
import {
  away,
  type DateRange,
  dayAt,
  mondayOf,
  monthOn,
  monthsFrom,
  nearest,
  oneDay,
  partsOf,
  someWeekday,
  weekendOn,
  weekOn,
  yearOf,
  yearOn,
} from './days.js';

const DIGITS = '零一二三四五六七八九';
const TENS = '[一二两兩三四五六七八九]';
/** A number up to 99, of digits of either kind; what comes before it is no part of a greater one. */
const BEFORE = '(?<![\\d.零〇一二两兩三四五六七八九十百千万萬第几幾])';
const NUMBER = `(\\d{1,2}|${TENS}?十${TENS}?|${TENS})`;
const PLACE = '(上{1,3}|下{1,3}|这|這|本)';
/** 马上, 晚上, 早上, 以上 and 以下, 一下: these characters belong to the word before. */
const APART = '(?<![马馬晚早以](?=上)|[以一](?=下))';
const WEEK = '(?:[周週]|星期|礼拜|禮拜)';
/** 下周一起 and 下周天气 name a week, 周三天 a number of days. */
const WEEKDAY = '([一二三四五六日天])(?!天(?![气氣])|[个個次]|(?<=一)[起样樣般些直定]|(?<=日)本|(?<=天)[气氣])';
const WEEKDAYS = '一二三四五六日';
const SEASONS = '春夏秋冬';
const YEARS: { readonly [name: string]: number } = { 大前: -3, 前: -2, 去: -1, 今: 0, 明: 1, 后: 2, 後: 2 };
/** 失去年轻, 聪明年少: these are no years. */
const YEAR = '(大前|(?<![之以目])前|去|今|明|(?<![之以])[后後])年(?![轻輕少老纪紀龄齡幼])';
const DAYS: { readonly [name: string]: number } = {
  大前: -3,
  前: -2,
  昨: -1,
  今: 0,
  明: 1,
  后: 2,
  後: 2,
  大后: 3,
  大後: 3,
};
const UNITS = {
  天: 'day',
  日: 'day',
  周: 'week',
  週: 'week',
  星期: 'week',
  礼拜: 'week',
  禮拜: 'week',
  年: 'year',
} as const;

const rule = (source: string): RegExp => new RegExp(source, 'g');

function numberIn(text = ''): number {
  if (/^\d/.test(text)) return Number(text);
  const digit = (one = ''): number => DIGITS.indexOf(one.replace(/[两兩]/, '二'));
  const ten = text.indexOf('十');
  if (ten < 0) return digit(text);
  return (ten === 0 ? 1 : digit(text[0])) * 10 + (ten === text.length - 1 ? 0 : digit(text[ten + 1]));
}

const stepsIn = (place: string): number =>
  place.startsWith('上') ? -place.length : place.startsWith('下') ? place.length : 0;

const weekdayIn = (name: string): number => (name === '天' ? 6 : WEEKDAYS.indexOf(name));

/** A month, or a day of it. */
function dateIn(year: number, month: number, date: string | undefined): DateRange | undefined {
  if (month < 1 || month > 12) return undefined;
  if (date === undefined) return monthsFrom(year, month);
  const day = dayAt(year, month, numberIn(date));
  return day === undefined ? undefined : oneDay(day);
}

/** Dates in Chinese, the more exact ways to name one first. */
export const CHINESE: readonly DateRule[] = [
  {
    // 3000年前 and 2020年间 are no years.
    find: rule(
      `(?<!\\d)([12]\\d{3})\\s?年(?:的?\\s?${NUMBER}\\s?月(?:\\s?${NUMBER}\\s?[日号號])?|(?!\\s?[以之]?[前后後间間]))`,
    ),
    read: ([, year, month, date]) =>
      month === undefined ? yearOf(Number(year)) : dateIn(Number(year), numberIn(month), date),
  },
  {
    find: rule(`(?:${YEAR}(?:的)?)?${BEFORE}${NUMBER}\\s?月(?![以之]?[前后後]|天)(?:\\s?${NUMBER}\\s?[日号號])?`),
    read([, year, month, date], on) {
      if (on === undefined) return undefined;
      if (year !== undefined) return dateIn(partsOf(on).year + (YEARS[year] ?? 0), numberIn(month), date);
      return nearest(on, (one) => dateIn(one, numberIn(month), date));
    },
  },
  {
    find: rule(`${BEFORE}${NUMBER}\\s?(?:([天日周週年]|[个個]?(?:星期|礼拜|禮拜))|[个個]月)[以之]?前`),
    read([, count, unit], on) {
      if (on === undefined) return undefined;
      const name = unit?.replace(/[个個]/, '') as keyof typeof UNITS | undefined;
      return away(on, name === undefined ? 'month' : UNITS[name], -numberIn(count));
    },
  },
  {
    // 聪明天真 and 以前天天 are no days.
    find: rule('(大前|(?<![以之目眼])前|大[后後]|(?<![以之然])[后後])天|(昨|今|明)(?:天(?!真)|[日晚夜早晨])'),
    read: ([, far, near], on) => (on === undefined ? undefined : oneDay(on + (DAYS[far ?? near ?? ''] ?? 0))),
  },
  {
    find: rule(`${APART}${PLACE}(?:一?[个個]|一)?${WEEK}(?![围圍年边邊遭密折旋刊身])(?:${WEEKDAY}|(末))?`),
    read([, place = '', weekday, end], on) {
      if (on === undefined) return undefined;
      const steps = stepsIn(place);
      if (weekday !== undefined) return oneDay(mondayOf(on, steps) + weekdayIn(weekday));
      return end === undefined ? weekOn(on, steps) : weekendOn(on, steps);
    },
  },
  {
    // 每周五 and 一周五次 are no single day.
    find: rule(`(?<![\\d每各几幾一二两兩三四五六七八九十半整][个個]?)${WEEK}${WEEKDAY}`),
    read: ([, weekday = ''], on) => (on === undefined ? undefined : someWeekday(on, weekdayIn(weekday))),
  },
  {
    find: rule(`${APART}${PLACE}(?:一?[个個])?月(?![亮球光色饼餅宫宮])`),
    read: ([, place = ''], on) => (on === undefined ? undefined : monthOn(on, stepsIn(place))),
  },
  {
    find: rule(`${YEAR}(?:的?([春夏秋冬])[天季]?)?`),
    read([, name = '', season], on) {
      if (on === undefined) return undefined;
      const steps = YEARS[name] ?? 0;
      if (season === undefined) return yearOn(on, steps);
      return monthsFrom(partsOf(on).year + steps, 3 + 3 * SEASONS.indexOf(season), 3);
    },
  },
];
