import { expect, test } from 'vitest';
import type { Image } from '../../../sandbox/image.js';
import { packImage, unpackImage } from '../../../sandbox/packed.js';

const bytes = (length: number, at: (i: number) => number) => Uint8Array.from({ length }, (_, i) => at(i));
const image = (data: Uint8Array, heap: Uint8Array): Image => ({ runtime: 1, context: 2, dispatcher: 3, data, heap });
const base = image(
  bytes(10_000, (i) => i % 251),
  bytes(30_000, (i) => i % 241),
);
const MOST = 1_000_000;

function pack(given: Image): ArrayBuffer {
  const packed = packImage(given, base, MOST);
  if (!packed) throw new Error('too large');
  return packed;
}

test('an image comes back as it was, whether its heap grew or shrank, and takes the pages that differ', () => {
  for (const length of [1, 4_096, 29_999, 30_000, 30_001, 100_000]) {
    const grown = image(
      base.data.slice(),
      bytes(length, (i) => (i < 30_000 ? i % 241 : i % 7)),
    );
    grown.data[5_000] = 255;
    const packed = pack(grown);
    expect(unpackImage(packed, base, MOST)).toEqual(grown);
    expect(packed.byteLength).toBeLessThan(Math.max(0, length - 30_000) * 1.1 + 1_000);
  }
});

test('bytes that are no packed image are refused, whatever they say', () => {
  const packed = pack(image(base.data.slice().fill(9), base.heap));
  const forged = (word: number, value: number) => {
    const copy = packed.slice(0);
    new Uint32Array(copy, 0, 3)[word] = value;
    return copy;
  };
  const bad = [
    new ArrayBuffer(0),
    new ArrayBuffer(11),
    packed.slice(0, packed.byteLength - 4),
    forged(0, 9_999),
    forged(1, 0),
    forged(1, 2 ** 31),
    forged(2, 2 ** 31),
    forged(2, 0),
  ];
  for (const one of bad) expect(unpackImage(one, base, MOST)).toBeUndefined();
  const outside = packed.slice(0);
  new Uint32Array(outside, 12, 1)[0] = 2 ** 20;
  expect(unpackImage(outside, base, MOST)).toBeUndefined();
});

test('an image that adds more than it may is not packed', () => {
  const all = image(base.data.slice().fill(9), base.heap.slice().fill(9));
  expect(packImage(all, base, 1_000)).toBeUndefined();
  expect(
    packImage(
      image(
        base.data,
        bytes(1_000_000, () => 0),
      ),
      base,
      100_000,
    ),
  ).toBeUndefined();
});
