import type { Random } from '../../../examples/memory-sample/random.js';

/** Something that people do on a day. `{value}` is one of the values, `{name}` who it is about. */
export interface Dated {
  readonly values: readonly string[];
  /** So many days later, and what they say then. */
  readonly say: readonly (readonly [later: number, text: string])[];
  /** With `{date}` for the day in the calendar, then with `{ago}` for the same, seen from the end of the chat. */
  readonly ask: readonly [date: string, ago: string];
}

/** How a language writes days. */
export interface Calendar {
  /** The ways to write a day without its year. */
  readonly day: readonly ((date: Date) => string)[];
  readonly withYear: (day: string, year: number) => string;
  readonly ago: (days: number) => string;
}

const DAY_MS = 86_400_000;

/** The day of a turn, so many days later or earlier. */
export const dayFrom = (date: string, days: number): Date => new Date(Date.parse(date) + days * DAY_MS);

export const daysBetween = (from: Date, to: string): number =>
  Math.floor(Date.parse(to) / DAY_MS) - Math.floor(from.getTime() / DAY_MS);

/** A day in words; with its year where a chat is longer than one. */
export function inWords(date: Date, { day, withYear }: Calendar, isLong: boolean, random: Random): string {
  const text = random.pick(day)(date);
  return isLong ? withYear(text, date.getUTCFullYear()) : text;
}

const month = (date: Date, style: 'long' | 'short'): string =>
  date.toLocaleString('en', { month: style, timeZone: 'UTC' });

export const ENGLISH_CALENDAR: Calendar = {
  day: [
    (date) => `${month(date, 'long')} ${date.getUTCDate()}`,
    (date) => `${date.getUTCDate()} ${month(date, 'long')}`,
    (date) => `${month(date, 'short')} ${date.getUTCDate()}`,
  ],
  withYear: (day, year) => `${day}, ${year}`,
  ago: (days) => (days === 1 ? 'yesterday' : days === 7 ? 'a week ago' : `${days} days ago`),
};

export const CHINESE_CALENDAR: Calendar = {
  day: [
    (date) => `${date.getUTCMonth() + 1}月${date.getUTCDate()}日`,
    (date) => `${date.getUTCMonth() + 1}月${date.getUTCDate()}号`,
  ],
  withYear: (day, year) => `${year}年${day}`,
  ago: (days) => (days === 1 ? '昨天' : days === 7 ? '一个星期前' : `${days}天前`),
};
