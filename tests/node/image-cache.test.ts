import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bulkhead, caches, openFolder } from './cli.js';
import { createHost, plugin, scratch } from './host.js';

const HASH = 32;
const scratched = scratch();
let made = 0;
const fresh = () => {
  made += 1;
  return join(scratched, String(made));
};

/** A tool that says when its source was evaluated: another number each time. */
const source = `const evaluated = Math.random();\n${plugin('({ a }) => ({ evaluated, a })')}`;

/** Installs the source in a host of its own, and calls its tool. */
async function evaluatedIn(imageCache: string, code = source, options = {}): Promise<unknown> {
  await using host = createHost({ guests: 'thread', imageCache, ...options });
  await host.plugins.install({ code }, { enable: true });
  const { value } = await host.tools.execute('main', { a: 1 });
  expect(value).toMatchObject({ a: 1 });
  return (value as { evaluated: unknown }).evaluated;
}

const images = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

test('a source that was loaded before is not evaluated again, by a process neither', async () => {
  const folder = fresh();
  const first = await evaluatedIn(folder);
  expect(await evaluatedIn(folder)).toBe(first);
  expect(await evaluatedIn(folder, source, { guests: 'process' })).toBe(first);
  expect(images(folder)).toHaveLength(1);
  expect(await evaluatedIn(folder, `${source}\n`)).not.toBe(first);
  expect(await evaluatedIn(fresh())).not.toBe(first);
  expect(images(folder)).toHaveLength(2);
});

test('a file that is no image any more is written anew', async () => {
  const folder = fresh();
  const first = await evaluatedIn(folder);
  const [path = ''] = images(folder);
  const whole = readFileSync(path);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 1;
  const faulty = [Buffer.alloc(0), Buffer.from('{}'), whole.subarray(0, 100), Buffer.alloc(whole.length, 255), flipped];
  let last: unknown = first;
  for (const bytes of faulty) {
    writeFileSync(path, bytes);
    const next = await evaluatedIn(folder);
    expect(next).not.toBe(last);
    last = next;
    expect(await evaluatedIn(folder)).toBe(last);
  }
  expect(images(folder)).toEqual([path]);
});

test('an image whose memory was changed harms its own plugin at most', async () => {
  const folder = fresh();
  await evaluatedIn(folder);
  const [path = ''] = images(folder);
  const whole = readFileSync(path);
  for (let seed = 1; seed <= 8; seed += 1) {
    const bytes = Buffer.from(whole);
    for (let at = HASH + 64 * seed; at < bytes.length; at += 512) bytes[at] = (bytes[at] ?? 0) ^ 255;
    // Whoever changes it on purpose changes its hash, too.
    createHash('sha256').update(bytes.subarray(HASH)).digest().copy(bytes);
    writeFileSync(path, bytes);
    await using host = createHost({ guests: 'thread', imageCache: folder });
    const outcome = await host.plugins
      .install({ code: source }, { enable: true })
      .then(() => host.tools.execute('main', { a: 1 }))
      .catch((error) => error);
    expect(outcome).toBeDefined();
    // The host and other plugins go on.
    await host.plugins.install({ code: plugin('() => 7', 'read', 'other') }, { enable: true });
    expect((await host.tools.execute('other', {})).value).toBe(7);
  }
});

test('a folder that cannot be written costs nothing but time', async () => {
  const file = fresh();
  writeFileSync(file, 'no folder');
  const first = await evaluatedIn(file);
  expect(await evaluatedIn(file)).not.toBe(first);
  expect(readFileSync(file, 'utf8')).toBe('no folder');
  expect(() => createHost({ imageCache: 5 as never })).toThrow('imageCache: the path of a folder; got `5`');
});

test('the folder keeps what was used last, 256 MiB at most', async () => {
  const folder = fresh();
  await evaluatedIn(folder);
  const [used = ''] = images(folder);
  const old = join(folder, 'old.image');
  const older = join(folder, 'older.image');
  for (const [path, mebibytes, age] of [
    [old, 200, 1_000],
    [older, 100, 2_000],
  ] as const) {
    writeFileSync(path, '');
    truncateSync(path, mebibytes * 2 ** 20);
    utimesSync(path, Date.now() / 1_000 - age, Date.now() / 1_000 - age);
  }
  await evaluatedIn(folder, `${source}\n`);
  expect([used, old, older].map((path) => existsSync(path))).toEqual([true, true, false]);
});

test('`run` evaluates a plugin once', async () => {
  await using folder = await openFolder();
  await folder.write({ 'plugin.js': source });
  const ran = async () => (await bulkhead(folder.path, ['run', 'plugin.js', 'main', '{"a":1}'])).out;
  const first = await ran();
  expect(JSON.parse(first)).toMatchObject({ a: 1 });
  expect(await ran()).toBe(first);
  expect(existsSync(join(caches, 'bulkhead', 'images'))).toBe(true);
});
