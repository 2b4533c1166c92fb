import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bulkhead, openFolder, start, transcript } from './cli.js';
import { dist } from './host.js';

const ADD =
  "registerTool({ name: 'add', description: 'Adds.', mode: 'read', parameters: { type: 'object' }, exec: ({ a }) => a + 1 });\n";

test('the help lists every command, and each command has examples', async () => {
  const { code, out } = await bulkhead('.', ['--help']);
  expect(code).toBe(0);
  await expect(out).toMatchFileSnapshot('pinned/help.txt');
  const names = [...out.matchAll(/^ {2}npx bulkhead ([a-z]+)/gm)].map(([, name = '']) => name);
  expect(names).toEqual(['new', 'check', 'run', 'test', 'dev', 'pack', 'assets', 'doctor']);
  const helps = await Promise.all(names.map((name) => transcript('.', [name, '--help'])));
  for (const help of helps) expect(help).toMatch(/Examples:\n {2}npx bulkhead[\s\S]*exit 0/);
  await expect(helps.join('\n')).toMatchFileSnapshot('pinned/help-of-commands.txt');
});

test('a wrong command line ends with 2, names what was meant, and prints nothing to read on', async () => {
  const lines = [
    ...[
      ['chekc'],
      ['packk'],
      ['frobnicate'],
      ['check'],
      ['check', 'a', 'b'],
      ['check', 'nowhere.js'],
      ['check', 'a.js', '--jsno'],
    ],
    ...[
      ['check', 'a.js', '--json=1'],
      ['pack', 'a', '--out'],
      ['run', 'a.js', 'add', '{a}'],
      ['new', 'My Plugin'],
    ],
    ...[['doctor', 'localhost'], ['dev', '--port', 'x'], ['test', 'nowhere'], []],
  ];
  await using folder = await openFolder();
  await folder.write({ 'a.js': ADD });
  const said: string[] = [];
  for (const line of lines) said.push(await transcript(folder.path, line));
  for (const one of said) expect(one).toMatch(/exit 2\n$/);
  await expect(said.join('\n')).toMatchFileSnapshot('pinned/wrong-lines.txt');
});

test('there is no colour in a pipe, nor where NO_COLOR is set, and a reader may go away', async () => {
  await using folder = await openFolder();
  await folder.write({ 'a.js': ADD });
  for (const env of [{}, { NO_COLOR: '1' }, { FORCE_COLOR: '' }]) {
    const { out, error } = await bulkhead(folder.path, ['check', 'a.js'], env);
    expect(out).toContain('No faults.');
    expect(out + error).not.toContain('\u001b');
  }
  const child = start(folder.path, ['check', 'a.js']);
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  expect({ code, said }).toEqual({ code: 0, said: '' });
});

test('`run` grants what it is asked to, answers questions with --yes only, and simulates', async () => {
  await using folder = await openFolder();
  await folder.example('notebook');
  const note = '{"title":"Mara","text":"Friday"}';
  const lines = [
    ['run', 'notebook', 'write_note', note],
    ['run', 'notebook', 'write_note', note, '--allow', 'notes'],
    ['run', 'notebook', 'write_note', note, '--allow', 'all', '--yes'],
    ['run', 'notebook', 'write_note', note, '--allow', 'store', '--simulate'],
    ['run', 'notebook', 'write_note', '{}', '--allow', 'all'],
    ['run', 'notebook', 'write_notes', note],
    ['run', 'notebook', 'write_note', note, '--allow', 'net'],
  ];
  const said: string[] = [];
  for (const line of lines) said.push(await transcript(folder.path, line));
  await expect(said.join('\n')).toMatchFileSnapshot('pinned/run-notebook.txt');
});

test('--json prints one document, faults too', async () => {
  await using folder = await openFolder();
  await folder.write({ 'a.js': ADD, 'wrong.js': 'const a = ;\n' });
  const parse = async (...args: string[]) => JSON.parse((await bulkhead(folder.path, [...args, '--json'])).out);
  expect(await parse('check', 'a.js')).toMatchObject({ ok: true, faults: [], tools: [{ name: 'add' }] });
  expect(await parse('run', 'a.js', 'add', '{"a":1}')).toMatchObject({ ok: true, value: 2, effects: [] });
  expect(await parse('check', 'wrong.js')).toMatchObject({
    ok: false,
    error: { code: 'SOURCE_SYNTAX', details: { line: 1 } },
  });
  expect(await parse('check', 'nowhere.js')).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  expect(await parse('test')).toMatchObject({ ok: false, error: { code: 'NO_TESTS' } });
  expect(await parse('pack', '.')).toMatchObject({ ok: false });
});

