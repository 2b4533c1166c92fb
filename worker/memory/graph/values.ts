import { plainData } from '../../protocol/plain-data.js';

/**
 * A deep copy, as it is kept, of a value that came from outside. What JSON has no number for becomes `null`, as there.
 * @throws `BAD_ARGS` for what is no plain data.
 */
export const copyValue = (value: unknown): unknown => finite(plainData(value));

function finite(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => finite(item ?? null));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, finite(inner)]));
}

/** A deep copy of what is kept, frozen all the way down. */
export function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, frozenCopy(inner)])));
}
