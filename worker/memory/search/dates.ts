import { ENGLISH_DATES } from './dates-en.js';
import { CHINESE_DATES } from './dates-zh.js';
import type { DayRange } from './days.js';

/** A text is read up to here. */
const MOST_CHARACTERS = 20_000;
const MOST_RANGES = 16;
/** Where none of this is, there is no date. */
const MAYBE =
  /\d|day|night|tomorrow|week|month|year|\b(?:in|during|since|last) (?:jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec)|[天晚日号號周週月年]|星期|[礼禮]拜/i;

/** A date in a text, and the words that name it. */
export interface NamedDays extends DayRange {
  readonly words: string;
}

/**
 * The days that a text names, in words or as dates. `on`: the day on which it was said; without one, only dates with a year count.
 * "Last Friday" is the one before that day, and weeks begin on Monday.
 */
export function datesIn(text: string, on: number | undefined): readonly NamedDays[] {
  const plain = text.slice(0, MOST_CHARACTERS);
  if (!MAYBE.test(plain)) return [];
  const found: NamedDays[] = [];
  // What one rule has read is no other one's.
  let rest = plain.toLowerCase();
  for (const [pattern, range] of [...ENGLISH_DATES, ...CHINESE_DATES]) {
    rest = rest.replace(pattern, (words: string, ...groups: unknown[]) => {
      if (found.length >= MOST_RANGES) return words;
      const texts = groups.slice(0, -2).map((one) => (typeof one === 'string' ? one : ''));
      const days = range(texts, on);
      if (days) found.push({ ...days, words });
      return days ? ' '.repeat(words.length) : words;
    });
  }
  return found;
}
