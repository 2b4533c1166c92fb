import { DEPTH } from '../arguments/plain-json.js';
import type { Cursor } from '../scanning/cursor.js';
import { isSpace } from '../scanning/cursor.js';
import type { Reading } from '../scanning/source.js';

const QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;

/** Reads to the end of a string whose opening quote has been read. */
export function* endOfString(s: Cursor, quote: number): Reading {
  for (;;) {
    const { chunk, end } = s;
    while (s.at < end) {
      const code = chunk.charCodeAt(s.at);
      if (code === quote) {
        s.at += 1;
        return true;
      }
      if (code === BACKSLASH) {
        // The escaped character must not be mistaken for the end.
        if (s.at + 1 === chunk.length) break;
        s.at += 1;
      }
      s.at += 1;
    }
    if (!(yield* s.more())) return false;
  }
}

/**
 * Reads one JSON value by its strings and brackets, without judging the rest, so that what can be repaired is read too.
 * Single quotes count where a value or key begins.
 * @returns false when it is unbalanced, never ends, or meets `stop` outside a string.
 */
export function* readJson(s: Cursor, stop = -1): Reading {
  const open: number[] = [];
  /** A value or a key may begin here. */
  let fresh = true;
  for (;;) {
    while (s.at >= s.end) if (!(yield* s.more())) return false;
    const code = s.chunk.charCodeAt(s.at);
    if (code === stop) return false;
    s.at += 1;
    if (code === QUOTE || (code === APOSTROPHE && fresh)) {
      if (!(yield* endOfString(s, code))) return false;
      fresh = false;
      if (open.length === 0) return s.fits();
    } else if (code === 123 || code === 91) {
      open.push(code + 2);
      if (open.length > DEPTH) return false;
      fresh = true;
    } else if (code === 125 || code === 93) {
      if (open.pop() !== code) return false;
      fresh = false;
      if (open.length === 0) return s.fits();
    } else if (open.length === 0) {
      if (!isSpace(code)) return yield* readScalar(s);
    } else if (!isSpace(code)) fresh = code === 44 || code === 58;
  }
}

const ends = (code: number): boolean =>
  isSpace(code) || code === 44 || code === 93 || code === 125 || code === 60 || code === 59 || code === 41;

/** The rest of a number or a literal outside all brackets. */
function* readScalar(s: Cursor): Reading {
  do {
    while (s.at < s.end) {
      if (ends(s.chunk.charCodeAt(s.at))) return s.fits();
      s.at += 1;
    }
  } while (yield* s.more());
  return s.ended && s.fits();
}
