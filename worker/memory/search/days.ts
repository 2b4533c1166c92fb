/** Days since 1970 in UTC; `to` is the day after the last one. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
/** Numbers below are seconds. */
const LEAST_MS = 1e11;
const LEAST_SECONDS = 1e9;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Number of a month, from 0, by the beginning of its English name; -1 for none. */
export const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());

/** A day of the calendar; nothing where there is none. `month`: from 0. */
export function dayAt(year: number, month: number, date: number): number | undefined {
  const time = new Date(Date.UTC(year, month, date));
  const isThere = time.getUTCMonth() === month && time.getUTCDate() === date && year >= 1_000 && year <= 9_999;
  return isThere ? time.getTime() / DAY_MS : undefined;
}

/** A day of the calendar as its parts. */
export function partsOf(day: number) {
  const time = new Date(day * DAY_MS);
  return { year: time.getUTCFullYear(), month: time.getUTCMonth(), date: time.getUTCDate() };
}

/** Monday is 0. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

export const oneDay = (day: number): DayRange => ({ from: day, to: day + 1 });

/** The week of a day, from Monday on, so many weeks later. */
export function weekOf(day: number, later = 0): DayRange {
  const from = day - weekdayOf(day) + 7 * later;
  return { from, to: from + 7 };
}

/** The month of a day, so many months later. */
export function monthAround(day: number, later = 0): DayRange {
  const { year, month } = partsOf(day);
  return monthRange(year, month + later);
}

export const monthRange = (year: number, month: number): DayRange => ({
  from: Date.UTC(year, month, 1) / DAY_MS,
  to: Date.UTC(year, month + 1, 1) / DAY_MS,
});

export const yearRange = (year: number): DayRange => ({
  from: Date.UTC(year, 0, 1) / DAY_MS,
  to: Date.UTC(year + 1, 0, 1) / DAY_MS,
});

/** The year that brings a day without one nearest to the day on which it is named. */
export function nearestYear(on: number, month: number, date: number): number {
  const { year } = partsOf(on);
  const distance = (one: number): number => Math.abs((dayAt(one, month, date) ?? Number.POSITIVE_INFINITY) - on);
  return [year, year - 1, year + 1].reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** The day of a date as chats keep it: milliseconds or seconds since 1970, or a text with the date in front. */
export function dayOf(value: unknown): number | undefined {
  if (typeof value === 'number') {
    if (!(Math.abs(value) >= LEAST_SECONDS)) return undefined;
    return Math.floor((Math.abs(value) >= LEAST_MS ? value : value * 1_000) / DAY_MS);
  }
  if (typeof value !== 'string') return undefined;
  const text = value.trim().slice(0, 40);
  const [, year, month, date] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text) ?? [];
  if (year) return dayAt(Number(year), Number(month) - 1, Number(date));
  const [, name = '', day, of] = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})/.exec(text) ?? [];
  return of && monthOf(name) >= 0 ? dayAt(Number(of), monthOf(name), Number(day)) : undefined;
}

/** A day as a text: 2023-05-12. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
