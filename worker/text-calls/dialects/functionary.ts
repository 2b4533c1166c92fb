import { jsonCall } from '../readers/arguments.js';
import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const [TAG, END_TAG, RECIPIENT] = ['<function=', '</function>', '>>>'];
const TAG_ENDS = [END_TAG];
const NEXT = [RECIPIENT];

/** v3.1: the name in a tag. */
function* tagged(s: Scan): Reading {
  const name = yield* s.name();
  if (name === '' || !(yield* s.literal('>'))) return false;
  yield* s.spaces();
  if ((yield* s.peek()) !== 123) return false;
  return yield* jsonCall(s, name, TAG_ENDS, { after: TAG_ENDS });
}

/** v3.2: a line that says for whom what follows is; `all` is everybody. */
function* addressed(s: Scan): Reading {
  const name = yield* s.name();
  if (name === '' || !(yield* s.literal('\n'))) return false;
  if (name === 'all' && !s.rules.picky) {
    s.text('hidden');
    return true;
  }
  if (!s.mayMean(name) || (yield* s.peek()) !== 123) return false;
  return yield* jsonCall(s, name, NEXT);
}

/** Functionary 3.1 and 3.2. */
export const functionary: Dialect = {
  id: 'functionary',
  openers: [TAG, RECIPIENT],
  // The prompt ends with the first mark already.
  *start(s) {
    return !s.rules.picky && (yield* addressed(s));
  },
  read: (s, opener) => (opener === TAG ? tagged(s) : addressed(s)),
  write: ({ name, arguments: args }) => `${TAG}${name}>${JSON.stringify(args)}${END_TAG}`,
};
