import {
  type DayRange,
  dayAt,
  monthAround,
  monthOf,
  monthRange,
  nearestYear,
  oneDay,
  partsOf,
  weekdayOf,
  weekOf,
  yearRange,
} from './days.js';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKDAY = '(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)day';
const MONTH =
  '(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const COUNT = '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of)';
const COUNTS: { readonly [word: string]: number } = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ 'a few': 3, 'a couple of': 2 },
};
const NAMED: { readonly [word: string]: number } = {
  today: 0,
  tonight: 0,
  yesterday: -1,
  tomorrow: 1,
  'last night': -1,
};

type Rule = readonly [
  pattern: RegExp,
  range: (found: readonly string[], on: number | undefined) => DayRange | undefined,
];

const countOf = (word = ''): number => COUNTS[word] ?? Number(word);

/** So many days, weeks, months or years before a day. A week or longer is not meant to the day. */
function ago(on: number, count: number, unit = ''): DayRange {
  if (unit.startsWith('day')) return oneDay(on - count);
  if (unit.startsWith('week')) return { from: on - 7 * count - 2, to: on - 7 * count + 3 };
  if (unit.startsWith('month')) return monthAround(on, -count);
  return yearRange(partsOf(on).year - count);
}

function around(on: number, which = '', unit = ''): DayRange | undefined {
  const later = which === 'last' || which === 'past' || which === 'previous' ? -1 : which === 'next' ? 1 : 0;
  if (unit === 'week') return weekOf(on, later);
  if (unit === 'weekend') return { from: weekOf(on, later).to - 2, to: weekOf(on, later).to };
  if (unit === 'month') return monthAround(on, later);
  return yearRange(partsOf(on).year + later);
}

function weekday(on: number, which = '', name = ''): DayRange {
  const wanted = WEEKDAYS.indexOf(name.slice(0, 3));
  const back = (weekdayOf(on) - wanted + 7) % 7;
  if (which === 'next') return oneDay(on + 7 - back);
  // Without a word before it, and as the last one: the one that was before.
  return oneDay(on - (back === 0 && which !== 'this' ? 7 : back));
}

function dated(on: number | undefined, name = '', date = '', year = ''): DayRange | undefined {
  const month = monthOf(name);
  if (year === '' && on === undefined) return undefined;
  const day = dayAt(year === '' ? nearestYear(on ?? 0, month, Number(date)) : Number(year), month, Number(date));
  return day === undefined ? undefined : oneDay(day);
}

const RULES: readonly Rule[] = [
  [
    /\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})\b/g,
    ([year, month, date]) => {
      const day = dayAt(Number(year), Number(month) - 1, Number(date));
      return day === undefined ? undefined : oneDay(day);
    },
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b\\.?,?(?: (\\d{4})\\b)?`, 'g'),
    ([date, name, year], on) => dated(on, name, date, year),
  ],
  [
    new RegExp(`\\b${MONTH}\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,? (\\d{4})\\b)?`, 'g'),
    ([name, date, year], on) => dated(on, name, date, year),
  ],
  [
    new RegExp(`\\b${MONTH},? (?:of )?(\\d{4})\\b`, 'g'),
    ([name = '', year]) => monthRange(Number(year), monthOf(name)),
  ],
  [
    new RegExp(`\\b(?:in|during|since|last) ${MONTH}\\b(?! \\d)`, 'g'),
    ([name = ''], on) => {
      if (on === undefined) return undefined;
      const { year, month } = partsOf(on);
      return monthRange(monthOf(name) > month ? year - 1 : year, monthOf(name));
    },
  ],
  [/\b(?:in|during|of|since) ((?:19|20)\d{2})\b(?!-)/g, ([year]) => yearRange(Number(year))],
  [
    /\b(today|tonight|yesterday|tomorrow|last night)\b/g,
    ([word = ''], on) => (on === undefined ? undefined : oneDay(on + (NAMED[word] ?? 0))),
  ],
  [
    new RegExp(`\\b${COUNT} (days?|weeks?|months?|years?) (?:ago|before)\\b`, 'g'),
    ([count, unit], on) => (on === undefined ? undefined : ago(on, countOf(count), unit)),
  ],
  [
    /\b(last|past|previous|this|next) (week|weekend|month|year)\b/g,
    ([which, unit], on) => (on === undefined ? undefined : around(on, which, unit)),
  ],
  [
    new RegExp(`\\b(?:(last|this|next|on) )?${WEEKDAY}\\b`, 'g'),
    ([which, name], on) => (on === undefined ? undefined : weekday(on, which, name)),
  ],
];

/** Dates in English words; `text` in small letters. */
export const ENGLISH_DATES = RULES;
