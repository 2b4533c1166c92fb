import { jsonCall, sectionCalls } from '../readers/arguments.js';
import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const [SECTION, END_SECTION] = ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'];
const [CALL, SEPARATOR, END] = ['<｜tool▁call▁begin｜>', '<｜tool▁sep｜>', '<｜tool▁call▁end｜>'];
const NAME_ENDS = [SEPARATOR, END, CALL, END_SECTION, '\n'];
const ENDS = [END];

/** Reads up to the separator, on one line. */
function* toSeparator(s: Scan): Reading<string> {
  const from = s.position;
  if ((yield* s.until(NAME_ENDS)) !== SEPARATOR || s.position - from > 300) return '';
  const text = s.slice(from, s.position).trim();
  s.at += SEPARATOR.length;
  return text;
}

/** V3 and R1: `function`, the separator, the name, and the arguments in a fence. */
function* fencedName(s: Scan): Reading<string> {
  if ((yield* toSeparator(s)) !== 'function') return '';
  const name = yield* s.name();
  yield* s.spaces();
  return (yield* s.literal('```json')) ? name : '';
}

function* call(s: Scan, nameOf: (s: Scan) => Reading<string>): Reading {
  const name = yield* nameOf(s);
  if (name === '') return false;
  return yield* jsonCall(s, name, ENDS, { after: ['```', END] });
}

const calls = (s: Scan, opener: string, nameOf: (s: Scan) => Reading<string>): Reading =>
  sectionCalls(s, opener, { call: CALL, end: END_SECTION }, (one) => call(one, nameOf));

/** DeepSeek V3 and R1: arguments in a fence. */
export const deepseekV3R1: Dialect = {
  id: 'deepseek-v3-r1',
  openers: [SECTION, CALL],
  read: (s, opener) => calls(s, opener, fencedName),
  write: ({ name, arguments: args }) =>
    `${SECTION}${CALL}function${SEPARATOR}${name}\n\`\`\`json\n${JSON.stringify(args)}\n\`\`\`${END}${END_SECTION}`,
};

/** DeepSeek V3.1: the same without type and fence. */
export const deepseekV31: Dialect = {
  id: 'deepseek-v31',
  openers: [SECTION, CALL],
  read: (s, opener) => calls(s, opener, toSeparator),
  write: ({ name, arguments: args }) =>
    `${SECTION}${CALL}${name}${SEPARATOR}${JSON.stringify(args)}${END}${END_SECTION}`,
};
