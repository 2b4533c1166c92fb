import {
  away,
  type DateRange,
  dayAt,
  type EitherRange,
  mondayOf,
  monthOn,
  monthsFrom,
  nearest,
  oneDay,
  recurring,
  someWeekday,
  type Which,
  weekdayOf,
  weekendOn,
  weekOn,
  yearOf,
  yearOn,
} from './days.js';

/** One way to name a date. `find` repeats nothing without an end, so that reading a text takes time in proportion to it. */
export interface DateRule {
  readonly find: RegExp;
  /** What a match names, said on the day `on`; undefined for nothing. */
  readonly read: (match: readonly (string | undefined)[], on: number | undefined) => EitherRange | undefined;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const YEAR = '([12]\\d{3})\\b';
const GAP = '\\s{1,3}';
/** Months that are words, too: without a year, and with a small letter, they are no dates. */
const WORDS = new Set(['may', 'mar', 'march']);

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
// "Sat" and "sun" are words, too.
const WEEKDAY = 'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|saturday|sunday';
const SEASONS: { readonly [name: string]: number } = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };

const NAMED: { readonly [name: string]: number } = {
  'day before yesterday': -2,
  yesterday: -1,
  'last night': -1,
  today: 0,
  tonight: 0,
  'this morning': 0,
  'this afternoon': 0,
  'this evening': 0,
  tomorrow: 1,
  'day after tomorrow': 2,
};

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER = `(\\d{1,3}|an?|${NUMBERS.join('|')}|(?:a\\s)?couple(?:\\sof)?)`;
const UNIT = '(day|week|month|year)s?';

const rule = (source: string): RegExp => new RegExp(source, 'gi');
const small = (text = ''): string => text.toLowerCase();
const monthIn = (name: string): number => MONTHS.indexOf(small(name).slice(0, 3)) + 1;

function numberIn(text: string): number {
  const word = small(text);
  if (/^\d/.test(word)) return Number(word);
  return word.includes('couple') ? 2 : Math.max(1, NUMBERS.indexOf(word));
}

function dateIn(
  date: string,
  month: string,
  year: string | undefined,
  on: number | undefined,
): EitherRange | undefined {
  const inYear = (one: number): DateRange | undefined => {
    const day = dayAt(one, monthIn(month), Number(date));
    return day === undefined ? undefined : oneDay(day);
  };
  if (year !== undefined) return inYear(Number(year));
  return on === undefined || WORDS.has(month) ? undefined : nearest(on, inYear);
}

function around(lead: string, name: string, on: number): EitherRange | undefined {
  const steps = { last: -1, this: 0, next: 1, on: 0 }[lead] ?? 0;
  const weekday = name === 'month' ? -1 : DAYS.indexOf(name.slice(0, 3));
  if (weekday >= 0) {
    if (lead === 'on') return someWeekday(on, weekday);
    if (lead === 'this') return oneDay(mondayOf(on) + weekday);
    // At least one day away, and at most a week.
    const back = (weekdayOf(on) - weekday + 7) % 7;
    return oneDay(lead === 'last' ? on - (back || 7) : on + 7 - back);
  }
  if (lead === 'on') return undefined;
  if (name === 'week') return weekOn(on, steps);
  if (name === 'weekend') return weekendOn(on, steps);
  if (name === 'month') return monthOn(on, steps);
  if (name === 'year') return yearOn(on, steps);
  return recurring(lead as Which, on, SEASONS[name] ?? 1, 3);
}

/** Dates in English, the more exact ways to name one first. */
export const ENGLISH: readonly DateRule[] = [
  {
    find: rule(`\\b(\\d{1,2})(?:st|nd|rd|th)?${GAP}(?:of\\s)?${MONTH}(?:,?${GAP}${YEAR})?`),
    // A number before it makes a month of the word.
    read: ([, date = '', month = '', year], on) => dateIn(date, month.toUpperCase(), year, on),
  },
  {
    find: rule(
      `\\b(?:(on|by|since|until|before|after)${GAP})?${MONTH}${GAP}(\\d{1,2})(?:st|nd|rd|th)?(?![\\w:])(?:,?${GAP}${YEAR})?`,
    ),
    read: ([, lead, month = '', date = '', year], on) =>
      dateIn(date, lead === undefined ? month : month.toUpperCase(), year, on),
  },
  {
    find: rule(`\\b(?:(in|during|last|this|next)${GAP}(?:early\\s|late\\s|mid[\\s-])?)?${MONTH}(?:,?${GAP}${YEAR})?`),
    read([, lead, name = '', year], on) {
      const month = monthIn(name);
      if (year !== undefined) return monthsFrom(Number(year), month);
      if (lead === undefined || on === undefined) return undefined;
      const which = small(lead);
      if (which === 'last' || which === 'this' || which === 'next') return recurring(which, on, month);
      return nearest(on, (one) => monthsFrom(one, month));
    },
  },
  {
    find: rule(`\\b(?:in|during)${GAP}((?:19|20)\\d{2})\\b(?![.,:]\\d)`),
    read: ([, year]) => yearOf(Number(year)),
  },
  {
    find: rule(
      '\\b(day\\sbefore\\syesterday|day\\safter\\stomorrow|yesterday|today|tonight|tomorrow|last\\snight|this\\s(?:morning|afternoon|evening))\\b',
    ),
    read: ([, name], on) => (on === undefined ? undefined : oneDay(on + (NAMED[small(name).replace(/\s/g, ' ')] ?? 0))),
  },
  {
    find: rule(`(?<!half\\s)\\b${NUMBER}${GAP}${UNIT}${GAP}ago\\b`),
    read: ([, count = '', unit], on) =>
      on === undefined ? undefined : away(on, small(unit) as 'day', -numberIn(count)),
  },
  {
    find: rule(`\\bin${GAP}${NUMBER}${GAP}${UNIT}\\b`),
    read: ([, count = '', unit], on) =>
      on === undefined ? undefined : away(on, small(unit) as 'day', numberIn(count)),
  },
  {
    find: rule(`\\b(last|this|next|on)${GAP}(${WEEKDAY}|week(?:end)?|month|year|${Object.keys(SEASONS).join('|')})\\b`),
    read: ([, lead, name], on) => (on === undefined ? undefined : around(small(lead), small(name), on)),
  },
];
