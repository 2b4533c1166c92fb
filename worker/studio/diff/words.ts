import type { LinePart } from '../../protocol/studio.js';
import { align } from './align.js';

/** Characters of two lines together that are compared by words. */
const MOST_CHARS = 20_000;

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_]+|\s+|[\s\S]/gu;

/** Two lines, with what only one of them has marked. */
export function markWords(before: string, after: string): { before: readonly LinePart[]; after: readonly LinePart[] } {
  if (before.length + after.length > MOST_CHARS) {
    return { before: [{ text: before, marked: true }], after: [{ text: after, marked: true }] };
  }
  const [old, now] = [before.match(WORD) ?? [], after.match(WORD) ?? []];
  const matches = align(old, now);
  return {
    before: parts(old, new Set(matches.map(([at]) => at))),
    after: parts(now, new Set(matches.map(([, at]) => at))),
  };
}

/** Stretches that are shared, and those that are not; a blank between two that are not belongs to them. */
function parts(words: readonly string[], shared: ReadonlySet<number>): LinePart[] {
  const marks = words.map((_, at) => !shared.has(at));
  for (let at = 1; at + 1 < words.length; at += 1) {
    if (isBlank(words[at]) && marks[at - 1] && marks[at + 1]) marks[at] = true;
  }
  for (let start = 0; start < words.length; start += 1)
    if (marks[start] && !marks[start - 1]) slide(words, marks, start);
  const found: { text: string; marked: boolean }[] = [];
  words.forEach((text, at) => {
    const marked = marks[at] === true;
    const last = found.at(-1);
    if (last?.marked === marked) last.text += text;
    else found.push({ text, marked });
  });
  return found.map(({ text, marked }) => (marked ? { text, marked } : { text }));
}

const isBlank = (word: string | undefined): boolean => word?.trim() === '';

/**
 * Of “new. You go.” it is “ You go.” that came, not “. You go”: a stretch that ends before what it begins with is as well the one a
 * little further on, or back, and better where that begins with a blank.
 */
function slide(words: readonly string[], marks: boolean[], start: number): void {
  let end = start;
  while (marks[end]) end += 1;
  const length = end - start;
  const mark = (from: number, to: number, marked: boolean) => marks.fill(marked, from, to);
  for (let by = 0; by < length; by += 1) {
    if (isBlank(words[start + by])) {
      mark(start, start + by, false);
      mark(end, end + by, true);
      return;
    }
    if (marks[end + by] !== false || words[start + by] !== words[end + by]) break;
  }
  for (let by = 1; by <= length; by += 1) {
    if (marks[start - by] !== false || words[start - by] !== words[end - by]) return;
    if (isBlank(words[start - by])) {
      mark(start - by, start, true);
      mark(end - by, end, false);
      return;
    }
  }
}
