import { jsonrepair } from 'jsonrepair';
import { isShallow, mayHoldPrototype } from '../../protocol/json.js';

/** Longest text that is repaired: repairing costs more than reading, and a model that means well needs no more. */
const REPAIR_CHARS = 16_384;
/** All repairs of one text together: well over what one honest message needs, and seconds of a hostile one. */
export const REPAIR_WORK = 2 ** 23;

let allowance = REPAIR_WORK;

/**
 * Lets the repairs that follow do so much work, together: each is as hard as its text is long, times its quotes.
 * @returns what is left of what was allowed before.
 */
export function allowRepairs(work: number): number {
  const left = allowance;
  allowance = work;
  return left;
}

/** Each quote that does not end where it seems to makes the repair begin anew. */
const workOf = (text: string): number => text.length * (8 + text.split(/["'`´‘’“”]/).length);

/** Nesting beyond which nothing is meant as arguments; what validates and stores them recurses. */
export const DEPTH = 64;

/** A value that was read; absent means that there is none. */
export interface Value {
  readonly value: unknown;
}

const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

/** Parses JSON, without keys named `__proto__`. Nothing for what is none, and for what nobody means: endless nesting. */
export function parsePlain(text: string): Value | undefined {
  try {
    const value = mayHoldPrototype(text) ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
    return isShallow(value, DEPTH) ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** Repairs what is almost JSON, once: trailing commas, single quotes, bare keys, comments, Python's names. */
export function repairJson(text: string): Value | undefined {
  if (text.length > REPAIR_CHARS || !/^\s*[[{"]/.test(text)) return undefined;
  const work = workOf(text);
  if (work > allowance) return undefined;
  allowance -= work;
  try {
    return parsePlain(jsonrepair(text));
  } catch {
    return undefined;
  }
}
