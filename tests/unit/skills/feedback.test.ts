import { describe, expect, test } from 'vitest';
import { failureOf, resultMessage, withoutInternals } from '../../../src/text-calls/feedback.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';

test.each<[unknown, string]>([
  ['as it is\n', 'as it is\n'],
  [{ a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
  [0, '0'],
  ['', '(empty result)'],
  [' \n', '(empty result)'],
  [null, '(empty result)'],
  [undefined, '(empty result)'],
])('the result %j is told as %j', (value, text) => {
  expect(resultMessage('f', value)).toBe(`Result of f\n---\n${text}`);
});

test('a result that is too long is cut, and says so', () => {
  const message = resultMessage('f', 'x'.repeat(200_000));
  expect(message.length).toBeLessThan(22_000);
  expect(message).toMatch(/\n\(cut: 21845 of 200000 characters\)$/);
});

describe('what an error does not say', () => {
  test.each([
    ['x\n    at f (https://h/a.js:1:2)\n    at async g (a.js:3:4)', 'x'],
    ['x\nf@https://h/a.js:1:2', 'x'],
    ['cannot open /home/ann/.ssh/id_rsa now', 'cannot open …/id_rsa now'],
    ['C:\\Users\\ann\\keys.txt is missing', '…/keys.txt is missing'],
    ['file:///etc/passwd', '…/passwd'],
    ['postgres://ann:pw@db.example.com/x failed', 'postgres://db.example.com/x failed'],
    ['https://api.example.com/v1/items answered 404', 'https://api.example.com/v1/items answered 404'],
    ['and/or either/or 1/2', 'and/or either/or 1/2'],
    ['/a: expected: a number', '/a: expected: a number'],
    ['GET https://h.example/x?id=1&api_token=s3cret answered', 'GET https://h.example/x?id=1&api_token=… answered'],
    ['x\n@http://h/a.js:3:4', 'x'],
  ])('%j becomes %j', (text, told) => {
    expect(withoutInternals(text)).toBe(told);
  });

  test('a text made to take long takes no longer than its beginning', () => {
    for (const text of ['a@'.repeat(1e6), `  at ${'('.repeat(1e6)}`, '/a'.repeat(1e6)]) {
      expect(withoutInternals(text).length).toBeLessThanOrEqual(4_000);
    }
    const thrown = Object.create(null);
    expect(failureOf(thrown)).toEqual({ code: 'TOOL_ERROR', message: 'the call failed' });
  });

  test('it says its code, and what its tool hints at', () => {
    const details = { guest: { name: 'Error', message: 'm', code: 'NO_CITY', hint: 'name a city' } };
    expect(failureOf(new BulkheadError('TOOL_ERROR', 'no city', details))).toEqual({
      code: 'NO_CITY',
      message: 'no city\nname a city',
    });
    expect(failureOf('text')).toEqual({ code: 'TOOL_ERROR', message: 'text' });
  });
});
