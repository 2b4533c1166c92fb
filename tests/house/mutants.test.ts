import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MUTANTS } from '../../scripts/mutants/table.mjs';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('each change of the table can be made, and its test is there', async () => {
  for (const { name, file, search, replace, test: path, fails } of MUTANTS) {
    expect((await read(file)).split(search).length - 1, `${name}: its search text in ${file}`).toBe(1);
    expect(search, name).not.toBe(replace);
    // Names of cases are made of a row and of a pattern, so their beginning is looked for.
    expect(await read(path), `${name}: its test in ${path}`).toContain(fails.slice(0, 24));
  }
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});
