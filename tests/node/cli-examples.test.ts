import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pluginOf } from '../guests/bundles.js';
import { installed } from '../guests/packages.js';
import { bulkhead, type Folder, openFolder, transcript } from './cli.js';
import { FAULTY } from './faulty.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('base64');

/** What each of several commands prints, one after another. */
async function transcripts(folder: string, ...lines: readonly (readonly string[])[]): Promise<string> {
  const said: string[] = [];
  for (const line of lines) said.push(await transcript(folder, line));
  return said.join('\n');
}

test.each(['dice', 'names', 'notebook', 'slow'])('the example %s: check, run and pack', async (name) => {
  if (name === 'dice') execFileSync('npm', ['run', '--silent', 'build', '--prefix', `${root}examples/dice`]);
  await using folder = await openFolder();
  await folder.example(name);
  const calls: { readonly [example: string]: readonly string[] } = {
    dice: ['roll_dice', '{"notation":"3+4"}'],
    names: ['draw_name', '{"no":1}'],
    notebook: ['read_notes', '{}', '--allow', 'all'],
    slow: ['count_primes', '{"limit":30000}'],
  };
  const text = await transcripts(
    folder.path,
    ...[
      ['check', name],
      ['run', name, ...(calls[name] ?? [])],
      ['pack', name, '--out', 'out.zip'],
    ],
  );
  await expect(name === 'names' ? text.replace(/Ada|Grace|Katherine/, 'NAME') : text).toMatchFileSnapshot(
    `pinned/example-${name}.txt`,
  );
});

/** A new plugin, with packages linked to those that the tests have installed. */
async function startedIn(folder: Folder): Promise<string> {
  expect((await bulkhead(folder.path, ['new', 'my-plugin'])).code).toBe(0);
  const esbuild = createRequire(join(installed(), 'package.json'))('esbuild');
  const plugin = join(folder.path, 'my-plugin');
  await esbuild.build({
    ...{ entryPoints: [join(plugin, 'src/plugin.ts')], bundle: true, format: 'esm', target: 'es2023' },
    ...{ outfile: join(plugin, 'plugin.js'), nodePaths: [join(installed(), 'node_modules')], logLevel: 'silent' },
  });
  return plugin;
}

test('what `new` makes is checked, called and tested by the other commands', async () => {
  await using folder = await openFolder();
  const plugin = await startedIn(folder);
  const text = await transcripts(
    plugin,
    ['check', '.'],
    ['run', '.', 'my_plugin', '{"amounts":["1 1/2"],"from":2,"to":3}', '--allow', 'all', '--yes'],
    ['test', '--json'],
  );
  await expect(text.replace(/(?<=1\.0\.0, )\S+ kB/, 'SIZE')).toMatchFileSnapshot('pinned/starter.txt');
});

test.each(['dice', 'names', 'notebook'])('the tests of the example %s pass', async (name) => {
  const { code, out } = await bulkhead(`${root}examples/${name}`, ['test', '--json']);
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, ok: true, failed: 0 });
});

test.each(['cheerio', 'date-fns', 'marked', 'mathjs', 'zod'])(
  'a plugin with %s from npm: check, run, test and pack',
  async (name) => {
    const bundle = await pluginOf(name);
    if ('refused' in bundle) throw new Error(bundle.refused);
    const { source } = bundle;
    const about = { manifest: 1, id: `uses-${name}`, version: '1.0.0', name, entry: 'main.js', permissions: [] };
    await using folder = await openFolder();
    const written = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlugin } from 'bulkhead/node';
test('the job is done', async () => {
  const plugin = await openPlugin('.');
  const { value, error } = await plugin.call('main', {});
  assert.equal(error, undefined);
  assert.ok(value);
  await plugin.end();
});
`;
    await folder.write({
      'p/main.js': source,
      'p/a.test.js': written,
      'p/bulkhead.json': JSON.stringify({ ...about, files: { 'main.js': `sha256-${hashOf(source)}` } }),
    });
    const text = await transcripts(
      folder.path,
      ['check', 'p'],
      ['run', 'p', 'main'],
      ['test', 'p', '--json'],
      ['pack', 'p'],
    );
    // The bundler writes where its packages lie into comments.
    const pinned = text.replace(/\S+ [kM]B\b/g, 'SIZE').replace(/sha256 \w+/, 'sha256 HASH');
    await expect(pinned).toMatchFileSnapshot(`pinned/npm-${name}.txt`);
  },
);

// A guest that runs into a limit takes its whole time.
test('each of the faulty plugins ends with its rule, its place and what to do', { timeout: 600_000 }, async () => {
  await using folder = await openFolder();
  expect(Object.keys(FAULTY).length).toBeGreaterThanOrEqual(20);
  const said: string[] = [];
  for (const [name, content] of Object.entries(FAULTY)) {
    const files = typeof content === 'string' ? { '': content } : content;
    const paths = Object.entries(files).map(([path, text]) => [path === '' ? name : `${name}/${path}`, text]);
    await folder.write(Object.fromEntries(paths));
    const whole = await transcript(folder.path, ['check', name]);
    // The clock of the engine or the heartbeat of its worker, whichever is first on this machine.
    const text = whole.replace(
      /the (source|plugin) ran longer than \d+ ms( without a pause)?/,
      'the source ran longer than 5000 ms',
    );
    expect(text, name).toMatch(/exit [12]\n$/);
    said.push(text);
    if (!name.includes('.')) said.push(await transcript(folder.path, ['pack', name]));
  }
  said.push(await transcript(folder.path, ['run', 'throws.js', 'main']));
  await expect(said.join('\n')).toMatchFileSnapshot('pinned/faulty.txt');
});

test('a package is the same bytes whatever the order and the times of its files, the zone and the folder', async () => {
  const paths = ['bulkhead.json', 'lib/pick.js', 'main.js', 'names.json'];
  const zips: string[] = [];
  for (const [order, seconds, zone] of [
    [paths, 1_000_000_000, 'Asia/Tokyo'],
    [[...paths].reverse(), 1_700_000_000, 'America/New_York'],
  ] as const) {
    await using folder = await openFolder();
    for (const path of order) {
      const target = join(folder.path, 'names', path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, await readFile(`${root}examples/names/${path}`));
      await utimes(target, seconds, seconds);
    }
    const { code } = await bulkhead(folder.path, ['pack', 'names', '--out', 'a.zip'], { TZ: zone });
    expect(code).toBe(0);
    zips.push(hashOf(await readFile(join(folder.path, 'a.zip'))));
  }
  expect(zips[0]).toBe(zips[1]);
});
