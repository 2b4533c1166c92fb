import { BulkheadError } from '../../protocol/errors.js';

/** An object of plain data. */
export type Members = { readonly [key: string]: unknown };

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper values than this are nobody’s data, and would end in an overflow of the stack. */
const DEPTH = 200;

/** What a JSON text says. @throws `BAD_ARGS` for what is none, and for more than 200 levels. */
export function plainFrom(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BulkheadError('BAD_ARGS', 'a value to be compared is no JSON', {}, { cause });
  }
  checkDepth(value, DEPTH);
  return value;
}

/** A value as JSON; `null` for what JSON leaves out. @throws `BAD_ARGS` for what it cannot say. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (cause) {
    throw new BulkheadError('BAD_ARGS', 'a value to be compared must be plain data', {}, { cause });
  }
}

/** A copy of what JSON can say of a value. @throws `BAD_ARGS` as `jsonText` and `plainFrom` do. */
export const plainCopy = (value: unknown): unknown => plainFrom(jsonText(value));

function checkDepth(value: unknown, left: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (left === 0) throw new BulkheadError('BAD_ARGS', `a value to be compared is nested more than ${DEPTH} deep`);
  for (const inner of Object.values(value)) checkDepth(inner, left - 1);
}

/** True for two values of plain data that say the same; the order of an object’s members says nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  }
  if (!isMembers(a) || !isMembers(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}
