import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/ui/shared/report.js';

test('a report names the version of the package', async () => {
  expect(VERSION).toBe(JSON.parse(await readFile('package.json', 'utf8')).version);
});
