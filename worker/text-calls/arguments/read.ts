import { readKeyValues } from './key-values.js';
import { parsePlain, repairJson } from './plain-json.js';
import { propertyOf } from './typed.js';

/** Arguments that were read, whatever they looked like. */
export interface ReadArguments {
  readonly value: unknown;
  readonly repaired: boolean;
}

const ENDS: { readonly [first: string]: string } = { '{': '}', '[': ']', '"': '"' };

/**
 * Reads arguments as models write them: JSON, then JSON once repaired, then `key=value`, and else the text itself as
 * `_raw`. Nothing is lost and nothing throws.
 */
export function readArguments(raw: string, schema?: object): ReadArguments {
  const text = raw.trim();
  if (text === '') return { value: {}, repaired: false };
  if (text.length > 1 && ENDS[text[0] as string] === text.at(-1)) {
    const parsed = parsePlain(text);
    if (parsed) return { value: parsed.value, repaired: false };
    const repaired = repairJson(text);
    if (repaired) return { value: repaired.value, repaired: true };
  }
  const value = readKeyValues(text, (key) => propertyOf(schema, key)) ?? { _raw: text };
  return { value, repaired: false };
}
