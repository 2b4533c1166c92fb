import { type DateRule, ENGLISH } from './dates-en.js';
import { CHINESE } from './dates-zh.js';
import { type DateRange, dayAt, dayOfMs, type EitherRange, oneDay } from './days.js';

export type { DateRange } from './days.js';

/** A text is read up to here. */
const MOST_CHARACTERS = 20_000;
/** Ranges of one text at most, the first ones. */
const MOST_RANGES = 16;
/** A date as a field has it is no longer than this. */
const MOST_OF_A_DATE = 80;
/** Takes the place of a date that was read. It is part of no word. */
const READ = '\u0001';
/** Numbers from here on are seconds; from `MILLISECONDS` on they are milliseconds. */
const SECONDS = 1e9;
const MILLISECONDS = 1e11;
const LAST_MS = 8.64e15;

const WRITTEN: DateRule = {
  find: /(?<![\d.])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu,
  read([, year, month, date]) {
    const day = dayAt(Number(year), Number(month), Number(date));
    return day === undefined ? undefined : oneDay(day);
  },
};
const BEGINS = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;

/** What a text has to have for its rules to find anything: looking for it is quick. */
const HAS_DIGIT = /\d/;
const HAS_ENGLISH =
  /\d|day|night|morrow|morning|noon|evening|week|month|year|ago\b|spring|summer|autumn|fall|winter|\b(?:in|during|last|this|next)\s{1,3}(?:early\s|late\s|mid[\s-])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:last|this|next|on)\s{1,3}(?:mon|tue|wed|thu|fri)/i;
const HAS_CHINESE = /[天昨今明月年周週]|星期|礼拜|禮拜/;

/** All ways to name a date, each with what a text has to have for it. */
export const RULES: readonly (readonly [RegExp, readonly DateRule[]])[] = [
  [HAS_DIGIT, [WRITTEN]],
  [HAS_CHINESE, CHINESE],
  [HAS_ENGLISH, ENGLISH],
];

/** The dates of a text, and the text without them. */
export interface DatedText {
  readonly ranges: readonly DateRange[];
  /** Each date that was read is a row of marks, which are part of no word. */
  readonly rest: string;
}

/**
 * Reads the dates that a text names. `on` is the day on which it was said: what depends on it, such as "yesterday" or a date without
 * a year, is left out where it is unknown. `either`: a weekday by itself, or a date without a year, is the last one as well as the next
 * one; otherwise it is the nearest one.
 */
export function readDates(text: string, on: number | undefined, either = false): DatedText {
  let plain = text.slice(0, MOST_CHARACTERS);
  const rules = RULES.filter(([has]) => has.test(plain)).flatMap(([, some]) => some);
  if (rules.length === 0) return { ranges: [], rest: plain };
  plain = plain.normalize('NFKC').slice(0, MOST_CHARACTERS);
  const found: { readonly at: number; readonly end: number; readonly range: EitherRange }[] = [];
  // What one rule has read, no later rule reads again.
  let left = plain;
  for (const { find, read } of rules) {
    const pieces: string[] = [];
    let from = 0;
    for (const match of left.matchAll(find)) {
      const end = match.index + match[0].length;
      const range = read(match, on);
      if (range) found.push({ at: match.index, end, range });
      pieces.push(left.slice(from, match.index), READ.repeat(end - match.index));
      from = end;
    }
    if (from > 0) left = pieces.join('') + left.slice(from);
  }
  found.sort((a, b) => a.at - b.at);
  const ranges = new Map<string, DateRange>();
  for (const { range } of found)
    for (const one of [range, either ? range.or : undefined])
      if (one) ranges.set(`${one.from} ${one.to}`, { from: one.from, to: one.to });
  return { ranges: [...ranges.values()].slice(0, MOST_RANGES), rest: without(plain, found) };
}

/** The dates that a text names, in its order, each once, 16 at most. See `readDates`. */
export const datesIn = (text: string, on: number | undefined): readonly DateRange[] => readDates(text, on).ranges;

function without(text: string, spans: readonly { readonly at: number; readonly end: number }[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, end } of spans) {
    pieces.push(text.slice(from, at), READ.repeat(end - at));
    from = end;
  }
  return pieces.join('') + text.slice(from);
}

/**
 * The day of a date as chats keep it: a number of milliseconds or seconds, or a text with a whole date. Of a text it is the day that
 * is written, in whichever time zone. Undefined for anything else.
 */
export function dayOf(value: unknown): number | undefined {
  if (value instanceof Date) return dayOf(value.getTime());
  if (typeof value === 'number') {
    if (!(value >= SECONDS && value <= LAST_MS)) return undefined;
    return dayOfMs(value > MILLISECONDS ? value : value * 1000);
  }
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, MOST_OF_A_DATE).trim();
  const [, year, month, date] = BEGINS.exec(text) ?? [];
  if (year !== undefined) return dayAt(Number(year), Number(month), Number(date));
  if (/^\d{10,13}$/.test(text)) return dayOf(Number(text));
  return datesIn(text, undefined).find(({ from, to }) => to - from === 1)?.from;
}
