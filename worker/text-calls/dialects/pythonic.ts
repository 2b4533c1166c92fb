import { closing } from '../readers/arguments.js';
import { readEnvelopes } from '../readers/envelope.js';
import { pythonCalls } from '../readers/python.js';
import type { Dialect, WrittenCall } from '../scanning/dialect.js';

const [START, END] = ['<|python_start|>', '<|python_end|>'];
const [LFM2_START, LFM2_END] = ['<|tool_call_start|>', '<|tool_call_end|>'];

/** A value as Python writes it. */
function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one)}`)
    .join(', ')}}`;
}

/** A call as Python writes it. */
const pythonText = ({ name, arguments: args }: WrittenCall): string =>
  `${name}(${Object.entries(args)
    .map(([key, value]) => `${key}=${pythonLiteral(value)}`)
    .join(', ')})`;

/** Llama 4, OLMo 3, Gemma 3: a list of Python calls. */
export const pythonic: Dialect = {
  id: 'pythonic',
  openers: [START, '['],
  *read(s, opener) {
    if (opener === START) {
      yield* s.spaces();
      if (!(yield* s.literal('['))) return false;
    }
    if (!(yield* pythonCalls(s))) return false;
    if (opener === START) yield* closing(s, [END]);
    return true;
  },
  write: (call) => `[${pythonText(call)}]`,
};

/** LFM2: a list of Python calls between markers. */
export const lfm2Pythonic: Dialect = {
  id: 'lfm2-pythonic',
  openers: [LFM2_START],
  *read(s) {
    yield* s.spaces();
    const from = s.position;
    yield* s.literal('[');
    yield* s.spaces();
    // Earlier ones write objects.
    const objects = (yield* s.peek()) === 123;
    if (objects) s.rewind(from);
    if (!(yield* objects ? readEnvelopes(s) : pythonCalls(s))) return false;
    yield* closing(s, [LFM2_END]);
    return true;
  },
  write: (call) => `${LFM2_START}[${pythonText(call)}]${LFM2_END}`,
};
