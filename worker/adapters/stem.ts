import { stemmer } from 'stemmer';

/** Stems are kept: a chat says the same words over and over. */
const MOST_KEPT = 50_000;
const kept = new Map<string, string>();

/** The stem of an English word in lower case, by Porter's algorithm: `walked` and `walking` are `walk`. Other words stay as they are. */
export function stemOf(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const stem = /^[a-z]{3,40}$/.test(word) ? stemmer(word) : word;
  kept.set(word, stem);
  return stem;
}
