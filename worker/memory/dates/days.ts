/** Whole days since 1970, without a time zone; `to` is the first day after it. */
export interface DateRange {
  readonly from: number;
  readonly to: number;
}

/** A range, and another one that may be meant. */
export interface EitherRange extends DateRange {
  readonly or?: DateRange;
}

/** The position of a word of time: before, in, or after what is now. */
export type Which = 'last' | 'this' | 'next';

const DAY_MS = 86_400_000;
/** A date without a year is looked for in so many years around: the 29th of February is there in one of four. */
const YEARS_AROUND = 4;

/** The day of a number of milliseconds. */
export const dayOfMs = (ms: number): number => Math.floor(ms / DAY_MS);

const dayOfUtc = (year: number, month: number, day: number): number => dayOfMs(Date.UTC(year, month - 1, day));

/** Year, month from 1, and day of the month. */
export function partsOf(day: number): { readonly year: number; readonly month: number; readonly date: number } {
  const at = new Date(day * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** A day as `2023-05-12`. */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const oneDay = (day: number): DateRange => ({ from: day, to: day + 1 });

/** The day of a date; undefined where the calendar has no such day. Years have four digits. */
export function dayAt(year: number, month: number, date: number): number | undefined {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || date < 1) return undefined;
  const day = dayOfUtc(year, month, date);
  return partsOf(day).date === date ? day : undefined;
}

/** Months in a row. `month` may lie outside of 1 to 12: the 13th is January of the next year. */
export const monthsFrom = (year: number, month: number, count = 1): DateRange => ({
  from: dayOfUtc(year, month, 1),
  to: dayOfUtc(year, month + count, 1),
});

export const yearOf = (year: number): DateRange => monthsFrom(year, 1, 12);

/** Monday of a day's week, some weeks on. */
export const mondayOf = (day: number, weeks = 0): number => day - weekdayOf(day) + 7 * weeks;

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The same date some months on; the last day of the month where that one is shorter. */
export function monthsOn(day: number, months: number): number {
  const { year, month, date } = partsOf(day);
  const { from, to } = monthsFrom(year, month + months);
  return Math.min(from + date - 1, to - 1);
}

/** As long as the unit in which it is counted, around the day that is so far away. */
export function away(on: number, unit: 'day' | 'week' | 'month' | 'year', count: number): DateRange {
  const day =
    unit === 'day'
      ? on + count
      : unit === 'week'
        ? on + 7 * count
        : monthsOn(on, unit === 'month' ? count : 12 * count);
  const around = { day: 0, week: 3, month: 15, year: 182 }[unit];
  return { from: day - around, to: day + around + 1 };
}

/** The weekday that is nearest to a day, or the one on the other side of it. */
export function someWeekday(on: number, weekday: number): EitherRange {
  const day = on - 3 + ((weekday - weekdayOf(on - 3) + 7) % 7);
  return { ...oneDay(day), or: oneDay(day < on ? day + 7 : day - 7) };
}

/** How far a day is from a range; 0 within it. */
const distance = (on: number, { from, to }: DateRange): number => Math.max(0, from - on, on - (to - 1));

/** The nearest of what there is once a year, or the nearest on the other side of the day; undefined where there is none. */
export function nearest(on: number, inYear: (year: number) => DateRange | undefined): EitherRange | undefined {
  const { year } = partsOf(on);
  const ranges = Array.from({ length: 2 * YEARS_AROUND + 1 }, (_, at) => inYear(year - YEARS_AROUND + at));
  const [best, ...others] = ranges
    .filter((range) => range !== undefined)
    .sort((a, b) => distance(on, a) - distance(on, b));
  if (!best) return undefined;
  const or = others.find((other) => other.from > on !== best.from > on);
  return { ...best, ...(or && { or }) };
}

/** Months of each year: the last ones that are over, the ones of this year, or the first that have not begun. */
export function recurring(which: Which, on: number, month: number, count = 1): DateRange {
  const { year } = partsOf(on);
  const at = (one: number): DateRange => monthsFrom(one, month, count);
  if (which === 'last') return [year, year - 1].map(at).find(({ to }) => to <= on) ?? at(year - 2);
  if (which === 'next') return [year, year + 1].map(at).find(({ from }) => from > on) ?? at(year + 2);
  // A winter lies in two years.
  return month + count > 13 ? (nearest(on, at) ?? at(year)) : at(year);
}

/** The weekday, week, weekend, month or year `steps` on. */
export const weekOn = (on: number, steps: number): DateRange => {
  const monday = mondayOf(on, steps);
  return { from: monday, to: monday + 7 };
};

export const weekendOn = (on: number, steps: number): DateRange => {
  const monday = mondayOf(on, steps);
  return { from: monday + 5, to: monday + 7 };
};

export const monthOn = (on: number, steps: number): DateRange => {
  const { year, month } = partsOf(on);
  return monthsFrom(year, month + steps);
};

export const yearOn = (on: number, steps: number): DateRange => yearOf(partsOf(on).year + steps);
