import { expect, test } from 'vitest';
import { parseJson, toArgumentText, utf8Bytes } from '../../../worker/protocol/json.js';

test('a __proto__ key is refused, however it is spelled; the word in a text is not', () => {
  for (const text of [
    '{"__proto__":1}',
    '{"a":[{"__proto__":{"x":1}}]}',
    '{"\\u005f_proto__":1}',
    '{"__\\u0070roto__":1}',
  ]) {
    expect(() => parseJson(text)).toThrow('__proto__');
  }
  expect(parseJson('{"a":"__proto__","b":"\\u005f"}')).toEqual({ a: '__proto__', b: '_' });
});

test('bytes are counted as UTF-8 has them', () => {
  for (const text of ['', 'abc', 'é', '中文', '🎲', 'a🎲b', '\ud800', '\udc00x', '\ud800\ud800\udc00']) {
    expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
  }
});

test('arguments become text, or an error that says what to do', () => {
  expect(toArgumentText(undefined, 10)).toBe('{}');
  expect(toArgumentText({ a: 'é' }, 10)).toBe('{"a":"é"}');
  expect(() => toArgumentText({ a: 'éé' }, 10)).toThrow(expect.objectContaining({ code: 'ARGUMENTS_TOO_LARGE' }));
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  for (const value of [cycle, 1n, () => 1, Symbol('x')]) {
    expect(() => toArgumentText(value, 10)).toThrow(expect.objectContaining({ code: 'ARGUMENTS_UNSERIALIZABLE' }));
  }
});
