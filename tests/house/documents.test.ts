import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ERROR_FAULTS } from '../../worker/protocol/errors.js';
import { LIMITS } from '../../worker/protocol/limits.js';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');
const readme = read('README.md');

/** Rows of the table whose first cell is code: `` | `NAME` | … | ``. */
const rows = (text: string) =>
  new Map([...text.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, cell]) => [name, cell?.trim()]));

test('every error code has a row in the README with its fault, and no row is of the past', () => {
  const table = rows(readme.slice(readme.indexOf('## Errors'), readme.indexOf('## Limits')));
  expect(Object.fromEntries(table)).toEqual(ERROR_FAULTS);
});

test('every limit has a row in the README with its value', () => {
  const table = rows(readme.slice(readme.indexOf('## Limits')));
  const numbers = Object.fromEntries([...table].map(([name, cell]) => [name, Number(cell?.replaceAll(',', ''))]));
  expect(numbers).toEqual(LIMITS);
});

test('every dependency has its line of reason in ARCHITECTURE.md', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const architecture = read('ARCHITECTURE.md');
  const silent = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !architecture.includes(`\`${name}\``),
  );
  expect(silent).toEqual([]);
});

test('importing the package in Node has no side effect', async () => {
  const before = Object.getOwnPropertyNames(globalThis).sort();
  const bulkhead = await import('../../src/index.js');
  expect(Object.getOwnPropertyNames(globalThis).sort()).toEqual(before);
  expect(() => bulkhead.createHost()).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
});

test('the README’s scripts exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...readme.matchAll(/`npm (?:run )?([a-z0-9:]+)/g)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !(name in scripts) && name !== 'ci' && name !== 'install')).toEqual([]);
});
