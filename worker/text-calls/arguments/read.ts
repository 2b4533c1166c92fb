import { isSpace } from '../scanning/cursor.js';
import { parsePlain, repairJson } from './plain-json.js';
import { propertyOf, typedText, typesOf } from './typed.js';

const KEY = /^[\p{L}\p{N}_$.-]+$/u;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const OPENING = '([{';
const CLOSING = ')]}';

/** Splits at commas outside quotes and brackets; a quote opens only where a value begins. */
function split(text: string): string[] {
  const parts: string[] = [];
  let [from, depth, fresh, quote] = [0, 0, true, ''];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (fresh && (char === '"' || char === "'")) {
      quote = char;
      fresh = false;
    } else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
      fresh = true;
    } else {
      if (OPENING.includes(char)) depth += 1;
      else if (CLOSING.includes(char)) depth = Math.max(0, depth - 1);
      if (!isSpace(char.charCodeAt(0))) fresh = char === '=' || char === ',' || OPENING.includes(char);
    }
  }
  parts.push(text.slice(from));
  return parts;
}

const quoted = (text: string): boolean =>
  text.length > 1 && (text[0] === '"' || text[0] === "'") && text.at(-1) === text[0];

const unquote = (text: string): string => text.slice(1, -1).replace(/\\(["'\\])/g, '$1');

function valueFrom(text: string, schema: object | undefined): unknown {
  if (quoted(text)) return unquote(text);
  // Without quotes a value has no type of its own, so the schema decides where there is one.
  if (schema !== undefined && typesOf(schema).length > 0) return typedText(text, schema);
  if (NUMBER.test(text)) return Number(text);
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  return word === 'null' ? null : text;
}

/** Reads `key=value, key=value`; nothing when no part is of that form. */
function readKeyValues(text: string, schema: object | undefined): Record<string, unknown> | undefined {
  let found: Record<string, unknown> | undefined;
  for (const part of split(text)) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const written = part.slice(0, equals).trim();
    const key = quoted(written) ? unquote(written) : written;
    if (!KEY.test(key)) continue;
    found ??= {};
    if (key !== '__proto__') found[key] = valueFrom(part.slice(equals + 1).trim(), propertyOf(schema, key));
  }
  return found;
}

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
  const value = readKeyValues(text, schema) ?? { _raw: text };
  return { value, repaired: false };
}
