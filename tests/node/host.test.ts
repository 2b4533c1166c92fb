import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createHost, dist, openPlugin, plugin } from './host.js';

const ADD = plugin('({ a }) => a + 1');

test('a plugin is installed, called, simulated, switched off and removed', async () => {
  await using host = createHost();
  const { id, state } = await host.plugins.install({ code: ADD }, { enable: true });
  expect(state).toBe('on');
  expect((await host.tools.execute('main', { a: 2 })).value).toBe(3);
  expect((await host.tools.simulate('main', { a: 3 })).value).toBe(4);
  await host.plugins.disable(id);
  await expect(host.tools.execute('main', { a: 2 })).rejects.toMatchObject({ code: 'PLUGIN_DISABLED' });
  await host.plugins.remove(id);
  expect(await host.plugins.list()).toEqual([]);
});

test('all walls stand, the fifth by a process; in threads it does not, and a host that requires it runs nothing', async () => {
  await using host = createHost();
  await host.plugins.install({ code: ADD }, { enable: true });
  const { walls, starts } = host.status();
  expect(walls.map(({ stands }) => stands)).toEqual([true, true, true, true, true]);
  expect(walls[4]?.why).toMatch(/^by a process for each plugin, without files/);
  expect(starts).toEqual({ images: true });
  await using threads = createHost({ guests: 'thread' });
  await threads.plugins.install({ code: ADD }, { enable: true });
  expect(threads.status().walls[4]).toMatchObject({
    stands: false,
    why: 'the host asked for threads of its own process',
  });
  await using strict = createHost({ guests: 'thread', policy: { requireWalls: [5] } });
  await expect(strict.plugins.install({ code: ADD })).rejects.toMatchObject({ code: 'WALL_MISSING' });
});

test('a loop of the guest ends with its call’s abort, and the plugin answers again', async () => {
  await using host = createHost();
  const loop = plugin("({ on }, ctx) => { ctx.log('began'); if (on) for (;;); return 'ended'; }");
  await host.plugins.install({ code: loop }, { enable: true });
  const stop = new AbortController();
  const call = host.tools.execute('main', { on: true }, { signal: stop.signal });
  await expect.poll(() => host.status().calls).toBe(1);
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow();
  expect((await host.tools.execute('main', {})).value).toBe('ended');
});

test.for(['process', 'thread'] as const)('a loop ends inside its guest in a %s, whose worker lives', async (guests) => {
  await using host = createHost({ guests, limits: { cpuMs: 300, timeoutMs: 20_000 } });
  const loop = plugin("({ on }) => { if (on) for (;;); return 'ended'; }");
  await host.plugins.install({ code: loop }, { enable: true });
  const ended = host.tools.execute('main', { on: true });
  await expect(ended).rejects.toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'interrupt' } });
  expect(host.status().workers.live).toBe(1);
  expect((await host.tools.execute('main', {})).value).toBe('ended');
});

test('a loop in native code ends by the watchdog', async () => {
  await using host = createHost({ limits: { cpuMs: 300, timeoutMs: 20_000 } });
  const loop = plugin("() => { const a = 'a'.repeat(30_000); for (;;) a.replaceAll('a', 'bb'); }");
  await host.plugins.install({ code: loop }, { enable: true });
  await expect(host.tools.execute('main', {})).rejects.toMatchObject({ code: 'TOOL_TIMEOUT' });
});

const MANIFEST = (host: string) =>
  `export const manifest = { manifest: 1, id: 'asks', version: '1.0.0', name: { en: 'Asks' },
  permissions: [{ id: 'kept', cap: 'store', quotaMiB: 1, reason: 'To keep' }],
  optionalPermissions: [{ id: 'server', cap: 'net', hosts: ['${host}'], methods: ['GET'], reason: 'To ask' }] };\n`;

test('requests and storage need the grant, a question is an event, and the log has it all', async () => {
  const server = createServer((request, response) => response.end(`${request.method} ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using host = createHost();
  const code = `${MANIFEST(address)}${plugin(
    `async ({ path }, ctx) => { const { body } = await ctx.net.fetch('http://${address}' + path); await ctx.storage.set('last', body); return ctx.storage.get('last'); }`,
    'write',
  )}`;
  const asked: string[] = [];
  host.asks.onChange(() => {
    for (const { id, kind, scopes } of host.asks.list()) {
      asked.push(kind);
      host.asks.answer(id, scopes[0] ?? null);
    }
  });
  await host.plugins.install({ code }, { enable: true });
  await expect(host.tools.execute('main', { path: '/a' })).rejects.toMatchObject({ code: 'CAPABILITY_DENIED' });
  asked.length = 0;
  await host.plugins.enable('asks', { allow: 'all' });
  expect((await host.tools.execute('main', { path: '/b' })).value).toBe('GET /b');
  expect(asked).toEqual(['permission']);
  const types = (await host.audit.query({ plugin: 'asks' })).map(({ type }) => type);
  for (const type of ['install', 'grant', 'call']) expect(types).toContain(type);
  server.close();
});

test('openPlugin: an author’s test has a real guest and a made-up world', async () => {
  await using opened = await openPlugin(`${dist}../examples/notebook/notebook.plugin.js`);
  expect(opened.plugin.id).toBe('notebook');
  const { value, effects } = await opened.call('write_note', { title: 'a', text: 'b' });
  expect(value).toBeDefined();
  expect(effects.length).toBeGreaterThan(0);
});

test('a process whose hosts are disposed ends by itself', () => {
  const script = `import { createHost } from '${dist}node.js'; const host = createHost();
    await host.plugins.install({ code: ${JSON.stringify(ADD)} }, { enable: true });
    console.log((await host.tools.execute('main', { a: 1 })).value); await host.dispose();`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(out.trim()).toBe('2');
});

test('a chat is remembered, and recalled by the meaning of words, whose file a function reads', async () => {
  await using host = createHost();
  const said = (mes: string) => ({ name: 'Me', is_user: true, mes });
  const messages = Array.from({ length: 60 }, (_, at) => said(`We looked at stone number ${at}.`));
  messages[20] = said('I am allergic to peanuts.');
  const graph = await host.memory.open({ id: 'node', messages });
  expect(await graph.remember(messages)).toBe(60);
  const file = new URL('../../packages/words-en/en.bin', import.meta.url);
  await host.memory.setEmbeddings({ kind: 'words', file: () => readFile(file) });
  const [first] = await graph.recall({ query: 'What food should I avoid?' });
  expect(first).toMatchObject({ text: 'Me: I am allergic to peanuts.', why: expect.arrayContaining(['meaning']) });
  await host.memory.setEmbeddings({ kind: 'words', file });
  await expect(graph.session.vectorSearch({ query: 'food' })).rejects.toMatchObject({
    ...{ code: 'EMBEDDING_FAILED', message: expect.stringContaining('pass a function that reads the file') },
  });
});
