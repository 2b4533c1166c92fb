import { jsonrepair } from 'jsonrepair';
import { mayHoldPrototype } from '../../protocol/json.js';

/** Longest text that is repaired: repairing costs more than reading, and a model that means well needs no more. */
const REPAIR_CHARS = 16_384;

/** A value that was read; absent means that there is none. */
export interface Value {
  readonly value: unknown;
}

const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

/** Parses JSON, without keys named `__proto__`. */
export function parsePlain(text: string): Value | undefined {
  try {
    return { value: mayHoldPrototype(text) ? JSON.parse(text, withoutPrototype) : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Repairs what is almost JSON, once: trailing commas, single quotes, bare keys, comments, Python's names. */
export function repairJson(text: string): Value | undefined {
  if (text.length > REPAIR_CHARS || !/^\s*[[{"]/.test(text)) return undefined;
  try {
    return parsePlain(jsonrepair(text));
  } catch {
    return undefined;
  }
}
