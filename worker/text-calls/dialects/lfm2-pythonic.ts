import type { Dialect } from '../dialect.js';
import { closing } from '../readers/arguments.js';
import { pythonCalls } from '../readers/python.js';
import { pythonText } from './pythonic.js';

const [START, END] = ['<|tool_call_start|>', '<|tool_call_end|>'];

/** LFM2: a list of Python calls between markers. */
export const lfm2Pythonic: Dialect = {
  id: 'lfm2-pythonic',
  openers: [START],
  *read(s) {
    yield* s.spaces();
    if (!(yield* s.literal('[')) || !(yield* pythonCalls(s))) return false;
    yield* closing(s, [END]);
    return true;
  },
  write: (call) => `${START}[${pythonText(call)}]${END}`,
};
