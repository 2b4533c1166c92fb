import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tests = fileURLToPath(new URL('..', import.meta.url));

/** The orchestrator's cases that are built: letter and number of the last. */
const CASES = { R: 13, E: 10, S: 7, C: 6, L: 8, K: 4, B: 5 };

test('every case of the orchestrator’s contract is a test that carries its id', () => {
  const names = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(`${tests}/${file}`, 'utf8').matchAll(/^\s*test\(\s*['`]([^'`]+)/gm)])
    .map(([, name]) => name ?? '');
  const wanted = Object.entries(CASES).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`),
  );
  expect(wanted.length).toBe(53);
  expect(wanted.filter((id) => !names.some((name) => name.split(/\W+/).includes(id)))).toEqual([]);
});
