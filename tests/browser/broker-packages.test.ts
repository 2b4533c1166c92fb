import { expect, test } from 'vitest';
import { sha256Hex, sha256Pin } from '../../worker/adapters/hash.js';
import { canonicalJson } from '../../worker/broker/hashes.js';
import { modulesOf } from '../../worker/protocol/modules.js';
import { failure, openTestBroker } from '../fixtures/broker.js';
import { netHosts } from '../fixtures/net.js';
import { madeZip, packedEntries } from '../fixtures/zip.js';
import { inPage } from './setup.js';

const encoder = new TextEncoder();
const file = (path: string, text: string) => ({ path, bytes: encoder.encode(text) });
const ENTRY = "registerTool({ name: 'a', mode: 'read', exec: () => 1 });";

/** A manifest for these files. */
const manifest = (files: { readonly [path: string]: string }, over: object = {}): string =>
  JSON.stringify({
    manifest: 1,
    id: 'packed',
    version: '1.0.0',
    name: 'Packed',
    entry: 'main.js',
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, sha256Pin(text)])),
    permissions: [],
    ...over,
  });
const files = { 'main.js': ENTRY, 'lib/data.txt': 'data' };
const given = (over: { readonly [path: string]: string | undefined } = {}, folder = '') =>
  Object.entries({ ...files, 'bulkhead.json': manifest(files), ...over })
    .filter(([, text]) => text !== undefined)
    .map(([path, text = '']) => file(folder + path, text));

test('a single file is read as it is, with the hash of its list', async () => {
  using broker = openTestBroker();
  const read = await broker.call('read', { files: [file('a.js', ENTRY)], origin: 'a.js' });
  const filesHash = sha256Hex(canonicalJson({ 'plugin.js': sha256Hex(ENTRY) }));
  expect(read).toEqual({ source: ENTRY, manifest: '', origin: 'a.js', bytes: ENTRY.length, filesHash });
});

test('a package is read from files, in a folder too, and its hash is that of every file and of its manifest', async () => {
  using broker = openTestBroker();
  const read = await broker.call('read', { files: given(), origin: 'packed' });
  expect(read).toMatchObject({ source: ENTRY, manifest: manifest(files), origin: 'packed' });
  expect(read.bytes).toBe(ENTRY.length + 4 + manifest(files).length);
  const inFolder = await broker.call('read', { files: given({}, 'downloads/packed/'), origin: 'packed' });
  expect(inFolder.filesHash).toBe(read.filesHash);
  const extra = await broker.call('read', { files: [...given(), file('README.md', 'not listed')], origin: 'packed' });
  expect(extra.filesHash).toBe(read.filesHash);
  const text = manifest(files, { description: 'changed' });
  const changed = await broker.call('read', { files: given({ 'bulkhead.json': text }), origin: 'packed' });
  expect(changed.filesHash).not.toBe(read.filesHash);
});

test('the modules of a package are one source, in the order of the manifest; its other files are checked only', async () => {
  using broker = openTestBroker();
  const texts = { 'main.js': "import './lib/a.mjs';", 'lib/a.mjs': '"\u2028"', 'data.json': '1', 'note.txt': 'x' };
  const all = Object.entries({ ...texts, 'bulkhead.json': manifest(texts) }).map(([path, text]) => file(path, text));
  const { source } = await broker.call('read', { files: all, origin: 'packed' });
  const modules = new Map(Object.entries(texts).filter(([path]) => path !== 'note.txt'));
  expect(modulesOf(source)).toEqual({ entry: 'main.js', texts: modules });
  expect([...modulesOf(source).texts.keys()]).toEqual(['main.js', 'lib/a.mjs', 'data.json']);
  const bytes = Uint8Array.of(0xff, 0xfe);
  const binary = JSON.parse(manifest(texts)) as { files: { [path: string]: string } };
  binary.files['lib/a.mjs'] = sha256Pin(bytes);
  const files = [...all.filter(({ path }) => !/\.mjs|bulkhead/.test(path)), { path: 'lib/a.mjs', bytes }];
  const given = [...files, file('bulkhead.json', JSON.stringify(binary))];
  expect(await failure(broker.call('read', { files: given, origin: 'packed' }))).toMatchObject({
    code: 'SOURCE_NOT_TEXT',
    message: 'lib/a.mjs is not UTF-8 text',
  });
});

test('a package lists a thousand files and no more', async () => {
  using broker = openTestBroker();
  const read = (count: number) => {
    const many = Object.fromEntries(Array.from({ length: count - 1 }, (_, i) => [`f${i}.txt`, '']));
    const texts = { 'main.js': ENTRY, ...many };
    const all = Object.entries({ ...texts, 'bulkhead.json': manifest(texts) });
    return broker.call('read', { files: all.map(([path, text]) => file(path, text)), origin: 'many' });
  };
  expect((await read(1_000)).source).toBe(ENTRY);
  expect(await failure(read(1_001))).toMatchObject({ code: 'MANIFEST_INVALID', details: { path: '/files' } });
});

