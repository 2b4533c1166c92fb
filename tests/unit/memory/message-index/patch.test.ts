import { expect, test } from 'vitest';
import { cloneJson } from '../../../../worker/memory/commits/json-data.js';
import { applyPatch } from '../../../../worker/memory/commits/patch.js';

const apply = (document: unknown, ...patches: unknown[]) => applyPatch(cloneJson(document), patches);

test('each operation of RFC 6902 does what it says', () => {
  expect(apply({ a: [1, 3] }, { op: 'add', path: '/a/1', value: 2 })).toEqual({ a: [1, 2, 3] });
  expect(apply({ a: [1] }, { op: 'add', path: '/a/-', value: 2 })).toEqual({ a: [1, 2] });
  expect(apply({ a: 1 }, { op: 'add', path: '', value: { b: 2 } })).toEqual({ b: 2 });
  expect(apply({ a: 1 }, { op: 'replace', path: '/a', value: null })).toEqual({ a: null });
  expect(apply({ a: [1, 2] }, { op: 'remove', path: '/a/0' })).toEqual({ a: [2] });
  expect(apply({ a: { b: 1 } }, { op: 'move', from: '/a/b', path: '/c' })).toEqual({ a: {}, c: 1 });
  expect(apply({ a: [1] }, { op: 'copy', from: '/a', path: '/b' }, { op: 'add', path: '/b/-', value: 2 })).toEqual({
    a: [1],
    b: [1, 2],
  });
  expect(apply({ 'a/b': { '~1': 1 } }, { op: 'test', path: '/a~1b/~01', value: 1 })).toEqual({ 'a/b': { '~1': 1 } });
  expect(apply({ '': 1 }, { op: 'remove', path: '/' })).toEqual({});
});

test.each([
  [{ op: 'add', path: '/a/3', value: 1 }],
  [{ op: 'add', path: '/a/01', value: 1 }],
  [{ op: 'add', path: '/a/-1', value: 1 }],
  [{ op: 'add', path: '/x/y', value: 1 }],
  [{ op: 'add', path: '/b' }],
  [{ op: 'add', path: 'b', value: 1 }],
  [{ op: 'add', path: '/b~2', value: 1 }],
  [{ op: 'replace', path: '/a/-', value: 1 }],
  [{ op: 'replace', path: '/toString', value: 1 }],
  [{ op: 'remove', path: '' }],
  [{ op: 'remove', path: '/constructor' }],
  [{ op: 'test', path: '/a', value: [1] }],
  [{ op: 'move', from: '/a', path: '/a/0' }],
  [{ op: 'spoil', path: '/a' }],
  [null],
  [1],
])('%j does not apply', (patch) => {
  expect(() => apply({ a: [1, 2] }, patch)).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
});

test('__proto__ is a name as any other, and reaches no prototype', () => {
  const document = apply(
    { nodes: {} },
    JSON.parse('{"op":"add","path":"/nodes/__proto__","value":{"__proto__":{"polluted":true},"title":"odd"}}'),
    { op: 'add', path: '/nodes/__proto__/constructor', value: 1 },
    { op: 'add', path: '/__proto__', value: { polluted: true } },
  );
  expect(JSON.stringify(document)).toBe(
    '{"nodes":{"__proto__":{"__proto__":{"polluted":true},"title":"odd","constructor":1}},"__proto__":{"polluted":true}}',
  );
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('values are copied in, so that no two places share one', () => {
  const value = { list: [1] };
  const document = apply({}, { op: 'add', path: '/a', value }, { op: 'add', path: '/a/list/-', value: 2 });
  expect(document).toEqual({ a: { list: [1, 2] } });
  expect(value).toEqual({ list: [1] });
});
