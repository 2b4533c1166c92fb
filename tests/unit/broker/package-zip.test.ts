import { expect, test } from 'vitest';
import { readPackage } from '../../../worker/broker/packages.js';
import { packageOf } from '../../fixtures/package.js';
import { fc } from '../../fixtures/property.js';
import { LINK_MODE, type MadeEnd, type MadeEntry, madeZip, packedEntries } from '../../fixtures/zip.js';

const ENTRY = "import './lib/a.js'; registerTool({ name: 'a', mode: 'read', exec: () => 1 });";
const texts = { 'main.js': ENTRY, 'lib/a.js': 'export const a = 1;', 'data.bin': 'x'.repeat(500) };
const MAX = 1_000_000;
const good = packedEntries(texts);

const { signal } = new AbortController();
const read = (bytes: Uint8Array, maxBytes = MAX) =>
  readPackage({ files: [{ path: 'a.zip', bytes }], origin: 'a.zip' }, maxBytes, signal);
const refusal = (bytes: Uint8Array, maxBytes?: number) =>
  read(bytes, maxBytes).then(
    () => 'nothing',
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  );
const entry = (path: string, over: Partial<MadeEntry> = {}): MadeEntry => ({ path, text: 'x', ...over });
/** The package with its first file told otherwise. */
const retold = (over: Partial<MadeEntry>, end?: MadeEnd) =>
  madeZip(
    good.map((one) => (one.path === 'main.js' ? { ...one, ...over } : one)),
    end,
  );

test('a zip file is the package whose files it has, with the same hash, at its root or in one folder', async () => {
  const files = await Promise.all(
    packageOf(texts).files.map(async ({ path, blob }) => ({ path, bytes: new Uint8Array(await blob.arrayBuffer()) })),
  );
  const loose = await readPackage({ files, origin: 'a.zip' }, MAX, signal);
  expect(await read(madeZip(good))).toEqual(loose);
  expect(await read(madeZip(good.map((one) => ({ ...one, deflated: false }))))).toEqual(loose);
  expect(await read(madeZip(packedEntries(texts, {}, 'packed-1.0.0/')))).toEqual(loose);
  expect(await read(madeZip(packedEntries(texts, {}, './')))).toEqual(loose);
  const beside = [entry('__MACOSX/._main.js'), entry('.DS_Store'), entry('p/', { text: '' }), entry('p/README.md')];
  expect(await read(madeZip([...packedEntries(texts, {}, 'p/'), ...beside]))).toEqual(loose);
  // A manifest that is none of the package’s own.
  expect(await read(madeZip([...good, entry('examples/bulkhead.json')]))).toEqual(loose);
  expect(await read(madeZip(good, { remark: 'with a remark' }))).toEqual(loose);
  const single = await read(madeZip([entry('plugins/a.js', { text: 'registerTool' })]));
  expect(single).toMatchObject({ source: 'registerTool', manifest: '' });
});

test('without a manifest at its root a zip file of several files is refused', async () => {
  const why = /^BAD_ARGS the zip file a\.zip: it has no bulkhead\.json at its root/;
  expect(await refusal(madeZip([entry('a.js'), entry('b.js')]))).toMatch(why);
  expect(await refusal(madeZip(packedEntries(texts, {}, 'one/two/')))).toMatch(why);
  expect(await refusal(madeZip([...packedEntries(texts, {}, 'p/'), entry('beside.txt')]))).toMatch(why);
});

test('a path that leads out of the archive, or that systems read differently, is refused by its name', async () => {
  const paths = ['../up.js', '/etc/passwd', 'a/../../up.js', 'a/./b.js', 'a//b.js', '//b.js', '..', '.', 'a/..'];
  for (const path of [...paths, 'a\\b.js', '..\\up.js', 'C:/b.js', 'c:b.js', '\\\\server\\b.js', 'a\0.js', 'a/\0']) {
    const said = await refusal(madeZip([...good, entry(path)]));
    expect(said, path).toMatch(/^BAD_ARGS the zip file a\.zip: the path `.*` leads out of it/);
  }
});

test('links, encrypted entries, unknown methods and names that are there twice are refused', async () => {
  const refused: [Uint8Array, RegExp][] = [
    [madeZip([...good, entry('link', { text: '/etc/passwd', mode: LINK_MODE })]), /`link` is a link/],
    [retold({ flags: 0x0801 }), /`main\.js` is encrypted/],
    [retold({ method: 93 }), /`main\.js` is packed by a method/],
    [madeZip([...good, entry('main.js')]), /it has `main\.js` twice/],
    [madeZip([...good, entry('./main.js')]), /it has `main\.js` twice/],
    [retold({ localPath: 'evil.js' }), /`main\.js` has two names/],
  ];
  for (const [bytes, why] of refused) {
    const said = await refusal(bytes);
    expect(said).toMatch(why);
    expect(said).toMatch(/^BAD_ARGS /);
  }
});

