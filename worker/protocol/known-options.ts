import { BulkheadError } from './errors.js';
import { unknownKey } from './nearest.js';

/** The names of options of one function; `satisfies` holds them to its type. */
export type KnownOptions<T> = { readonly [name in keyof Required<T>]: true };

/** @throws `BAD_ARGS` unless options are an object; for one that is not known, naming the nearest that is. `undefined` counts as not given. */
export function checkOptions(where: string, given: unknown, known: object): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null) {
    throw new BulkheadError('BAD_ARGS', `${where}: options must be an object { ${Object.keys(known).join(', ')} }`);
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    throw new BulkheadError('BAD_ARGS', unknownKey(where, name, Object.keys(known)));
  }
}
