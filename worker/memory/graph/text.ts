import { fewMarks } from '../../protocol/display-text.js';

/** The text of anything; nothing for what has none. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  try {
    return String(value);
  } catch {
    // An object without a prototype, or one that does not want to be read.
    return '';
  }
}

/** A node's level: `semantic` where it has none. */
export const levelOf = (level: unknown): string => toText(level ?? 'semantic');

/** Every run of white space becomes one space; none is left at the ends; no letter has more than a few marks. */
export const normalizeText = (value: unknown): string => fewMarks(toText(value).replace(/\s+/g, ' ').trim());

/** The name of a type as it is kept. */
export const typeText = (value: unknown): string => fewMarks(trimmed(value));

/** An id or a name as it is compared: trimmed. */
export const trimmed = (value: unknown): string => toText(value).trim();

/** The number that was given, as one or as its text; `NaN` for anything else. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** An ordinal; `NaN` for one that is missing. What is there but is none counts as 0. */
export function toSeq(value: unknown): number {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return Number.NaN;
  const seq = Math.floor(toNumber(value));
  return seq > 0 && Number.isFinite(seq) ? seq : 0;
}

/** A count as callers give it: not a number is the default, the rest is floored and at least 1. */
export function toCount(value: unknown, otherwise: number): number {
  const count = toNumber(value);
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
