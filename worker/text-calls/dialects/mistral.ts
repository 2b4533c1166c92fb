import { jsonCall } from '../readers/arguments.js';
import { readEnvelopes } from '../readers/envelope.js';
import type { Dialect } from '../scanning/dialect.js';

const START = '[TOOL_CALLS]';
const NEXT = [START];
const LIST = ['[', '{'];
/** A message has one list; what follows it is text. */
const LISTED = 'listed';
/** Most of what may stand between the marker and the list. */
const JUNK = 200;
const reasoning = [{ open: '[THINK]', close: '[/THINK]' }];

/** Mistral before v11: a list of objects behind a marker. */
export const mistralJsonArray: Dialect = {
  id: 'mistral-json-array',
  openers: [START],
  reasoning,
  *read(s) {
    if (s.notes.has(LISTED)) return false;
    yield* s.spaces();
    const from = s.position;
    if (!s.rules.picky && ((yield* s.until(LIST)) === undefined || s.position - from > JUNK)) return false;
    const found = yield* readEnvelopes(s);
    if (found) s.notes.add(LISTED);
    return found;
  },
  write: (call) => `${START}[${JSON.stringify(call)}]`,
};

/** Mistral from v11 on: name and arguments behind a marker, for each call. */
export const mistralV11: Dialect = {
  id: 'mistral-v11',
  openers: [START],
  reasoning,
  *read(s) {
    yield* s.spaces();
    const name = yield* s.name();
    if (name === '') return false;
    const callId = (yield* s.literal('[CALL_ID]')) ? yield* s.name() : undefined;
    yield* s.spaces();
    const marked = yield* s.literal('[ARGS]');
    yield* s.spaces();
    if (!marked && (yield* s.peek()) !== 123) return false;
    return yield* jsonCall(s, name, NEXT, { callId });
  },
  write: ({ name, arguments: args }) => `${START}${name}[ARGS]${JSON.stringify(args)}`,
};
