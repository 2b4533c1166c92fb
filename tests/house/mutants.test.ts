import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MUTANTS } from '../../scripts/mutants/table.mjs';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('each change of the table can be made, and its test is there', async () => {
  for (const { name, file, search, replace, test: path, fails } of MUTANTS) {
    expect((await read(file)).split(search).length - 1, `${name}: its search text in ${file}`).toBe(1);
    expect(search, name).not.toBe(replace);
    // The name of a case may be made of a pattern and a row, so its words are looked for.
    const text = await read(path);
    const missing = (fails.match(/[a-z]{4,}/gi) ?? []).filter((word) => !text.includes(word));
    expect(missing, `${name}: words of its test in ${path}`).toEqual([]);
  }
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});
