import { describe, expect, test } from 'vitest';
import { callsIn, scan } from './scan.js';

describe('what is a call', () => {
  test.each([
    ['[CALL: refresh]', [['refresh', {}]]],
    ['[CALL: refresh(  )]', [['refresh', {}]]],
    ['[ CALL :\n refresh ( ) \n]', [['refresh', {}]]],
    [
      '「[CALL: a]」与 `[CALL: b-1.x]`',
      [
        ['a', {}],
        ['b-1.x', {}],
      ],
    ],
    ['```\n[CALL: a({"x": 1})]\n```', [['a', { x: 1 }]]],
    ['[[CALL: a]]', [['a', {}]]],
    ['[call: a]', []],
    ['[CALL： a]', []],
    ['[CALL: a b]', []],
    ['[CALL: ]', []],
    ['[CALL a]', []],
    ['[CALL: a(1)', []],
    ['[CALL: a({"x": 1}) and then [CALL: b({"y": 2})]', [['b', { y: 2 }]]],
    ['[CALL: a({"x": 1) and then [CALL: b({"y": 2})]', [['b', { y: 2 }]]],
  ])('%s', (text, calls) => {
    expect(callsIn(text)).toEqual(calls);
  });

  test('a call has its place, its raw arguments and an id', () => {
    const text = 'Hi [CALL: a( {"x": 1} )] there';
    const [call] = scan(text).calls;
    expect(call).toMatchObject({ id: 0, name: 'a', rawArguments: ' {"x": 1} ', start: 3, repaired: false });
    expect(text.slice(call?.start, call?.end)).toBe('[CALL: a( {"x": 1} )]');
  });

  test('with `first`, what follows the first call is text', () => {
    const message = scan('[CALL: a] [CALL: b]', { first: true });
    expect(message.calls.map(({ name }) => name)).toEqual(['a']);
    expect(message.visibleText).toBe(' [CALL: b]');
  });

  test('arguments that are too long are no call, and lose nothing', () => {
    const text = `[CALL: a(${'x'.repeat(200)})] and [CALL: b]`;
    const message = scan(text, { argumentsChars: 100 });
    expect(message.calls.map(({ name }) => name)).toEqual(['b']);
    expect(message.visibleText).toBe(`[CALL: a(${'x'.repeat(200)})] and `);
    expect(message.events).toContainEqual(expect.objectContaining({ type: 'malformed', reason: 'too-long' }));
  });
});

describe('where arguments end, and how they are read', () => {
  test.each<[string, unknown]>([
    ['', {}],
    ['  \n ', {}],
    ['{"a": [1, {"b": ")]"}]}', { a: [1, { b: ')]' }] }],
    ['[1, 2]', [1, 2]],
    ['"x)]y"', 'x)]y'],
    ['{"a": 1,}', { a: 1 }],
    ["{'a': 'it is )] fine', b: True}", { a: 'it is )] fine', b: true }],
    ['{"a": 1} trailing', { _raw: '{"a": 1} trailing' }],
    ['text="a, b", n=2', { text: 'a, b', n: 2 }],
    ["text='a)] b'", { text: 'a)] b' }],
    ["text='it\\'s', n=-0.5", { text: "it's", n: -0.5 }],
    ["say=it's fine, list=[1, 2], f=g(1, 2)", { say: "it's fine", list: '[1, 2]', f: 'g(1, 2)' }],
    ['id=01234, a=0, b=0.5, c=1e3, d=-7', { id: '01234', a: 0, b: 0.5, c: '1e3', d: -7 }],
    ['a=TRUE, b=False, c=null, d=', { a: true, b: false, c: null, d: '' }],
    ['expr=a=b, stray, 名=值', { expr: 'a=b', 名: '值' }],
    ['42', { _raw: '42' }],
    ['what is the weather?', { _raw: 'what is the weather?' }],
    ['is 1 + 1 = 2?', { _raw: 'is 1 + 1 = 2?' }],
    ['(1+2)*3', { _raw: '(1+2)*3' }],
    ["'tis the season", { _raw: "'tis the season" }],
  ])('(%s)', (raw, args) => {
    expect(callsIn(`[CALL: f(${raw})]`)).toEqual([['f', args]]);
  });

  test('a key named __proto__ is dropped, wherever it stands, and nothing is polluted', () => {
    const texts = ['__proto__=1, ok=2', '{"__proto__": {"x": 1}, "ok": 2}', "{'__proto__': {x: 1}, 'ok': 2,}"];
    for (const raw of texts) {
      const [call] = scan(`[CALL: f(${raw})]`).calls;
      expect(Object.getOwnPropertyNames(call?.arguments)).toEqual(['ok']);
      expect(Object.getPrototypeOf(call?.arguments)).toBe(Object.prototype);
    }
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('what a schema adds', () => {
  const tools = [
    {
      name: 'send',
      parameters: {
        type: 'object',
        properties: { zip: { type: 'string' }, n: { type: 'number' }, tags: { type: 'array' } },
        required: ['zip'],
        additionalProperties: false,
      },
    },
  ];

  test('values without quotes have the type that it says', () => {
    const { calls } = scan('[CALL: send(zip=12345, n=1e3, tags=[1, 2])]', { tools });
    expect(calls[0]).toMatchObject({ arguments: { zip: '12345', n: 1000, tags: [1, 2] }, issues: [], known: true });
  });

  test('values with a type of their own keep it, and what misses is told with path, expected and got', () => {
    const { calls } = scan('[CALL: send({"zip": 12345, "more": true})] [CALL: lost(a=1)]', { tools });
    expect(calls[0]?.arguments).toEqual({ zip: 12345, more: true });
    expect(calls[0]?.issues).toContainEqual(expect.objectContaining({ path: '/zip', got: 'number 12345' }));
    expect(calls[1]).toMatchObject({ known: false, issues: [] });
  });

  test('an expression that would take for ever is not run here', () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' }, pattern: { type: 'string' } },
    };
    const { calls } = scan(`[CALL: f({"a": "${'a'.repeat(40)}!", "pattern": 1})]`, {
      tools: [{ name: 'f', parameters }],
    });
    expect(calls[0]?.issues.map(({ path }) => path)).toEqual(['/pattern']);
  });
});
