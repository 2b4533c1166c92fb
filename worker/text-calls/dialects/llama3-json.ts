import type { Dialect } from '../dialect.js';
import { closing } from '../readers/arguments.js';
import { readEnvelope } from '../readers/envelope.js';

const TAG = '<|python_tag|>';

/** Llama 3: an object, with or without a marker, several parted by `;` or lines. */
export const llama3Json: Dialect = {
  id: 'llama3-json',
  openers: [TAG, '{'],
  *read(s, opener) {
    if (opener === '{') s.rewind(s.position - 1);
    else yield* s.spaces();
    if (!(yield* readEnvelope(s, { bare: opener === '{' }))) return s.fail();
    yield* closing(s, [';']);
    return true;
  },
  write: ({ name, arguments: args }) => JSON.stringify({ name, parameters: args }),
};
