import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathsIn } from '../../node/internal-files.js';
import { UsageError } from '../command.js';

/** Names of test files. */
const TEST = /\.test\.(?:[cm]?js|[cm]?ts)$/;

/** The tests of an author. */
export interface TestFiles {
  /** The folder that they run in. */
  readonly folder: string;
  /** Whole paths. */
  readonly files: readonly string[];
}

/** Finds the test files of a folder, or takes the one file that was named. @throws `UsageError` where there is no such path. */
export async function testFilesOf(path: string): Promise<TestFiles> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`bulkhead test: there is no ${path}`);
  if (!found.isDirectory()) {
    if (!TEST.test(path))
      throw new UsageError(`bulkhead test: ${path} is no test: its name ends in .test.js, .test.mjs or .test.ts`);
    return { folder: resolve('.'), files: [resolve(path)] };
  }
  const folder = resolve(path);
  const paths = await pathsIn(folder);
  return { folder, files: paths.filter((name) => TEST.test(name)).map((name) => join(folder, name)) };
}

const from = (name: string) => `from '${name}'`;

/** How to write a test, for a folder without one. */
export const HOW_TO = `Write a file whose name ends in .test.js, .test.mjs or .test.ts, for example roll.test.js:

  import assert ${from('node:assert/strict')};
  import { test } ${from('node:test')};
  import { openPlugin } ${from('bulkhead/node')};

  test('a die has six sides', async () => {
    const plugin = await openPlugin('plugin.js');
    const { value, error } = await plugin.call('roll', { notation: '1d6' });
    assert.equal(error, undefined);
    assert.ok(value >= 1 && value <= 6);
    await plugin.end();
  });`;
