import { type DateRange, readDates } from '../dates/dates.js';
import type { RecallIndex } from '../search/recall-index.js';
import { recallWords } from '../search/recall-words.js';

/** How much the newest message counts, then the one before it, and so on: what is talked about now matters most. */
const WEIGHTS = [1, 0.55, 0.35, 0.25, 0.2, 0.15];
/** Words of one message at most, from its end: that is what it comes down to. */
const MOST_WORDS = 400;

/** A name that stands in more than this share of the memory names nobody in particular … */
const COMMON = 0.01;
/** … and counts so much of another word. */
const OF_A_COMMON_NAME = 0.3;

/** One text that memories are looked for by. */
export interface Question {
  readonly weight: number;
  /** Its words; names of speakers count less. */
  readonly words: ReadonlyMap<string, number>;
  /** The days that it asks about. */
  readonly days: readonly DateRange[];
  /** Folded names in it: of those who speak, and of what has a name. */
  readonly speakers: readonly string[];
  readonly names: readonly string[];
}

/**
 * The texts as questions, the newest first. `texts`: the newest last. `now`: the day on which it is asked; without one, only dates
 * with a year count.
 */
export function questionsOf(texts: readonly string[], index: RecallIndex, now: number | undefined): Question[] {
  return texts
    .slice(-WEIGHTS.length)
    .reverse()
    .map((text, at) => questionOf(text, WEIGHTS[at] ?? 0, index, now))
    .filter(({ words, days, names, speakers }) => words.size + days.length + names.length + speakers.length > 0);
}

function questionOf(text: string, weight: number, index: RecallIndex, now: number | undefined): Question {
  const all = [...recallWords(text)].slice(-MOST_WORDS);
  const speakers = index.speakersIn(text, all);
  const names = index.names.namesIn(text, all);
  // Whoever is spoken of is seldom named by themselves: their name finds those who speak to them, too.
  const spoken = new Set(speakers.flatMap((name) => [...recallWords(name)]));
  // A weekday by itself may be the last one as well as the next one.
  const { ranges: days, rest } = readDates(text, now, true);
  // What stands for a day finds what was said then, whatever its words.
  const undated = days.length > 0 ? new Set(recallWords(rest)) : undefined;
  const words = new Map<string, number>();
  const proper = properWords(text);
  for (const word of all) {
    const common =
      spoken.has(word) || undated?.has(word) === false || (proper.has(word) && index.shareOf(word) > COMMON);
    words.set(word, common ? OF_A_COMMON_NAME : 1);
  }
  return { weight, words, days, speakers, names };
}

/** Words that are written like names: with a capital, and not at the beginning. */
function properWords(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name] of text.matchAll(/(?<=[\p{L}\p{N},;]\s+)\p{Lu}[\p{L}]+/gu))
    for (const word of recallWords(name)) found.add(word);
  return found;
}
