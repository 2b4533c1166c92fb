import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tests = fileURLToPath(new URL('..', import.meta.url));

/** The orchestrator's cases that are built: letter and number of the last. */
const CASES = { R: 13, E: 10, S: 7, C: 6, L: 8, K: 4, B: 5, M: 11, N: 2 };

/** The studio's, of its own contract. */
const STUDIO_CASES = { A: 18, H: 3, D: 7, V: 1, X: 2, I: 1, U: 1 };

/** Ids by letter and number of the last. */
const idsOf = (cases: { readonly [letter: string]: number }): string[] =>
  Object.entries(cases).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`),
  );

const missingIn = (names: readonly string[], wanted: readonly string[]): string[] =>
  wanted.filter((id) => !names.some((name) => name.split(/\W+/).includes(id)));

/** Names of all tests whose file's path holds one of these. */
const testNames = (places: readonly string[] = ['']): string[] =>
  readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && places.some((place) => file.includes(place)))
    .flatMap((file) => [...readFileSync(`${tests}/${file}`, 'utf8').matchAll(/^\s*test\(\s*['`]([^'`]+)/gm)])
    .map(([, name]) => name ?? '');

test('every case of the orchestrator’s contract is a test that carries its id', () => {
  const wanted = idsOf(CASES);
  expect(wanted.length).toBe(66);
  expect(missingIn(testNames(), wanted)).toEqual([]);
});

test('every case of the studio’s contract is a test that carries its id', () => {
  const wanted = idsOf(STUDIO_CASES);
  expect(wanted.length).toBe(33);
  expect(missingIn(testNames(['studio']), wanted)).toEqual([]);
});

test('every rule of consent that applies is in a test by its number', () => {
  const names = testNames(['browser/permissions', 'hostile']);
  const numbers = new Set(names.flatMap((name) => name.match(/^rules? ([\d, and]+):/)?.[1]?.match(/\d+/g) ?? []));
  // 17 is about scans and 18 about a trusted mode, which there are not; 19 is about the memory, which is not there yet.
  expect([...numbers].map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
});

test('every known defect of older readers of written calls is a test by its number', () => {
  const numbers = testNames().flatMap((name) => name.match(/^defect (\d+):/)?.[1] ?? []);
  expect([...new Set(numbers)].map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
});
