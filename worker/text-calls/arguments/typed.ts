import { isRecord } from '../../protocol/json.js';
import { parsePlain, repairJson } from './plain-json.js';

type Named = { readonly [key: string]: unknown };

/** JSON Schema's name for the type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** The types that a schema lets a value have, as far as it says so; empty for any. */
export function typesOf(schema: unknown, depth = 0): readonly string[] {
  if (!isRecord(schema) || depth > 4) return [];
  const { type, enum: values, anyOf, oneOf } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string');
  if (Array.isArray(values)) return [...new Set(values.map(typeOf))];
  if ('const' in schema) return [typeOf(schema.const)];
  const ways = Array.isArray(anyOf) ? anyOf : oneOf;
  if (!Array.isArray(ways)) return [];
  const types = ways.map((one) => typesOf(one, depth + 1));
  return types.some((one) => one.length === 0) ? [] : [...new Set(types.flat())];
}

/** The properties that a tool's schema names; none where that is no schema. */
export function propertiesOf(schema: object | undefined): Named {
  const properties = (schema as Named | undefined)?.properties;
  return isRecord(properties) ? properties : {};
}

/** Schema of one property, where a tool's schema has one. */
export function propertyOf(schema: object | undefined, key: string): object | undefined {
  const properties = propertiesOf(schema);
  const found = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isRecord(found) ? found : undefined;
}

const WORDS: { readonly [word: string]: unknown } = { true: true, false: false, null: null, none: null };

const fits = (value: unknown, types: readonly string[]): boolean =>
  types.includes(typeOf(value)) || (Number.isInteger(value) && types.includes('integer'));

/** Gives a text the type that its schema wants: text stays text where a string is allowed and nothing else fits. */
export function typedText(text: string, schema: object | undefined): unknown {
  const types = typesOf(schema);
  if (types.length === 0 || (types.length === 1 && types[0] === 'string')) return text;
  const trimmed = text.trim();
  const word = trimmed.toLowerCase();
  if (Object.hasOwn(WORDS, word) && fits(WORDS[word], types)) return WORDS[word];
  const parsed = parsePlain(trimmed);
  if (parsed && fits(parsed.value, types) && !(types.includes('string') && typeof parsed.value === 'string'))
    return parsed.value;
  if (types.includes('object') || types.includes('array')) {
    const repaired = repairJson(trimmed);
    if (repaired && fits(repaired.value, types)) return repaired.value;
  }
  return text;
}
