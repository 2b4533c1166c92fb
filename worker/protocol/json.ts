/** JSON text: what crosses between threads in place of values. */
export type JsonText = string;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** True for an object that is no list. */
export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True when a key of this JSON text may be `__proto__`. Costs two native searches, as a rule. */
export const mayHoldPrototype = (text: JsonText): boolean =>
  text.includes('__proto__') || (text.includes('\\u00') && /\\u00(5f|7[02]|6f|74)/i.test(text));

/**
 * Parses JSON text from a guest or a model. An own `__proto__` key is refused: copied by `Object.assign` it would
 * become a prototype. The fast path costs two native searches.
 * @throws {SyntaxError} when the text is not JSON or holds a `__proto__` key.
 */
export function parseJson(text: JsonText): unknown {
  if (!mayHoldPrototype(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value) => {
    if (key === '__proto__') throw new SyntaxError('a key named __proto__ is not allowed');
    return value;
  });
}

/** True when no container of a JSON value lies deeper than this many others. */
export const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));

/** The platform's own encoder: every realm of ours has it. */
declare const TextEncoder: new () => { encode(text: string): { readonly length: number } };

/** Number of bytes of a text in UTF-8. Three a character at the most, so short texts need no count. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
