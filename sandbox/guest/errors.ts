import {
  defineProperty,
  ErrorClass,
  ErrorPrototype,
  has,
  inherits,
  slice,
  stringify,
  TypeErrorClass,
  toText,
} from './primordials.js';
import type { GuestLimits } from './wire.js';

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
  const object = (typeof thrown === 'object' || typeof thrown === 'function') && thrown !== null;
  try {
    return stringify(object ? describeObject(thrown as object, limits, bridge) : describeValue(thrown, limits, bridge));
  } catch {
    return stringify({ name: 'Error', message: 'an error that cannot be described', bridge });
  }
}

function describeObject(thrown: object, limits: GuestLimits, bridge: string | undefined): object {
  const source = thrown as { name?: unknown; message?: unknown; code?: unknown; hint?: unknown; stack?: unknown };
  const own = (key: string, read: () => unknown, limit: number) =>
    cut(() => (has(source, key) ? read() : undefined), limit);
  return {
    name: cut(() => source.name, limits.errorNameChars) ?? 'Error',
    message: cut(() => source.message, limits.errorMessageChars) ?? '',
    code: own('code', () => source.code, limits.errorNameChars),
    hint: own('hint', () => source.hint, limits.errorMessageChars),
    stack: cut(() => (inherits(ErrorPrototype, thrown) ? source.stack : undefined), 4_000),
    bridge,
  };
}

function describeValue(thrown: unknown, limits: GuestLimits, bridge: string | undefined): object {
  const message = thrown === undefined || thrown === null ? '' : (cut(() => thrown, limits.errorMessageChars) ?? '');
  return { name: 'Error', message, bridge };
}
