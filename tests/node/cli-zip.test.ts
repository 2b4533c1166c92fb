import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withManifest } from '../fixtures/package.js';
import { madeZip, packedEntries } from '../fixtures/zip.js';
import { dist } from './host.js';

const texts = {
  'main.js': "import { add } from './lib/add.js';\n"
    .concat("registerTool({ name: 'add', description: 'Adds.', mode: 'read', parameters: { type: 'object' }, ")
    .concat('exec: ({ a }) => add(a) });'),
  'lib/add.js': 'export const add = (a) => a + 1;',
};
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulkhead-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the built command line. */
const bulkhead = (...args: readonly string[]) =>
  new Promise<{ readonly code: number; readonly out: string }>((resolve) => {
    execFile(process.execPath, [`${dist}cli.js`, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    );
  });

test('what pack writes is checked and run as the folder is', async () => {
  for (const [path, text] of Object.entries(withManifest(texts))) {
    await mkdir(join(folder, 'packed', path, '..'), { recursive: true });
    await writeFile(join(folder, 'packed', path), text);
  }
  expect(await bulkhead('pack', 'packed')).toMatchObject({ code: 0, out: expect.stringContaining('3 files') });
  const [checked, fromFolder] = await Promise.all(
    ['packed-1.0.0.zip', 'packed'].map(async (path) => JSON.parse((await bulkhead('check', path, '--json')).out)),
  );
  expect(checked).toMatchObject({ ok: true, id: 'packed', version: '1.0.0', faults: [] });
  expect(checked.tools).toEqual(fromFolder.tools);
  expect(await bulkhead('run', 'packed-1.0.0.zip', 'add', '{"a":2}')).toEqual({ code: 0, out: '3\n' });
});

test('what a zip file uses and does not declare is named, and a zip file that is refused says why', async () => {
  const using = { ...texts, 'lib/add.js': 'export const add = (a, ctx) => ctx.storage.get(a);' };
  await writeFile(join(folder, 'using.zip'), madeZip(packedEntries(using, {}, 'using-main/')));
  const { code, out } = await bulkhead('check', 'using.zip');
  expect(code).toBe(1);
  expect(out).toContain('lib/add.js:1:32: ctx.storage is used; add to "permissions" of the manifest');
  await writeFile(join(folder, 'bad.zip'), madeZip(packedEntries(texts, {}, '../')));
  const refused = await bulkhead('check', 'bad.zip');
  expect(refused.code).toBe(1);
  expect(refused.out).toMatch(/BAD_ARGS the zip file bad\.zip: the path `\.\.\/main\.js` leads out of it/);
});
