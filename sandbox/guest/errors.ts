import { ErrorClass, has, isArray, slice, stringify, TypeErrorClass, toText } from './primordials.js';
import type { GuestError, GuestLimits } from './wire.js';

const marks = new WeakMap<object, string>();
const markGet = WeakMap.prototype.get.bind(marks);
const markSet = WeakMap.prototype.set.bind(marks);

/** An error of the bridge's own, with a code that plugin code can read but not forge. */
export function fault(code: string, message: string, asTypeError = false): Error {
  const error = asTypeError ? new TypeErrorClass(message) : new ErrorClass(message);
  Object.defineProperty(error, 'code', { value: code, enumerable: true });
  markSet(error, code);
  return error;
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

/** Puts anything a plugin threw into bounded plain text, running as little of the plugin's code as it can. */
export function describe(thrown: unknown, limits: GuestLimits, bridge?: string): string {
  const object = (typeof thrown === 'object' || typeof thrown === 'function') && thrown !== null;
  const source = thrown as { name?: unknown; message?: unknown; code?: unknown; hint?: unknown; stack?: unknown };
  const own = object ? (markGet(thrown as object) as string | undefined) : undefined;
  const report: { -readonly [K in keyof GuestError]?: GuestError[K] | undefined } = object
    ? {
        name: cut(() => source.name, limits.errorNameChars) ?? 'Error',
        message: cut(() => source.message, limits.errorMessageChars) ?? '',
        code: has(source, 'code') ? cut(() => source.code, limits.errorNameChars) : undefined,
        hint: has(source, 'hint') ? cut(() => source.hint, limits.errorMessageChars) : undefined,
        stack: thrown instanceof ErrorClass ? cut(() => source.stack, 4_000) : undefined,
      }
    : {
        name: 'Error',
        message: thrown === undefined || thrown === null ? '' : (cut(() => thrown, limits.errorMessageChars) ?? ''),
      };
  report.bridge = bridge ?? own;
  return stringify(report);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isArray(value);
}