test('`test` runs the author’s tests against the built package, counts them, and fails with them', async () => {
  await using folder = await openFolder();
  const names = await folder.example('names');
  expect(JSON.parse((await bulkhead(names, ['test', '--json'])).out)).toEqual({
    ...{ ok: true, tests: 1, passed: 1, failed: 0, skipped: 0, todo: 0, failures: [] },
  });
  const file = join(names, 'names.test.js');
  await writeFile(file, (await readFile(file, 'utf8')).replace('undefined);', "'wrong');"));
  const { code, out } = await bulkhead(folder.path, ['test', 'names', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ ok: false, failed: 1, failures: [{ place: expect.stringContaining(':') }] });
});

test('`test` says how to write a test, and what TypeScript needs', async () => {
  await using folder = await openFolder();
  await folder.write({ 'none/plugin.js': ADD });
  await expect(await transcript(folder.path, ['test', 'none'])).toMatchFileSnapshot('pinned/no-tests.txt');
  await folder.write({ 'typed/a.test.ts': "import { test } from 'node:test';\ntest('a', (): void => {});\n" });
  const { code, error } = await bulkhead(folder.path, ['test', 'typed']);
  if ((process.features as { typescript?: unknown }).typescript) expect(code).toBe(0);
  else
    expect({ code, error }).toMatchObject({
      code: 2,
      error: expect.stringContaining('npm install --save-dev esbuild'),
    });
});

test('`doctor` says which files are those of this version, and what the policy forbids', async () => {
  let policy: string | undefined;
  let broken = '';
  const server = createServer(async (request, response) => {
    const [, name = ''] = request.url?.match(/^\/bulkhead\/(.+)$/) ?? [];
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.wasm') ? 'application/wasm' : 'text/html';
    response.writeHead(200, {
      'content-type': type,
      ...(name || !policy ? {} : { 'content-security-policy': policy }),
    });
    response.end(name === '' || name === broken ? '<p>' : await readFile(dist + name));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const said = async (...args: string[]) => {
    const text = await transcript('.', ['doctor', url, ...args]);
    return text.replaceAll(url, 'URL/');
  };
  const texts = [await said()];
  policy = "default-src 'self'";
  texts.push(await said());
  policy = "default-src 'none'; trusted-types a; worker-src https:";
  broken = 'tool-worker.js';
  texts.push(await said(), await said('--assets', '/elsewhere'));
  server.close();
  server.closeAllConnections();
  expect(texts.map((text) => text.match(/exit \d/)?.[0])).toEqual(['exit 0', 'exit 0', 'exit 1', 'exit 1']);
  await expect(texts.join('\n')).toMatchFileSnapshot('pinned/doctor.txt');
});

test('`dev` serves the plugin to any page, and sends each change of its files', async () => {
  await using folder = await openFolder();
  await folder.write({
    'package.json': JSON.stringify({ main: 'plugin.js', scripts: { build: 'node build.cjs' } }),
    'build.cjs': "const { cpSync } = require('node:fs'); cpSync('src.js', 'plugin.js');",
    'src.js': ADD,
  });
  const child = start(folder.path, ['dev', '.', '--port', '0']);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  await expect.poll(() => said).toContain('/events');
  const [install = '', events = ''] = said.match(/http:\/\/127\.0\.0\.1:\d+\/\w+(?:\.js)?/g) ?? [];
  const stream = (await fetch(events)).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await stream?.read())?.value).toContain('"version":1');
  const response = await fetch(install);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.text()).toBe(ADD);
  await folder.write({ 'src.js': ADD.replace('a + 1', 'a + 2') });
  expect((await stream?.read())?.value).toContain('"version":2');
  expect(await (await fetch(install)).text()).toContain('a + 2');
  child.kill();
  expect(await once(child, 'close')).toEqual([0, null]);
});
