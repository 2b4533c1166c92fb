import { closing } from '../readers/arguments.js';
import { pythonCalls } from '../readers/python.js';
import type { Dialect, WrittenCall } from '../scanning/dialect.js';

const START = '<|python_start|>';

/** A value as Python writes it. */
export function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one)}`)
    .join(', ')}}`;
}

/** A call as Python writes it. */
export const pythonText = ({ name, arguments: args }: WrittenCall): string =>
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
    if (opener === START) yield* closing(s, ['<|python_end|>']);
    return true;
  },
  write: (call) => `[${pythonText(call)}]`,
};