test('a directory that lies about sizes, places or its own length is refused, and so is a wrong checksum', async () => {
  const refused: [Uint8Array, RegExp][] = [
    [retold({ bytes: ENTRY.length - 1 }), /`main\.js` unpacks to more than it says/],
    [retold({ bytes: ENTRY.length + 1 }), /`main\.js` is not as long as it says/],
    [retold({ deflated: false, method: 0, bytes: 3 }), /`main\.js` is not as long as it says/],
    [retold({ crc: 1 }), /`main\.js` does not have its checksum/],
    [retold({ packedBytes: 5 }), /`main\.js` (is damaged|is not as long|does not have)/],
    [retold({ packedBytes: 0x7fffffff }), /its entries overlap/],
    [madeZip([...good, entry('last', { at: 0 })]), /its entries overlap/],
    [retold({ at: 1 }), /`main\.js` is damaged/],
    [madeZip([...good, entry('last', { at: 0x7000 })]), /`last` is damaged/],
    [retold({ at: 0xfffffff0 }), /`main\.js` is damaged/],
    [madeZip(good, { count: 3 }), /it is damaged/],
    [madeZip(good, { count: 5 }), /it is damaged/],
    [madeZip(good, { count: 0xffff }), /more than 1024 entries/],
    [madeZip(good, { directoryBytes: 0xffffffff }), /more than 1024 entries/],
    [madeZip(good, { start: 7 }), /it is damaged/],
    [madeZip(good, { start: 0x7fffffff }), /it is damaged/],
    [madeZip(good).slice(0, -30), /it is no zip file/],
  ];
  for (const [bytes, why] of refused) expect(await refusal(bytes)).toMatch(why);
});

test('bombs are refused by what they say, and a lie about that by what comes out', async () => {
  const zeros = new Uint8Array(20_000_000);
  const bomb = (over: Partial<MadeEntry> = {}) =>
    madeZip([...good, entry('zeros', { text: zeros, deflated: true, ...over })]);
  expect(bomb().length).toBeLessThan(30_000);
  expect(await refusal(bomb())).toMatch(/^SOURCE_TOO_LARGE the zip file a\.zip: it unpacks to 200\d+ bytes of 1000000/);
  expect(await refusal(bomb(), 40_000_000)).toMatch(/^SOURCE_TOO_LARGE .*`zeros` unpacks to more than 200 times/);
  expect(await refusal(bomb({ bytes: 900 }))).toMatch(/`zeros` unpacks to more than it says/);
  // Short ones may repeat themselves, and a stored one has no ratio.
  const short = entry('zeros', { text: new Uint8Array(60_000), deflated: true });
  expect(await read(madeZip([...good, short]))).toMatchObject({ origin: 'a.zip' });
  // One content that many entries share: each is as small as it says, and together they are too much.
  const shared = Array.from({ length: 900 }, (_, i) =>
    entry(`f${i}`, { text: '', bytes: 60_000, packedBytes: 300, at: 0 }),
  );
  expect(await refusal(madeZip([...good, ...shared]), 90_000_000)).toMatch(/^BAD_ARGS .* its entries overlap/);
});

test('a zip file has 1,024 entries at most', async () => {
  const many = (count: number) => madeZip([...good, ...Array.from({ length: count - 4 }, (_, at) => entry(`f${at}`))]);
  expect(await read(many(1_024))).toMatchObject({ origin: 'a.zip' });
  expect(await refusal(many(1_025))).toMatch(/^BAD_ARGS .* more than 1024 entries; pack it anew/);
});

test('any bytes changed in a zip file: the same package, or a typed refusal', async () => {
  const bytes = madeZip(good);
  const whole = await read(bytes);
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
      const copy = bytes.slice();
      for (const [at, byte] of changes) copy[at] = byte;
      const found = await read(copy).catch((error: { code?: string }) => error.code);
      if (typeof found === 'object') expect(found).toEqual(whole);
      else expect(found).toMatch(/^(BAD_ARGS|SOURCE_\w+|MANIFEST_INVALID)$/);
    }),
    { numRuns: 1_000 },
  );
});
