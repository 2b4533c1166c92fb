import { jsonArguments, sectionCalls } from '../readers/arguments.js';
import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const [SECTION, END_SECTION] = ['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'];
const [CALL, ARGUMENTS, END] = ['<|tool_call_begin|>', '<|tool_call_argument_begin|>', '<|tool_call_end|>'];
const HEADER_ENDS = [ARGUMENTS, END, CALL, END_SECTION, '\n'];
const ENDS = [END];
/** What a call's id is: its function, and its place among the calls. */
const ID = /^(?:functions\.)?(.*?)(:\d+)?$/s;

function* call(s: Scan): Reading {
  const from = s.position;
  if ((yield* s.until(HEADER_ENDS)) !== ARGUMENTS || s.position - from > 300) return false;
  const callId = s.slice(from, s.position).trim();
  const [, name = '', place] = ID.exec(callId) ?? [];
  if (name === '') return false;
  s.at += ARGUMENTS.length;
  s.begin(name);
  const found = yield* jsonArguments(s, ENDS);
  if (!found) return s.fail();
  yield* s.spaces();
  yield* s.literal(END);
  // Without its index the call has no id for its result.
  return place === undefined ? s.broken('id') : s.call({ ...found, callId });
}

/** Kimi K2: a section of calls, each with an id that names its function. */
export const kimiK2: Dialect = {
  id: 'kimi-k2',
  openers: [SECTION, CALL],
  read: (s, opener) => sectionCalls(s, opener, { call: CALL, end: END_SECTION }, call),
  write: ({ name, arguments: args }) =>
    `${SECTION}${CALL}functions.${name}:0${ARGUMENTS}${JSON.stringify(args)}${END}${END_SECTION}`,
};
