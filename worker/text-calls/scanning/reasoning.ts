import type { Cursor } from './cursor.js';
import { Quotes } from './quotes.js';
import type { Reading } from './source.js';

/** Between tags of these names a model thinks, whatever its dialect and the tags' case: calls there are text. */
export const REASONING = ['think', 'thinking', 'thought', 'reasoning', 'seed:think'] as const;
const NAMES: ReadonlySet<string> = new Set(REASONING);
const LONGEST = Math.max(...[...NAMES].map((name) => name.length));
/** What is hidden of a tag beside its name: a longer list of attributes is shown as reasoning. */
const ATTRIBUTES = 256;
/** How far a quotation may reach behind a tag that stands in it. */
const QUOTED = 500;
/** Tags of reasoning that may stand in each other; a deeper one is text of the reasoning. */
const DEEPEST = 64;

export const COMMENT = '<!--';
const COMMENT_END = ['-->'];

/** How tags begin, and comments: a finder stops there. */
export const TAG_STARTS: readonly string[] = [
  COMMENT,
  ...['t', 'T', 'r', 'R', 's', 'S'].flatMap((letter) => [`<${letter}`, `</${letter}`]),
];

/** A tag that opens reasoning, closes it, or does both; what closes any has no name. */
export interface ReasoningMark {
  readonly name: string | undefined;
  readonly is: 'open' | 'close' | 'empty';
}

const CLOSED: ReasoningMark = { name: undefined, is: 'close' };
const TAG = '<'.charCodeAt(0);

/** The reader's own place in a text that flows by. */
interface Flow extends Cursor {
  flow: 'text' | 'reasoning' | undefined;
  stopFlow(): void;
}

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 58;

/** Reads a tag of reasoning. Stays where it is when there is none. The text must be held. */
export function* readMark(s: Cursor): Reading<ReasoningMark | undefined> {
  const from = s.position;
  const mark = yield* readName(s);
  if (!mark) {
    s.rewind(from);
    return undefined;
  }
  return mark;
}

function* readName(s: Cursor): Reading<ReasoningMark | undefined> {
  if ((yield* s.peek()) !== TAG) return undefined;
  s.at += 1;
  let code = yield* s.peek();
  const closes = code === 47;
  if (closes) {
    s.at += 1;
    code = yield* s.peek();
  }
  let name = '';
  while (isLetter(code) && name.length <= LONGEST) {
    name += String.fromCharCode(code);
    s.at += 1;
    code = yield* s.peek();
  }
  name = name.toLowerCase();
  // A name that goes on is another one: `<thinker>`.
  const ends = code === 62 || code === 47 || code === 32 || (code >= 9 && code <= 13);
  if (!NAMES.has(name) || !ends) return undefined;
  const end = yield* skipAttributes(s);
  if (closes) return end === undefined ? undefined : { name, is: 'close' };
  return { name, is: end === 'empty' ? 'empty' : 'open' };
}

/** Reads up to the tag's end where that is near, and nothing otherwise. */
function* skipAttributes(s: Cursor): Reading<'end' | 'empty' | undefined> {
  const from = s.position;
  let before = 0;
  while (s.position - from <= ATTRIBUTES) {
    const code = yield* s.peek();
    if (code === 62) {
      s.at += 1;
      return before === 47 ? 'empty' : 'end';
    }
    if (code < 0 || code === 60) break;
    before = code;
    s.at += 1;
  }
  s.rewind(from);
  return undefined;
}

/**
 * Reads reasoning up to the tag that ends it, or the end of the text. Tags within are counted. A tag that stands in a quotation
 * (quotation marks, backticks or a code fence) is text: its quotation must have begun in the reasoning, and end soon behind
 * the tag. `opened`: the name of the tag that was read; none where any closing tag is the end, or one of these texts.
 */
export function* readReasoning(s: Flow, opened: string | undefined, closers: readonly string[] = []): Reading<void> {
  const stops = new Set([TAG, ...closers.map((text) => text.charCodeAt(0))]);
  const open: (string | undefined)[] = [opened];
  const quotes = new Quotes();
  s.limit = Number.POSITIVE_INFINITY;
  s.flow = 'reasoning';
  while (open.length > 0) {
    const code = yield* s.peek();
    if (code < 0) break;
    if (!stops.has(code)) {
      s.at += quotes.readOn(s.chunk, s.at, stops);
      continue;
    }
    s.stopFlow();
    s.hold();
    quotes.meet(code);
    const from = s.position;
    const closer = closers.length > 0 && (yield* s.oneOf(closers)) !== undefined;
    const mark = closer ? CLOSED : yield* readMark(s);
    if (!mark) {
      quotes.read(code);
      s.at += 1;
    } else if (!(yield* endsSoon(s, quotes, from))) {
      quotes.giveUp();
      quotes.read(62);
      count(open, mark);
    }
    s.flow = open.length > 0 ? 'reasoning' : undefined;
  }
  s.stopFlow();
}

/** An end closes what was opened under its name, and what stands open in that. */
function count(open: (string | undefined)[], { name, is }: ReasoningMark): void {
  if (is === 'open' && open.length < DEEPEST) open.push(name);
  if (is !== 'close') return;
  const at = name === undefined ? 0 : open.findLastIndex((one) => one === undefined || one === name);
  if (at >= 0) open.length = at;
}

/** Whether a quotation is open that ends soon. It is read to its end then; else the text stands behind the tag again. */
function* endsSoon(s: Cursor, quotes: Quotes, from: number): Reading {
  const quotation = quotes.open;
  if (!quotation) return false;
  const behind = s.position;
  const ahead = quotes.copy();
  s.rewind(from);
  while (s.position - behind < QUOTED) {
    const code = yield* s.peek();
    ahead.meet(code);
    if (code < 0 || ahead.open !== quotation) break;
    ahead.read(code);
    s.at += 1;
  }
  if (quotation.hasEnded) {
    quotes.take(ahead);
    return true;
  }
  s.rewind(behind);
  return false;
}

/** Reads a comment to its end, or the end of the text: all of it is text. */
export function* readComment(s: Flow): Reading<void> {
  s.limit = Number.POSITIVE_INFINITY;
  s.flow = 'text';
  const end = yield* s.until(COMMENT_END);
  s.at += end?.length ?? 0;
  s.stopFlow();
}
