import { type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { loadSkillsFromDirectory } from '../../../src/engine/index.js';
import { fc } from '../../fixtures/property.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const skill = (name: string, more = 'body') => bytesOf(`---\nname: ${name}\ndescription: d\n---\n${more}`);
const namesIn = async (source: Blob | ArrayBuffer | Uint8Array) =>
  (await loadSkillsFromDirectory(source)).map(({ name }) => name);

/** Changes what the directory of an archive says of its first entry. */
function retold(zip: Uint8Array, change: (view: DataView, entry: number) => void): Uint8Array {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at < copy.length - 4; at++) {
    if (view.getUint32(at, true) === 0x02014b50) {
      change(view, at);
      return copy;
    }
  }
  throw new Error('no entry');
}

test('a zip is read as the folder that it is of: folders at its root, one level deep, by the order of their names', async () => {
  const zip = zipSync({
    'b/SKILL.md': skill('second'),
    'a/SKILL.md': [skill('first'), { level: 0 }],
    'a/deeper/SKILL.md': skill('too deep'),
    'a/README.md': bytesOf('no skill'),
    '.hidden/SKILL.md': skill('hidden'),
    'c/skill.md': skill('other case'),
    'd/SKILL.md': bytesOf('no front matter'),
    'SKILL.md': skill('at the root'),
  });
  const expected = ['hidden', 'first', 'second'];
  expect(await namesIn(zip)).toEqual(expected);
  expect(await namesIn(new Blob([zip]))).toEqual(expected);
  expect(await namesIn(new File([zip], 'skills.zip'))).toEqual(expected);
  expect(await namesIn(zip.slice().buffer)).toEqual(expected);
  // One that lies within a larger buffer.
  const within = new Uint8Array(zip.length + 20);
  within.set(zip, 10);
  expect(await namesIn(within.subarray(10, 10 + zip.length))).toEqual(expected);
});

test('where all of a zip is in one folder without a skill of its own, that folder is the root', async () => {
  const inside = { 'repo-main/a/SKILL.md': skill('a'), 'repo-main/b/SKILL.md': skill('b') };
  expect(await namesIn(zipSync({ ...inside, 'repo-main/README.md': bytesOf('r') }))).toEqual(['a', 'b']);
  expect(await namesIn(zipSync({ ...inside, '__MACOSX/repo-main/._a': bytesOf('r') }))).toEqual(['a', 'b']);
  expect(await namesIn(zipSync({ ...inside, 'repo-main/SKILL.md': skill('own') }))).toEqual(['own']);
  expect(await namesIn(zipSync({ ...inside, 'beside/x.txt': bytesOf('x') }))).toEqual([]);
  expect(await namesIn(zipSync({ 'x/repo/a/SKILL.md': skill('two folders') }))).toEqual([]);
  expect(await namesIn(zipSync({ './a/SKILL.md': skill('dotted') }))).toEqual(['dotted']);
  expect(await namesIn(zipSync({}))).toEqual([]);
});

test('a path that leads out of the archive leads nowhere', async () => {
  const paths = [
    '../SKILL.md',
    '../a/SKILL.md',
    '/a/SKILL.md',
    'a\\SKILL.md',
    '..\\a/SKILL.md',
    'C:/SKILL.md',
    '//SKILL.md',
  ];
  paths.push('./../SKILL.md', 'a/../SKILL.md', 'a/./SKILL.md', 'a/\0/SKILL.md', '..');
  for (const path of paths) expect([path, await namesIn(zipSync({ [path]: skill('out') }))]).toEqual([path, []]);
  const among = Object.fromEntries(paths.map((path) => [path, skill('out')]));
  expect(await namesIn(zipSync({ ...among, 'good/SKILL.md': skill('good') }))).toEqual(['good']);
});

test('a link is not followed, be it the file or its folder', async () => {
  const link = { os: 3, attrs: (0o120777 << 16) >>> 0 };
  const zip = zipSync({
    'a/SKILL.md': [bytesOf('---\nname: linked\n---\n/etc/passwd'), link],
    b: [bytesOf('/etc'), link],
    'b/SKILL.md': skill('through a link'),
    'c/SKILL.md': [skill('plain'), { os: 3, attrs: (0o100644 << 16) >>> 0 }],
  });
  expect(await namesIn(zip)).toEqual(['plain']);
});

