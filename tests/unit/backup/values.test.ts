import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromJson, toJson } from '../../../src/backup/values.js';
import { BULKHEAD_VERSION } from '../../../src/backup/version.js';
import { crc32 } from '../../../worker/adapters/crc32.js';

const again = (value: unknown) => fromJson(JSON.parse(JSON.stringify(toJson(value))));

test('whatever IndexedDB stores of ours comes back as it was', () => {
  const values = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    maxDepth: 4,
  });
  fc.assert(
    fc.property(values, (value) => {
      expect(again(structuredClone(value))).toEqual(structuredClone(value));
    }),
  );
});

test('an object with a member named $ or __proto__ is no mark, and -0, NaN and lone surrogates survive', () => {
  for (const value of [{ $: ['Date', 1] }, { a: { $: 1, b: 2 } }, [-0, Number.NaN, undefined], '\ud800']) {
    expect(again(value)).toEqual(value);
  }
  const parsed = JSON.parse('{"__proto__":{"x":1}}');
  const back = again(parsed) as object;
  expect([Object.hasOwn(back, '__proto__'), (back as { x?: number }).x]).toEqual([true, undefined]);
  expect(Object.is((again([-0]) as number[])[0], -0)).toBe(true);
});

test('what cannot be saved is refused by name', () => {
  expect(() => toJson(/x/)).toThrow('RegExp');
  expect(() => toJson({ f: () => 1 })).toThrow('function');
  expect(() => fromJson({ $: ['Window'] })).toThrow('no kind of value');
});

test('the checksum is the one of zip files', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

test('the version in a backup is the one of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(BULKHEAD_VERSION).toBe(version);
});