test('a package whose files are not the ones of its manifest is refused, and the file is named', async () => {
  using broker = openTestBroker();
  const refused: [object, string][] = [
    [{ 'main.js': `${ENTRY} ` }, '/files/main.js'],
    [{ 'lib/data.txt': 'other' }, '/files/lib~1data.txt'],
    [{ 'lib/data.txt': undefined }, '/files/lib~1data.txt'],
    [{ 'bulkhead.json': manifest({ 'lib/data.txt': 'data' }) }, '/files'],
    [{ 'bulkhead.json': manifest(files, { entry: '../main.js' }) }, '/entry'],
    [{ 'bulkhead.json': manifest({ ...files, '../up.js': 'x' }) }, '/files/..~1up.js'],
    [{ 'bulkhead.json': manifest({ ...files, '/etc/passwd': 'x' }) }, '/files/~1etc~1passwd'],
    [{ 'bulkhead.json': manifest({ ...files, 'a//b': 'x' }) }, '/files/a~1~1b'],
    [{ 'bulkhead.json': manifest({ ...files, 'a/../../b': 'x' }) }, '/files/a~1..~1..~1b'],
    [{ 'bulkhead.json': manifest({ ...files, 'https://evil.example/x': 'x' }) }, '/files/https:~1~1evil.example~1x'],
    [{ 'bulkhead.json': manifest(files, { surprise: 1 }) }, '/surprise'],
    [{ 'bulkhead.json': '{"oops' }, ''],
    [{ 'bulkhead.json': '{"__proto__":{}}' }, ''],
  ];
  for (const [over, path] of refused) {
    const error = await failure(broker.call('read', { files: given(over as never), origin: 'packed' }));
    expect(error, JSON.stringify(over)).toMatchObject({ code: 'MANIFEST_INVALID', details: { path } });
  }
});

test('what is no text, too large or no single source is refused', async () => {
  using broker = openTestBroker({ limits: { sourceBytes: 2000 } });
  const read = (input: object) => failure(broker.call('read', { origin: 'x', ...input } as never));
  expect(await read({ files: [{ path: 'a.js', bytes: Uint8Array.of(0xff, 0xfe) }] })).toMatchObject({
    code: 'SOURCE_NOT_TEXT',
  });
  expect(await read({ files: [file('a.js', 'a\0b')] })).toMatchObject({ code: 'SOURCE_NOT_TEXT' });
  expect(await read({ files: [file('a.js', 'a'.repeat(2001))] })).toMatchObject({ code: 'SOURCE_TOO_LARGE' });
  const large = { ...files, 'large.txt': 'x'.repeat(1900) };
  const total = [...given({ 'bulkhead.json': manifest(large) }), file('large.txt', large['large.txt'])];
  expect(await read({ files: total })).toMatchObject({ code: 'SOURCE_TOO_LARGE' });
  const bad: object[] = [
    {},
    { files: [] },
    { files: [file('a.js', ''), file('b.js', '')] },
    { url: 'nonsense' },
    { url: 'a', files: [] },
    { files: [...given(), ...given({}, 'b/')] },
  ];
  for (const input of bad)
    expect(await read(input), JSON.stringify(input).slice(0, 80)).toMatchObject({ code: 'BAD_ARGS' });
});

test.runIf(inPage)('a package at a URL is fetched from its folder, without the user’s cookies', async () => {
  const { first } = await netHosts();
  using broker = openTestBroker({ limits: { sourceBytes: 5000 } });
  const serve = (path: string, text: string) => fetch(`http://${first}/put${path}`, { method: 'PUT', body: text });
  for (const [path, text] of Object.entries(files)) await serve(`/good/${path}`, text);
  await serve('/good/bulkhead.json', manifest(files));
  const url = `http://${first}/put/good/bulkhead.json?v=1`;
  const read = await broker.call('read', { url, origin: '' });
  const same = await broker.call('read', { files: given(), origin: '' });
  expect(read).toEqual({ ...same, origin: url });
  const single = await broker.call('read', { url: `http://${first}/put/good/main.js`, origin: '' });
  expect(single).toMatchObject({ source: ENTRY, manifest: '' });
  await serve('/good/main.js', '// replaced');
  expect(await failure(broker.call('read', { url, origin: '' }))).toMatchObject({
    code: 'MANIFEST_INVALID',
    details: { path: '/files/main.js' },
  });
  expect(await failure(broker.call('read', { url: `http://${first}/put/none.js`, origin: '' }))).toMatchObject({
    code: 'SOURCE_UNREACHABLE',
  });
  expect(await failure(broker.call('read', { url: `http://${first}/no-cors`, origin: '' }))).toMatchObject({
    code: 'SOURCE_UNREACHABLE',
  });
  expect(await failure(broker.call('read', { url: `http://${first}/large?bytes=5001`, origin: '' }))).toMatchObject({
    code: 'SOURCE_TOO_LARGE',
  });
});

test('a zip file is the same package, given as a file and at a URL, and its bytes count on the way and unpacked', async () => {
  const { first } = await netHosts();
  using broker = openTestBroker({ limits: { sourceBytes: 5000 } });
  const entries = given({}, 'packed-main/').map(({ path, bytes }) => ({ path, text: bytes, deflated: true }));
  const bytes = madeZip(entries);
  const loose = await broker.call('read', { files: given(), origin: 'packed.zip' });
  const file = await broker.call('read', { files: [{ path: 'plugin.js', bytes }], origin: 'packed.zip' });
  expect(file).toEqual(loose);
  const url = `http://${first}/put/zip/download?v=1`;
  const serve = (body: Uint8Array<ArrayBuffer>) => fetch(url, { method: 'PUT', body });
  await serve(bytes);
  expect(await broker.call('read', { url, origin: '' })).toEqual({ ...loose, origin: url });
  await serve(madeZip(packedEntries({ ...files, 'large.txt': 'large '.repeat(1000) })));
  expect(await failure(broker.call('read', { url, origin: '' }))).toMatchObject({
    code: 'SOURCE_TOO_LARGE',
    details: { maxBytes: 5000 },
  });
  await serve(madeZip(packedEntries(files, {}, '../')));
  expect(await failure(broker.call('read', { url, origin: '' }))).toMatchObject({ code: 'BAD_ARGS' });
  await serve(madeZip([...packedEntries(files), { path: 'x', text: 'x'.repeat(5000) }]));
  expect(await failure(broker.call('read', { url, origin: '' }))).toMatchObject({ code: 'SOURCE_TOO_LARGE' });
});
