import { closing } from '../readers/arguments.js';
import { parseBraces, writeBraces } from '../readers/braces.js';
import { pythonCall, pythonCalls } from '../readers/python.js';
import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

interface Shape {
  readonly quote: string;
  readonly end: string;
  /** Built once, because they are found by identity. */
  readonly marks: readonly string[];
  readonly quotes: readonly string[];
}

const shape = (quote: string, end: string): Shape => ({ quote, end, marks: [quote, end], quotes: [quote] });

const FENCE = '```tool_code';
const [FUNCTION_GEMMA, GEMMA_4] = ['<start_function_call>', '<|tool_call>'];
const SHAPES: { readonly [opener: string]: Shape } = {
  [FUNCTION_GEMMA]: shape('<escape>', '<end_function_call>'),
  [GEMMA_4]: shape('<|"|>', '<tool_call|>'),
};

/** Goes to the end of the call, past strings that hold what looks like one. */
function* toEnd(s: Scan, { quote, end, marks, quotes }: Shape): Reading {
  for (;;) {
    const mark = yield* s.until(marks);
    if (mark === undefined) return false;
    if (mark === end) return true;
    s.at += quote.length;
    if ((yield* s.until(quotes)) === undefined) return false;
    s.at += quote.length;
  }
}

function* braced(s: Scan, by: Shape): Reading {
  yield* s.spaces();
  if (!(yield* s.literal('call:'))) return false;
  const name = yield* s.name();
  if (name === '' || (yield* s.peek()) !== 123) return false;
  s.begin(name);
  s.startArguments();
  const from = s.position;
  if (!(yield* toEnd(s, by))) return s.fail();
  const raw = s.slice(from, s.position).trim();
  s.at += by.end.length;
  const found = parseBraces(raw, by.quote);
  return found ? s.call({ arguments: found.value, raw }) : s.broken();
}

/** Gemma 3: Python calls in a fence, in a list, printed, or as they are. */
function* fenced(s: Scan): Reading {
  for (let count = 0; ; count++) {
    const from = s.position;
    yield* s.spaces();
    const wrapped = yield* s.oneOf(['print(', '[']);
    if (!(yield* wrapped === '[' ? pythonCalls(s) : pythonCall(s))) {
      if (s.fail()) return true;
      if (count === 0) return false;
      s.rewind(from);
      yield* closing(s, ['```']);
      return true;
    }
    if (wrapped === 'print(') yield* closing(s, [')']);
  }
}

/** FunctionGemma and Gemma 4 between markers, Gemma 3 in a fence. */
export const gemmaCall: Dialect = {
  id: 'gemma-call',
  openers: [FUNCTION_GEMMA, GEMMA_4, FENCE],
  read(s, opener) {
    const by = SHAPES[opener];
    return by ? braced(s, by) : fenced(s);
  },
  write: ({ name, arguments: args }) => `${GEMMA_4}call:${name}${writeBraces(args, '<|"|>')}<tool_call|>`,
};
