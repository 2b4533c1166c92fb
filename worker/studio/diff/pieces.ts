import { align, type Match } from './align.js';

/** A line of a text, or a part of a long one. */
export interface Piece {
  /** Counts from 1. */
  readonly line: number;
  /** Goes on where the piece before it ends: without a break. */
  readonly inner: boolean;
  readonly text: string;
}

const LINE_CHARS = 200;
/** The least and the most that a part has. */
const LEAST = 20;
const MOST = 600;

const SENTENCE = /[.!?…。！？；;]["'”’»」』)）\]]*\s*/gu;
const BREAK = /\s+/g;

/** Two texts in pieces, and those that both have. */
export interface Pieces {
  readonly before: readonly Piece[];
  readonly after: readonly Piece[];
  readonly matches: readonly Match[];
}

/** Compares two texts line by line, and lines that differ by their sentences where one of them is long. A text that is missing has none. */
export function matchTexts(before: string | undefined, after: string | undefined): Pieces {
  const [old, now] = [before?.split('\n') ?? [], after?.split('\n') ?? []];
  const left: Piece[] = [];
  const right: Piece[] = [];
  const matches: Match[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...align(old, now), [old.length, now.length] as const]) {
    const long = [...old.slice(i, x), ...now.slice(j, y)].some((line) => line.length > LINE_CHARS);
    const gone = old.slice(i, x).flatMap((line, at) => partsOf(line, i + at, long));
    const come = now.slice(j, y).flatMap((line, at) => partsOf(line, j + at, long));
    const [a, b] = [left.length, right.length];
    for (const piece of gone) left.push(piece);
    for (const piece of come) right.push(piece);
    if (long) for (const [m, n] of align(gone.map(keyOf), come.map(keyOf))) matches.push([a + m, b + n]);
    if (x < old.length) {
      // The same line on both sides falls into the same pieces.
      const same = partsOf(old[x] as string, x, (old[x] as string).length > LINE_CHARS);
      for (const [at, piece] of same.entries()) {
        matches.push([left.length, right.length]);
        left.push(piece);
        right.push({ ...piece, line: y + 1 });
        if (at === same.length - 1) [i, j] = [x + 1, y + 1];
      }
    }
  }
  return { before: left, after: right, matches };
}

/** What two pieces have in common when they are the same. */
export const keyOf = ({ inner, text }: Piece): string => (inner ? `+${text}` : ` ${text}`);

/** The text of which these are the pieces. */
export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ inner, text }, at) => (inner || at === 0 ? text : `\n${text}`)).join('');

function partsOf(text: string, at: number, long: boolean): readonly Piece[] {
  return (long ? sentencesOf(text) : [text]).map((part, n) => ({ line: at + 1, inner: n > 0, text: part }));
}

/** The sentences of a line; where it has none, it is cut where the text itself says, and so at the same places in any other line. */
function sentencesOf(line: string): readonly string[] {
  const parts: string[] = [];
  for (const sentence of cut(line, SENTENCE)) {
    if (sentence.length <= MOST) parts.push(sentence);
    else for (const words of cut(sentence, BREAK, isEnd)) for (const run of runs(words)) parts.push(run);
  }
  return parts;
}

/** Cuts behind matches, but never so that less than `LEAST` is left in front. */
function cut(text: string, behind: RegExp, wanted: (text: string, end: number) => boolean = () => true): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(behind)) {
    const end = match.index + match[0].length;
    if (end - start < LEAST || end >= text.length || !wanted(text, match.index)) continue;
    parts.push(text.slice(start, end));
    start = end;
  }
  parts.push(text.slice(start));
  return parts;
}

/** About every eighth word ends a part. */
const isEnd = (text: string, at: number): boolean => mixed(text, at) % 8 === 0;

/** What has no break, cut about every hundred characters. */
function runs(text: string): readonly string[] {
  if (text.length <= MOST) return [text];
  const parts: string[] = [];
  let start = 0;
  for (let at = start + LEAST; at < text.length; at += 1) {
    if ((mixed(text, at) % 64 !== 0 && at - start < MOST) || isLow(text.charCodeAt(at))) continue;
    parts.push(text.slice(start, at));
    start = at;
    at += LEAST;
  }
  parts.push(text.slice(start));
  return parts;
}

/** A number of the few characters in front of a place. */
const mixed = (text: string, at: number): number =>
  Math.imul(
    Math.imul(text.charCodeAt(at - 1) + 31, 0x9e3779b1) ^
      (text.charCodeAt(at - 2) + 7) ^
      (text.charCodeAt(at - 3) << 7),
    0x85ebca6b,
  ) >>> 9;

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
