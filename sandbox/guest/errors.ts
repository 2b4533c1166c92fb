import { classNames, errorName } from './error-name.js';
import {
  defineProperty,
  ErrorClass,
  ErrorPrototype,
  getOwn,
  has,
  includes,
  inherits,
  isArray,
  isObject,
  push,
  slice,
  stringify,
  TypeErrorClass,
  toText,
} from './primordials.js';
import { type GuestLimits, REPORT } from './wire.js';

const marks = new WeakMap<object, string>();
const markGet = WeakMap.prototype.get.bind(marks);
const markSet = WeakMap.prototype.set.bind(marks);

/** An error of the bridge's own. Its code counts while the plugin loads; what a tool throws later is the tool's word. */
export function fault(code: string, message: string, asTypeError = false): Error {
  const error = asTypeError ? new TypeErrorClass(message) : new ErrorClass(message);
  defineProperty(error, 'code', { value: code, enumerable: true });
  markSet(error, code);
  return error;
}

/** An error as the platform names it when something was aborted. */
export function abortError(message: string): Error {
  const error = new ErrorClass(message);
  defineProperty(error, 'name', { value: 'AbortError', configurable: true, writable: true });
  return error;
}

/** True for an error of any kind, a proxy around one included. Never throws. */
export function isError(value: unknown): value is Error {
  try {
    return inherits(ErrorPrototype, value as object);
  } catch {
    return false;
  }
}

/** The code that `fault` gave an error, if it did. */
export function markOf(thrown: unknown): string | undefined {
  return (typeof thrown === 'object' && thrown !== null ? markGet(thrown) : undefined) as string | undefined;
}

function cut(read: () => unknown, limit: number): string | undefined {
  try {
    const value = read();
    if (value === undefined || value === null) return undefined;
    return slice(typeof value === 'string' ? value : toText(value), 0, limit);
  } catch {
    return undefined;
  }
}

/** Puts anything thrown into bounded plain text, with as little of the plugin's code as it can. Never throws: the call would never end. */
export function describe(thrown: unknown, limits: GuestLimits, bridge?: string): string {
  try {
    const { errorNameChars: name, errorMessageChars: message } = limits;
    return stringify({ ...describeAny(thrown, { name, message, stack: REPORT.stackChars }, []), bridge });
  } catch {
    return stringify({ name: 'Error', message: 'an error that cannot be described', bridge });
  }
}

/** Greatest lengths, in characters. An error without a stack is shown without its causes. */
interface Bounds {
  readonly name: number;
  readonly message: number;
  readonly stack: number;
}

const OF_CAUSES: Bounds = { name: REPORT.causeNameChars, message: REPORT.causeChars, stack: REPORT.causeStackChars };
const OF_MANY: Bounds = { name: REPORT.causeNameChars, message: REPORT.manyChars, stack: 0 };

/** `above`: the errors of which this one is the cause. */
function describeAny(thrown: unknown, bounds: Bounds, above: readonly object[]): object {
  if (!isObject(thrown)) {
    const message = thrown === undefined || thrown === null ? '' : (cut(() => thrown, bounds.message) ?? '');
    return { name: 'Error', message };
  }
  const source = thrown as { message?: unknown; code?: unknown; hint?: unknown; stack?: unknown };
  const own = (key: 'code' | 'hint', limit: number) => cut(() => (has(source, key) ? source[key] : undefined), limit);
  const isWhole = isError(thrown) && bounds.stack > 0;
  return {
    name: cut(() => errorName(source), bounds.name) ?? 'Error',
    message: cut(() => source.message, bounds.message) ?? '',
    code: own('code', bounds.name),
    hint: own('hint', bounds.message),
    stack: isWhole ? cut(() => source.stack, bounds.stack) : undefined,
    classes: isWhole ? classesOf(thrown, bounds.name) : undefined,
    cause: isWhole ? causeOf(thrown, above) : undefined,
    errors: isWhole ? errorsOf(thrown, above) : undefined,
  };
}

function classesOf(error: object, limit: number): string[] | undefined {
  try {
    const names = classNames(error);
    const short: string[] = [];
    for (let i = 0; i < names.length; i++) push(short, slice(names[i] as string, 0, limit));
    return short;
  } catch {
    return undefined;
  }
}

/** A property of an error's own that is no getter. */
function dataOf(error: object, key: string): unknown {
  try {
    return getOwn(error, key)?.value;
  } catch {
    return undefined;
  }
}

function causeOf(error: object, above: readonly object[]): object | undefined {
  const cause = dataOf(error, 'cause');
  if (cause === undefined || cause === null || above.length >= REPORT.causes) return undefined;
  const all: object[] = [error];
  for (let i = 0; i < above.length; i++) push(all, above[i] as object);
  return includes(all, cause) ? undefined : describeAny(cause, OF_CAUSES, all);
}

/** The first of the errors that an `AggregateError` stands for. */
function errorsOf(error: object, above: readonly object[]): object[] | undefined {
  const errors = dataOf(error, 'errors');
  if (!isArray(errors)) return undefined;
  const described: object[] = [];
  try {
    for (let i = 0; i < errors.length && i < REPORT.errors; i++) {
      const one: unknown = errors[i];
      if (one !== error && !includes(above, one)) push(described, describeAny(one, OF_MANY, []));
    }
  } catch {
    // A proxy: what could be read of it stays.
  }
  return described;
}
