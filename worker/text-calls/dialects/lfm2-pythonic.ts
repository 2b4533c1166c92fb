import { closing } from '../readers/arguments.js';
import { readEnvelopes } from '../readers/envelopes.js';
import { pythonCalls } from '../readers/python.js';
import type { Dialect } from '../scanning/dialect.js';
import { pythonText } from './pythonic.js';

const [START, END] = ['<|tool_call_start|>', '<|tool_call_end|>'];

/** LFM2: a list of Python calls between markers. */
export const lfm2Pythonic: Dialect = {
  id: 'lfm2-pythonic',
  openers: [START],
  *read(s) {
    yield* s.spaces();
    const from = s.position;
    yield* s.literal('[');
    yield* s.spaces();
    // Earlier ones write objects.
    const objects = (yield* s.peek()) === 123;
    if (objects) s.rewind(from);
    if (!(yield* objects ? readEnvelopes(s) : pythonCalls(s))) return false;
    yield* closing(s, [END]);
    return true;
  },
  write: (call) => `${START}[${pythonText(call)}]${END}`,
};
