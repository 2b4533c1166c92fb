import { readEnvelopes } from '../readers/envelopes.js';
import type { Dialect } from '../scanning/dialect.js';

const START = '[TOOL_CALLS]';
const LIST = ['[', '{'];
/** A message has one list; what follows it is text. */
const LISTED = 'listed';
/** Most of what may stand between the marker and the list. */
const JUNK = 200;

/** Mistral before v11: a list of objects behind a marker. */
export const mistralJsonArray: Dialect = {
  id: 'mistral-json-array',
  openers: [START],
  reasoning: [{ open: '[THINK]', close: '[/THINK]' }],
  *read(s) {
    if (s.notes.has(LISTED)) return false;
    yield* s.spaces();
    const from = s.position;
    if (!s.picky && ((yield* s.until(LIST)) === undefined || s.position - from > JUNK)) return false;
    const found = yield* readEnvelopes(s);
    if (found) s.notes.add(LISTED);
    return found;
  },
  write: (call) => `${START}[${JSON.stringify(call)}]`,
};
