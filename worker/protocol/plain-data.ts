import { BulkheadError } from './errors.js';

/** Greatest depth of a value. Deeper ones would overflow the stack. */
const DEPTH = 200;

/**
 * A copy of a value that came from anywhere: lists, objects of data, texts, numbers, truth values, nothing. Members that are
 * undefined are left out, and `__proto__` is a name like any other.
 * @throws `BAD_ARGS` for functions, symbols, big integers, dates, maps and the like, for what is nested more than 200 deep or in
 * itself, and for what throws when it is read.
 */
export function plainData(value: unknown): unknown {
  try {
    return copy(value, 0);
  } catch (cause) {
    if (cause instanceof BulkheadError) throw cause;
    throw new BulkheadError('BAD_ARGS', 'a value could not be read', {}, { cause });
  }
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    throw new BulkheadError('BAD_ARGS', `a value must be plain data, and one is a ${typeof value}`);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH) throw new BulkheadError('BAD_ARGS', `a value is nested more than ${DEPTH} deep`);
  if (Array.isArray(value)) return Array.from(value, (item) => copy(item, depth + 1));
  const kind = Object.prototype.toString.call(value);
  if (kind !== '[object Object]') throw new BulkheadError('BAD_ARGS', `a value must be plain data, and one is ${kind}`);
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.push([name, copy(member, depth + 1)]);
  }
  return Object.fromEntries(members);
}