test('a skill that unpacks to more than its entry says is left out, and no more of it is unpacked than that', async () => {
  const bomb = skill('bomb', '\n'.repeat(64 * 2 ** 20));
  const zip = zipSync({ 'a/SKILL.md': bomb, 'b/SKILL.md': skill('b') }, { level: 9 });
  expect(zip.length).toBeLessThan(100_000);
  // What it says is too much already.
  await expect(namesIn(zip)).rejects.toMatchObject({ code: 'BAD_ARGS', message: /a\/SKILL\.md has more than/ });
  const lying = retold(zip, (view, at) => view.setUint32(at + 24, 100, true));
  expect(await namesIn(lying)).toEqual(['b']);
  const honest = retold(zipSync({ 'a/SKILL.md': skill('a') }), (view, at) => view.setUint32(at + 24, 5_000, true));
  // Less than it says is as much as there is.
  expect(await namesIn(honest)).toEqual(['a']);
});

test('many skills that are too much together are refused before one is unpacked', async () => {
  const one = skill('one', 'x'.repeat(2 ** 20 - 100));
  const files: Zippable = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`${at}/SKILL.md`, one]));
  await expect(namesIn(zipSync(files))).rejects.toMatchObject({ code: 'BAD_ARGS', message: /together/ });
  // What is no skill may be as large as it likes: nobody unpacks it.
  const large = { 'a/SKILL.md': skill('a'), 'a/large.bin': new Uint8Array(40 * 2 ** 20) };
  expect(await namesIn(zipSync(large))).toEqual(['a']);
});

test('an archive of too many entries is refused', async () => {
  const files = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`${at}`, new Uint8Array()]));
  await expect(namesIn(zipSync(files))).rejects.toMatchObject({ code: 'BAD_ARGS', message: /entries/ });
});

test('what is no zip is named, and one damaged file does not take the others with it', async () => {
  for (const bytes of [new Uint8Array(), bytesOf('PK'), bytesOf('x'.repeat(70_000)), new Uint8Array(100)]) {
    await expect(namesIn(bytes)).rejects.toMatchObject({ code: 'BAD_ARGS', message: /no zip file/ });
  }
  const zip = zipSync({ 'a/SKILL.md': skill('a', 'x'.repeat(500)), 'b/SKILL.md': skill('b') });
  const encrypted = retold(zip, (view, at) => view.setUint16(at + 8, 1, true));
  const method = retold(zip, (view, at) => view.setUint16(at + 10, 93, true));
  const elsewhere = retold(zip, (view, at) => view.setUint32(at + 42, 0x7fffffff, true));
  const nowhere = retold(zip, (view, at) => view.setUint32(at + 42, 7, true));
  const long = retold(zip, (view, at) => view.setUint32(at + 20, 0x7fffffff, true));
  const garbled = zip.slice();
  garbled.fill(0xff, 45, 60);
  for (const one of [encrypted, method, elsewhere, nowhere, long, garbled]) expect(await namesIn(one)).toEqual(['b']);
  const cut = retold(zip, (view, at) => view.setUint32(at, 0, true)).slice();
  await expect(namesIn(cut)).rejects.toMatchObject({ code: 'BAD_ARGS', message: /damaged/ });
});

test('any bytes changed in a zip: skills, or a refusal, and nothing else', async () => {
  const zip = zipSync({ 'a/SKILL.md': skill('a', 'some text '.repeat(30)), 'b/SKILL.md': skill('b') });
  const change = fc.tuple(fc.nat(zip.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const copy = zip.slice();
      for (const [at, byte] of changes) copy[at] = byte;
      const found = await namesIn(copy).catch((error: { code?: string }) => error.code);
      if (found !== 'BAD_ARGS') expect(found?.length).toBeLessThanOrEqual(2);
    }),
    { numRuns: 1_500 },
  );
});
