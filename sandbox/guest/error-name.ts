import { ErrorClass, getPrototypeOf, has, includes, push } from './primordials.js';

/** Names that an error has from the language; a class that extends one of them is more telling. */
const BUILT_IN = [
  ...['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['AggregateError', 'InternalError'],
];
/** Classes above an error's own that are looked at. */
const CLASSES = 4;

/** The name of an error: its own, else its class's. Runs getters of the plugin, which may throw. */
export function errorName(error: object): unknown {
  const { name } = error as { name?: unknown };
  if (has(error, 'name') || !includes(BUILT_IN, name)) return name;
  const made = classNames(error)[0];
  return made === undefined || made === '' ? name : made;
}

/** The names of an error's class and of those that it extends: their constructors stand first in its stack. */
export function classNames(error: object): string[] {
  const names: string[] = [];
  let made: unknown = (error as { constructor?: unknown }).constructor;
  for (let i = 0; i < CLASSES && typeof made === 'function' && made !== ErrorClass; i++) {
    const { name } = made as { name?: unknown };
    if (typeof name === 'string') push(names, name);
    made = getPrototypeOf(made);
  }
  return names;
}
