import { expect, test } from 'vitest';
import { callsIn, scan, scanChunks } from './scan.js';

// Known defects of an older reader of the same protocol, by their numbers: 1 is tested in a real SillyTavern, 8 to 10 in a browser.

test('defect 2: a million spaces behind an open call are read in one pass, whole or in pieces', () => {
  const text = `[CALL: a(${' '.repeat(1_000_000)}`;
  const whole = scan(text);
  expect(whole.calls).toEqual([]);
  expect(whole.visibleText).toBe(text);
  const chunks = Array.from({ length: Math.ceil(text.length / 1_000) }, (_, index) =>
    text.slice(index * 1_000, (index + 1) * 1_000),
  );
  expect(scanChunks(chunks)).toEqual(whole);
});

test('defect 3: every call of a message is found, and none inside reasoning', () => {
  expect(callsIn('[CALL: a] <think>[CALL: b]</think> [CALL: c] <thinking>[CALL: d]</thinking>[CALL: e]')).toEqual([
    ['a', {}],
    ['c', {}],
    ['e', {}],
  ]);
  for (const tag of ['think', 'thinking', 'thought', 'reasoning', 'seed:think']) {
    expect(callsIn(`<${tag}>[CALL: a]</${tag}>[CALL: b]`)).toEqual([['b', {}]]);
    expect(callsIn(`<${tag}>never closed [CALL: a]`)).toEqual([]);
  }
});

test('defect 4: commas inside quotes do not split', () => {
  expect(callsIn(`[CALL: f(text="a, b", more='c, "d"')]`)).toEqual([['f', { text: 'a, b', more: 'c, "d"' }]]);
});

test('defect 5: digits with a leading zero stay text', () => {
  expect(callsIn('[CALL: f(code=01234, zero=0, half=0.5)]')).toEqual([['f', { code: '01234', zero: 0, half: 0.5 }]]);
});

test('defect 6: what looks like the end inside a JSON string is none', () => {
  expect(callsIn('[CALL: f({"t": "x)] \\") ] y"})]')).toEqual([['f', { t: 'x)] ") ] y' }]]);
});

test('defect 7: almost-JSON is repaired, and says so', () => {
  for (const raw of ['{"a": 1,}', "{'a': 1}", '{a: 1}', '{"a": 1 /* one */}']) {
    expect(scan(`[CALL: f(${raw})]`).calls).toMatchObject([{ arguments: { a: 1 }, repaired: true }]);
  }
  expect(scan('[CALL: f({"a": True, "b": None})]').calls[0]?.arguments).toEqual({ a: true, b: null });
});
