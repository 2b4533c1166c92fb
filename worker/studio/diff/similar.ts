import { isMembers } from './plain.js';

/** Characters of a value that are looked at. */
const MOST_CHARS = 8_000;
/** Pairs that are looked at between two things that stay. */
const MOST_PAIRS = 10_000;
/** Things on each side, above which nobody asks what became of which. */
const MOST_THINGS = 2_000;
/** From here on something is rather changed than replaced. */
const ENOUGH = 0.45;
/** Texts up to here are one value, as a number is. */
const SHORT_CHARS = 40;

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

/** Places of two things in two lists. */
export type Places = readonly [before: number, after: number];

/** The words of a text, and how often each is there. */
interface Words {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
  /** Only things of one kind become each other. */
  readonly kind: string;
  /** Whoever has one is known by it. */
  readonly id: boolean;
}

function wordsOf(value: unknown): Words {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MOST_CHARS);
  const counts = new Map<string, number>();
  let total = 0;
  for (const [word] of text.matchAll(WORD)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    total += 1;
  }
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const id = isMembers(value) && (typeof value.id === 'string' || typeof value.id === 'number');
  return { counts, total, kind, id };
}

/** How much of two things is the same words, from 0 to 1. */
function likeness(before: Words, after: Words): number {
  if (before.kind !== after.kind || (before.id && after.id)) return 0;
  const [few, many] = before.counts.size < after.counts.size ? [before, after] : [after, before];
  let shared = 0;
  for (const [word, count] of few.counts) shared += Math.min(count, many.counts.get(word) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (before.total + after.total);
}

/** Which of the texts or items that went became which of those that came, in their order. */
export function likelyPairs(before: readonly unknown[], after: readonly unknown[]): readonly Places[] {
  const many = before.length * after.length > MOST_PAIRS;
  if (before.length === 0 || after.length === 0) return [];
  if (many && (before.length !== after.length || before.length > MOST_THINGS)) return [];
  const [old, now] = [before.map(wordsOf), after.map(wordsOf)];
  if (many) return old.flatMap((words, at) => (likeness(words, now[at] as Words) < ENOUGH ? [] : [[at, at] as const]));
  const width = now.length + 1;
  const scores = new Float64Array(old.length * width);
  const best = new Float64Array((old.length + 1) * width);
  const at = (i: number, j: number) => best[i * width + j] as number;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const score = likeness(old[i] as Words, now[j] as Words);
      scores[i * width + j] = score;
      const paired = score < ENOUGH ? 0 : at(i + 1, j + 1) + score;
      best[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Places[] = [];
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    const score = scores[i * width + j] as number;
    if (score >= ENOUGH && at(i, j) === at(i + 1, j + 1) + score) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= SHORT_CHARS : typeof value !== 'object' || value === null;

/** The same of items of arrays: as many short values on both sides replace each other one by one. */
export function likelyItems(before: readonly unknown[], after: readonly unknown[]): readonly Places[] {
  if (before.length === after.length && before.every(isShort) && after.every(isShort)) {
    return before.map((_, at) => [at, at]);
  }
  return likelyPairs(before, after);
}
