import { BulkheadError } from './errors.js';

/** JSON text: what crosses between threads in place of values. */
export type JsonText = string;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Parses JSON text from a guest or a model. An own `__proto__` key is refused: copied by `Object.assign` it would
 * become a prototype. The fast path costs two native searches.
 * @throws {SyntaxError} when the text is not JSON or holds a `__proto__` key.
 */
export function parseJson(text: JsonText): unknown {
  if (!text.includes('__proto__') && !/\\u00(5f|7[02]|6f|74)/i.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value) => {
    if (key === '__proto__') throw new SyntaxError('a key named __proto__ is not allowed');
    return value;
  });
}

/** Number of bytes of a text in UTF-8, without making a copy. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) bytes += unit > 0x7ff ? 2 : 1;
    // A pair is four bytes: three are counted by its first unit, one by the length of its second.
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
  }
  return bytes;
}

/**
 * Serialises a caller's arguments. `undefined` becomes `{}`.
 * @throws `ARGUMENTS_UNSERIALIZABLE` for cycles, BigInt, functions; `ARGUMENTS_TOO_LARGE` above `maxBytes`.
 */
export function toArgumentText(value: unknown, maxBytes: number): JsonText {
  let text: string | undefined;
  try {
    text = value === undefined ? '{}' : JSON.stringify(value);
  } catch (cause) {
    throw new BulkheadError('ARGUMENTS_UNSERIALIZABLE', 'the arguments are not JSON', {}, { cause });
  }
  if (text === undefined) throw new BulkheadError('ARGUMENTS_UNSERIALIZABLE', 'the arguments are not JSON');
  const bytes = text.length > maxBytes ? text.length : utf8Bytes(text);
  if (bytes > maxBytes) {
    throw new BulkheadError('ARGUMENTS_TOO_LARGE', `the arguments take ${bytes} bytes of ${maxBytes}`, {
      bytes,
      maxBytes,
    });
  }
  return text;
}
