import type { Dialect } from '../dialect.js';
import { readEnvelopes } from '../readers/envelopes.js';

const START = '[TOOL_CALLS]';
const LIST = ['[', '{'];
/** Most of what may stand between the marker and the list. */
const JUNK = 200;

/** Mistral before v11: a list of objects behind a marker. */
export const mistralJsonArray: Dialect = {
  id: 'mistral-json-array',
  openers: [START],
  reasoning: [{ open: '[THINK]', close: '[/THINK]' }],
  *read(s) {
    yield* s.spaces();
    const from = s.position;
    if (s.picky) return yield* readEnvelopes(s);
    if ((yield* s.until(LIST)) === undefined || s.position - from > JUNK) return false;
    return yield* readEnvelopes(s);
  },
  write: (call) => `${START}[${JSON.stringify(call)}]`,
};
