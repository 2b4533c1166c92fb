import { expect, test } from 'vitest';
import { keysOf, onlyTell, picked, remade, unknownKeys, unreadKeys, watched, whole } from '../../conformance/keys.js';

const data = () => ({ name: 'a', list: [{ at: 1, more: 2 }, { at: 3 }], inner: { deep: { one: 1, two: 2 } } });

test('what nobody reads is named, at every level', () => {
  const view = watched(data(), 'given');
  expect(unreadKeys(view)).toEqual(['given.name', 'given.list', 'given.inner']);
  for (const { at } of view.list) expect(at).toBeGreaterThan(0);
  expect(view.inner.deep.one).toBe(1);
  expect(unknownKeys(view)).toBe('unknown: given.name, given.list[0].more, given.inner.deep.two');
});

test('to ask whether a key is there, or for the names of keys, reads none of them', () => {
  const view = watched({ a: 1, b: { c: 1 } }, 'given');
  expect('a' in view).toBe(true);
  expect(keysOf(view)).toEqual(['a', 'b']);
  expect(unreadKeys(view)).toEqual(['given.a', 'given.b']);
});

test('a value that is taken whole is the value itself, and all of it is read', () => {
  const written = data();
  const view = watched(written, 'given');
  expect(whole(view.inner)).toBe(written.inner);
  expect(structuredClone(whole(view.list))).toEqual(written.list);
  expect(unreadKeys(view)).toEqual(['given.name']);
});

test('keys that only tell, and keys that are picked, are read; others are not', () => {
  const view = watched({ note: ['n'], a: { x: 1 }, b: 2, c: undefined as number | undefined }, 'case');
  onlyTell(view, 'note');
  expect(picked(view, 'a', 'c')).toEqual({ a: { x: 1 }, c: undefined });
  expect(unreadKeys(view)).toEqual(['case.b']);
});

test('what is read of a view with other values counts for the first', () => {
  const view = watched({ a: '$one', b: '$two' }, 'given');
  const other = remade(view, (value) => ({ ...(value as object), a: 1 })) as unknown as { a: number };
  expect(other.a).toBe(1);
  expect(unreadKeys(view)).toEqual(['given.b']);
});
