import { fewMarks } from '../../protocol/display-text.js';
import { plainData } from '../../protocol/plain-data.js';

/** A deep copy of plain data from outside, as JSON keeps it, with few marks a letter. @throws `BAD_ARGS` for other data. */
export const copyValue = (value: unknown): unknown => finite(plainData(value));

function finite(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return fewMarks(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => finite(item ?? null));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [fewMarks(key), finite(inner)]));
}

/** Plain data whose texts have no letter with more than a few marks; what has none is answered as it is. */
export function withFewMarks(value: unknown): unknown {
  if (typeof value === 'string') return fewMarks(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(withFewMarks);
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  let changed = false;
  const members = Object.entries(value).map(([key, inner]) => {
    const [name, few] = [fewMarks(key), withFewMarks(inner)];
    changed ||= name !== key || few !== inner;
    return [name, few] as const;
  });
  return changed ? Object.fromEntries(members) : value;
}

/** A deep copy of what is kept, frozen all the way down. */
export function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, frozenCopy(inner)])));
}
