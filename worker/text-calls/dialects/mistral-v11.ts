import { jsonArguments } from '../readers/arguments.js';
import type { Dialect } from '../scanning/dialect.js';

const START = '[TOOL_CALLS]';
const NEXT = [START];

/** Mistral from v11 on: name and arguments behind a marker, for each call. */
export const mistralV11: Dialect = {
  id: 'mistral-v11',
  openers: [START],
  reasoning: [{ open: '[THINK]', close: '[/THINK]' }],
  *read(s) {
    yield* s.spaces();
    const name = yield* s.name();
    if (name === '') return false;
    let callId: string | undefined;
    if (yield* s.literal('[CALL_ID]')) callId = yield* s.name();
    yield* s.spaces();
    const marked = yield* s.literal('[ARGS]');
    yield* s.spaces();
    if (!marked && (yield* s.peek()) !== 123) return false;
    s.begin(name);
    const found = yield* jsonArguments(s, name, NEXT);
    return found ? s.call({ ...found, callId }) : s.fail();
  },
  write: ({ name, arguments: args }) => `${START}${name}[ARGS]${JSON.stringify(args)}`,
};
