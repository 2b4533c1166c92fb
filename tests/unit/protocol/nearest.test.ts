import { expect, test } from 'vitest';
import { didYouMean, nearest } from '../../../worker/protocol/nearest.js';
import { show } from '../../../worker/protocol/show.js';

test('the nearest word is found across a slip, a missing end and capitals, and a word far from all has none', () => {
  const known = ['timeoutMs', 'cpuMs', 'signal', 'onLog', 'onProgress', 'net'];
  const meant = ['timeout', 'timoutMs', 'cpums', 'singal', 'onlog', 'network', 'onProgres'];
  expect(meant.map((word) => nearest(word, known))).toEqual([
    ...['timeoutMs', 'timeoutMs', 'cpuMs', 'signal', 'onLog', 'net', 'onProgress'],
  ]);
  for (const word of ['', 'x', 'retries', 'n', 'headers']) expect(nearest(word, known), word).toBeUndefined();
  expect(nearest('a'.repeat(100_000), known)).toBeUndefined();
  expect(didYouMean('singal', known)).toBe('; did you mean `signal`?');
  expect(didYouMean('retries', known)).toBe('');
});

test('whatever was given is shown in one short piece, and nothing of it throws', () => {
  const ring: { self?: unknown } = {};
  ring.self = ring;
  expect([5, 'a\nb', null, { a: [1] }, undefined, ring, 1n, () => 1].map(show)).toEqual([
    ...['`5`', '`a\\nb`', '`null`', '`{"a":[1]}`', '`undefined`', 'a object', 'a bigint', '`function`'],
  ]);
  expect(show('x'.repeat(100))).toBe(`\`${'x'.repeat(64)}…\``);
});
