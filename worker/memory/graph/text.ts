/** Every run of white space becomes one space; none is left at the ends. */
export const normalizeText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).replace(/\s+/g, ' ').trim();

/** An id or a name as it is compared: trimmed. */
export const trimmed = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());

/** An ordinal; `NaN` for one that is missing. What is there but is none counts as 0. */
export function toSeq(value: unknown): number {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return Number.NaN;
  const seq = Math.floor(Number(value));
  return seq > 0 && Number.isFinite(seq) ? seq : 0;
}

/** A count as callers give it: not a number is the default, the rest is floored and at least 1. */
export function toCount(value: unknown, otherwise: number): number {
  if (value === undefined || value === null || value === '') return otherwise;
  const count = Number(value);
  if (Number.isNaN(count)) return otherwise;
  return Math.max(1, Math.floor(count));
}

/** Strings in the order of their code units. */
export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A list of names as a filter: lower-cased, without blanks; nothing for "any". */
export function toFilter(names: unknown): ReadonlySet<string> | undefined {
  if (names === undefined || names === null) return undefined;
  const list =
    typeof names === 'string' ? [names] : Symbol.iterator in Object(names) ? [...(names as Iterable<unknown>)] : [];
  const keys = list.map((name) => normalizeText(name).toLowerCase()).filter(Boolean);
  return keys.length > 0 ? new Set(keys) : undefined;
}

/** An object as it was given, or an empty one; a list is none. */
export const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Anything that can be walked; nothing else has anything in it. */
export const toIterable = (value: unknown): Iterable<string> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value ? (value as Iterable<string>) : [];
