import { closing } from '../readers/arguments.js';
import { readEnvelope } from '../readers/envelope.js';
import { readJson } from '../readers/json.js';
import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const TAG = '<|python_tag|>';

/** Reads past an object that is no call: nothing inside it is one either. */
function* otherObject(s: Scan, from: number): Reading {
  s.tooLong = false;
  s.rewind(from + 1);
  yield* s.spaces();
  // Prose in braces is read on as it comes.
  if ((yield* s.peek()) !== 34) return false;
  s.rewind(from);
  if (!(yield* readJson(s))) return false;
  s.text();
  return true;
}

/** Llama 3: an object, with or without a marker, several parted by `;` or lines. */
export const llama3Json: Dialect = {
  id: 'llama3-json',
  openers: [TAG, '{'],
  *read(s, opener) {
    if (opener === '{') s.rewind(s.position - 1);
    else yield* s.spaces();
    const from = s.position;
    if (!(yield* readEnvelope(s, { bare: opener === '{' }))) return s.fail() || (yield* otherObject(s, from));
    yield* closing(s, [';']);
    return true;
  },
  write: ({ name, arguments: args }) => JSON.stringify({ name, parameters: args }),
};
