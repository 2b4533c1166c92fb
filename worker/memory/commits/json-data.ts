import { BulkheadError } from '../../protocol/errors.js';

/** Deeper values than this are nobody's data, and would end in an overflow of the stack. */
export const DEPTH = 200;

/** An object whose members are all data: it has no prototype, so `__proto__` is a name as any other. */
export type Dict = { [name: string]: unknown };

export type JsonObject = { readonly [name: string]: unknown };

/** True for an object that is no array and not `null`. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the text of a JSON object. @throws what `refuse` makes of the reason; `other`: the one of another value. */
export function parseObject(text: string, refuse: (why: string) => Error, other = 'it is no object'): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('it is no JSON');
  }
  if (!isObject(value)) throw refuse(other);
  return value;
}

export const emptyDict = (): Dict => Object.create(null) as Dict;

/** A copy as JSON would make it, whose objects have no prototype. @throws `BAD_ARGS` for what is nested too deeply. */
export function cloneJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number' && !Number.isFinite(value)) return null;
    return typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint' ? undefined : value;
  }
  if (depth > DEPTH) throw new BulkheadError('BAD_ARGS', `a value is nested more than ${DEPTH} deep`);
  if (Array.isArray(value)) return value.map((item) => cloneJson(item, depth + 1) ?? null);
  const copy = emptyDict();
  for (const [name, member] of Object.entries(value)) {
    const cloned = cloneJson(member, depth + 1);
    if (cloned !== undefined) copy[name] = cloned;
  }
  return copy;
}

export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, i) => sameJson(item, other[i]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && sameJson(one[name], other[name]));
}
