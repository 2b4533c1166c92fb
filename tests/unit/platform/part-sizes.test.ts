import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { measureParts, PAGE, TABLE, tableOf } from '../../../scripts/part-sizes.mjs';

/** Names and numbers of a table's rows. */
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => {
      const [, name = '', brotli = '', image = ''] = line.split('|').map((cell) => cell.trim());
      return { name, brotli: Number.parseFloat(brotli), image: Number.parseFloat(image) };
    });

test('the document says what each part of the platform costs; `node scripts/part-sizes.mjs --write` writes it', async () => {
  const page = await readFile(fileURLToPath(new URL(`../../../${PAGE}`, import.meta.url)), 'utf8');
  const written = rowsOf(page.match(TABLE)?.[0] ?? '');
  const measured = rowsOf(tableOf(await measureParts()));
  expect(written.map(({ name }) => name)).toEqual(measured.map(({ name }) => name));
  for (const [at, { name, brotli, image }] of measured.entries()) {
    expect(Math.abs((written[at]?.brotli ?? 0) - brotli), `${name}: kB under Brotli`).toBeLessThanOrEqual(
      brotli / 10 + 0.2,
    );
    expect(Math.abs((written[at]?.image ?? 0) - image), `${name}: KiB of an image`).toBeLessThanOrEqual(
      image / 10 + 16,
    );
  }
}, 120_000);
