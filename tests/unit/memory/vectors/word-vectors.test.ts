import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readWords } from '../../../../worker/memory/vectors/word-vectors.js';

/** A file of these words with one number each, at a scale of 0.5. */
function fileOf(words: readonly (readonly [word: string, value: number])[], size = words.length): Uint8Array {
  const named = new TextEncoder().encode(words.map(([word]) => word).join('\n'));
  const file = new Uint8Array(16 + named.length + words.length * 5);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode('BHW1'));
  [1, size, named.length].forEach((value, at) => {
    view.setUint32(4 + at * 4, value, true);
  });
  file.set(named, 16);
  words.forEach(([, value], at) => {
    view.setFloat32(16 + named.length + at * 4, 0.5, true);
    view.setInt8(16 + named.length + words.length * 4 + at, value);
  });
  return file;
}

test('the vector of a text is the sum of its words, by their stems; unknown words and other languages add nothing', () => {
  const words = readWords(
    fileOf([
      ['doctor', 4],
      ['wound', -10],
    ]),
  );
  expect([words.dims, words.size]).toEqual([1, 2]);
  expect([...words.embed('Doctors, and the wounded.')]).toEqual([4 * 0.5 - 10 * 0.5]);
  expect([...words.embed('花生过敏 zzz')]).toEqual([0]);
  const inside = new Uint8Array([9, ...fileOf([['sword', 2]])]);
  expect([...readWords(inside.subarray(1)).embed('swords')]).toEqual([1]);
  expect([...readWords(fileOf([['sword', 2]]).slice().buffer).embed('swords')]).toEqual([1]);
});

test('what is no file of word vectors is refused', () => {
  const good = fileOf([['doctor', 4]]);
  for (const [file, why] of [
    [new Uint8Array(0), 'it does not begin like one'],
    [new TextEncoder().encode('<!doctype html><p>Not found</p>'), 'it does not begin like one'],
    [good.subarray(0, -1), 'its length is not what its beginning says'],
    [fileOf([['a\nb', 1]]), 'it has 2 words in place of 1'],
    [fileOf([['a', 1]], 4_000_000_000), 'its length'],
  ] as const)
    expect(() => readWords(file)).toThrow(why);
});

test('the shipped vectors put like words together', () => {
  const words = readWords(readFileSync('packages/words-en/en.bin'));
  const likeness = (a: string, b: string): number => {
    const [one, other] = [words.embed(a), words.embed(b)];
    const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
    return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
  };
  for (const [word, like, other] of [
    ['doctor', 'physician', 'carpet'],
    ['sword', 'blade', 'breakfast'],
    ['sister', 'daughter', 'engine'],
    ['afraid', 'scared', 'wooden'],
  ] as const)
    expect(likeness(word, like), word).toBeGreaterThan(likeness(word, other) + 0.3);
});
