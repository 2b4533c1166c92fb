import { recallWords } from '../search/recall-words.js';
import type { Candidate } from './candidates.js';

/** Two texts that share so much of their words say the same. */
const SAME = 0.85;
/** A text of fewer words is no repetition of a message that happens to have them. */
const FEW = 4;
/** Words of a text that are compared at most. */
const MOST_WORDS = 400;

/** What is to be shown of a node. */
export interface Shown {
  readonly slot: number;
  readonly candidate: Candidate;
  readonly text: string;
  /** The same without its title and who says it. */
  readonly said: string;
}

export interface Budget {
  /** Nodes at most. */
  readonly k: number;
  /** Characters of all texts together at most. */
  readonly chars: number;
}

/** A text that the model has anyway. */
export interface Known {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

export const knownText = (text: string): Known => ({ text: plain(text), words: wordSet(text) });

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Words of a text as a set. */
function wordSet(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const word of recallWords(text)) {
    words.add(word);
    if (words.size >= MOST_WORDS) break;
  }
  return words;
}

/**
 * The best that fit the budget, each thing once. `known`: texts that the model has anyway; what only repeats them is left out.
 * `always` come first, whatever their score.
 */
export function choose(
  ranked: Iterable<Shown>,
  always: readonly Shown[],
  { k, chars }: Budget,
  known: readonly Known[],
): readonly Shown[] {
  const chosen: Shown[] = [];
  const taken: ReadonlySet<string>[] = [];
  let left = chars;
  const take = (shown: Shown): void => {
    if (shown.text.length > left) return;
    if (known.length > 0 && isKnown(shown.said, known)) return;
    const words = wordSet(shown.text);
    if (words.size > 0 && taken.some((one) => isSame(one, words))) return;
    left -= shown.text.length;
    taken.push(words);
    chosen.push(shown);
  };
  for (const shown of always) take(shown);
  const most = chosen.length + k;
  for (const shown of ranked) {
    if (chosen.length >= most || left <= 0) break;
    take(shown);
  }
  return chosen;
}

function isKnown(said: string, known: readonly Known[]): boolean {
  const [text, own] = [plain(said), wordSet(said)];
  return known.some((one) => one.text === text || (own.size >= FEW && isWithin(own, one.words)));
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [less, more] = a.size < b.size ? [a, b] : [b, a];
  let count = 0;
  for (const word of less) if (more.has(word)) count += 1;
  return count;
}

const isWithin = (words: ReadonlySet<string>, text: ReadonlySet<string>): boolean =>
  shared(words, text) >= words.size * SAME;

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  shared(a, b) >= (a.size + b.size - shared(a, b)) * SAME;
