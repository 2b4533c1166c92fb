import { expect, test } from 'vitest';
import { toArgumentText } from '../../../worker/protocol/argument-text.js';
import { parseJson, utf8Bytes } from '../../../worker/protocol/json.js';

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

test('what JSON would drop or change among arguments is refused by its place, and what JSON can say passes', () => {
  const ring: { list: unknown[] } = { list: [] };
  ring.list.push({ ring });
  const bad: readonly [value: unknown, path: string, said: string][] = [
    [{ a: { 'b/c': () => 1 } }, '/a/b~1c', 'the argument `a/b~1c` is a function; pass data instead'],
    [{ limit: undefined }, '/limit', 'the argument `limit` is undefined; leave it out, or pass null'],
    [{ list: [1, undefined] }, '/list/1', 'the argument `list/1` is undefined; leave it out, or pass null'],
    [{ list: new Array(1) }, '/list/0', 'the argument `list/0` is undefined; leave it out, or pass null'],
    [{ n: 1n }, '/n', 'the argument `n` is a BigInt; pass a number or a text instead'],
    [[Symbol('x')], '/0', 'the argument `0` is a symbol; pass a text instead'],
    [() => 1, '', 'the arguments are a function; pass data instead'],
    [ring, '/list/0/ring', 'the argument `list/0/ring` is an object that it is inside of; pass a copy without it'],
    [
      {
        toJSON() {
          throw new Error('not me');
        },
      },
      '',
      'the arguments are no JSON: not me',
    ],
  ];
  for (const [value, path, message] of bad) {
    const error = { code: 'ARGUMENTS_UNSERIALIZABLE', message, details: { path } };
    expect(() => toArgumentText(value, 1_000)).toThrow(expect.objectContaining(error));
  }
  const twice = { a: 1 };
  const good = { twice: [twice, twice], when: new Date(0), none: null, bare: Object.create(null), deep: [[[{}]]] };
  expect(JSON.parse(toArgumentText(good, 1_000))).toEqual({ ...good, when: '1970-01-01T00:00:00.000Z' });
});
