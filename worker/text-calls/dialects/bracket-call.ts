import { readArguments } from '../arguments/read.js';
import { readJson } from '../readers/json.js';
import { isSpace } from '../scanning/cursor.js';
import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const CLOSE = 41;

/** Reads `)` and `]`, with white space between. */
function* closed(s: Scan): Reading {
  if (!(yield* s.literal(')'))) return false;
  yield* s.spaces();
  return yield* s.literal(']');
}

/** Goes to the first `)` `]` outside quotes, and stops before it; a quote opens only where a value begins. */
function* toClose(s: Scan, quotes: boolean): Reading {
  let [fresh, quote] = [true, 0];
  for (;;) {
    const code = yield* s.peek();
    if (code < 0 || !s.fits()) return false;
    if (quote !== 0) {
      s.at += 1;
      if (code === 92 && (yield* s.peek()) >= 0) s.at += 1;
      else if (code === quote) quote = 0;
    } else if (code === CLOSE) {
      const here = s.position;
      if (yield* closed(s)) {
        s.rewind(here);
        return true;
      }
      fresh = false;
    } else if (!quotes && code === 91 && (yield* s.literal('[CALL'))) {
      // What never ended does not take the next call along.
      return false;
    } else {
      s.at += 1;
      if (quotes && fresh && (code === 34 || code === 39)) quote = code;
      if (!isSpace(code)) fresh = code === 44 || code === 61;
    }
  }
}

/** Reads to the end of the arguments, and stops before `)` `]`. @returns false when there is no end. */
function* toEnd(s: Scan): Reading {
  const from = s.position;
  yield* s.spaces();
  const first = yield* s.peek();
  if (first === 123 || first === 91 || first === 34) {
    if (yield* readJson(s)) {
      yield* s.spaces();
      const here = s.position;
      if (yield* closed(s)) {
        s.rewind(here);
        return true;
      }
      // The value is whole and its one parenthesis stands: only the bracket is missing, so this is no call.
      s.rewind(here);
      if ((yield* s.literal(')')) && (yield* s.peek()) !== CLOSE) return false;
    }
  } else if (yield* toClose(s, true)) return true;
  s.tooLong = false;
  s.rewind(from);
  return yield* toClose(s, false);
}

/** `[CALL: name({"key": "value"})]`: the default, which every model can write. */
export const bracketCall: Dialect = {
  id: 'bracket-call',
  openers: ['['],
  *read(s) {
    yield* s.spaces();
    if (!(yield* s.literal('CALL'))) return false;
    yield* s.spaces();
    if (!(yield* s.literal(':'))) return false;
    yield* s.spaces();
    const name = yield* s.name();
    if (name === '') return false;
    yield* s.spaces();
    const next = yield* s.oneOf(['(', ']']);
    if (next === undefined) return false;
    s.begin(name);
    if (next === ']') return s.call({ arguments: {}, raw: '' });
    s.startArguments();
    if (!(yield* toEnd(s))) return s.fail('unfinished');
    const raw = s.slice(s.argumentsFrom, s.position);
    yield* closed(s);
    const { value, repaired } = readArguments(raw, s.schema);
    return s.call({ arguments: value, repaired, raw });
  },
  write: ({ name, arguments: args }) => `[CALL: ${name}(${JSON.stringify(args)})]`,
};
