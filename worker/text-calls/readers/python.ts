import { parseKeywords } from '../arguments/python.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const BACKSLASH = 92;
const LINE = 10;

/** Reads to the end of a Python string, whose first quote is next; a line's end ends one that is not triple. */
function* pythonString(s: Scan, quote: string): Reading {
  const triple = quote.repeat(3);
  const mark = (yield* s.oneOf([triple, quote])) ?? quote;
  for (;;) {
    const code = yield* s.peek();
    if (code < 0) return false;
    if (code === LINE && mark === quote) return true;
    if (code === BACKSLASH) {
      s.at += 1;
      if ((yield* s.peek()) < 0) return false;
      s.at += 1;
    } else if (String.fromCharCode(code) !== quote) s.at += 1;
    else if ((yield* s.oneOf([mark])) !== undefined) return true;
    else s.at += 1;
  }
}

/** Reads to the parenthesis that closes a call, and past it. */
function* toClosing(s: Scan): Reading {
  let depth = 1;
  for (;;) {
    const code = yield* s.peek();
    if (code < 0) return false;
    const char = String.fromCharCode(code);
    if (char === '"' || char === "'") {
      if (!(yield* pythonString(s, char))) return false;
      continue;
    }
    s.at += 1;
    if (char === '(' || char === '[' || char === '{') depth += 1;
    if (char === ')' || char === ']' || char === '}') depth -= 1;
    if (depth === 0) return s.fits();
  }
}

/**
 * Reads one call `name(key=value)`.
 * @returns false when it is none, or never ends; then one that had begun is still open.
 */
export function* pythonCall(s: Scan): Reading {
  const name = yield* s.name('.');
  if (name === '' || /^[\d.]/.test(name) || !(yield* s.literal('(')) || !s.mayMean(name)) return false;
  s.begin(name);
  s.startArguments();
  const from = s.position;
  if (!(yield* toClosing(s))) return false;
  const raw = s.slice(from, s.position - 1);
  const parsed = parseKeywords(raw);
  return parsed ? s.call({ arguments: parsed.value, raw }) : s.broken();
}

/** Reads `name(…), name(…)]` behind its bracket: a call that cannot be read takes no other along. */
export function* pythonCalls(s: Scan): Reading {
  const before = s.calls;
  for (let count = 0; ; count++) {
    const from = s.position;
    yield* s.spaces();
    if (!(yield* pythonCall(s))) return s.fail() || s.leave(from, count);
    const end = s.position;
    yield* s.spaces();
    const next = yield* s.oneOf([',', ']']);
    if (next === ']') {
      // Around nothing but what cannot be read, a bracket is part of it.
      s.text(s.calls > before ? 'hidden' : 'shown');
      return true;
    }
    if (next === undefined) {
      s.rewind(end);
      return true;
    }
  }
}
