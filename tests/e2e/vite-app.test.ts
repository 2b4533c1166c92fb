import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Host } from '../../src/index.js';
import { troubles } from './browser.js';
import { browser } from './harness.js';
import { buildViteApp } from './vite-app.js';

type Parts = {
  readonly bulkhead: typeof import('../../src/index.js');
  readonly textCalls: typeof import('../../src/text-calls/index.js');
  readonly studio: typeof import('../../src/studio/index.js');
  readonly modes: typeof import('../../src/engine/modes/index.js');
};

const PARTS = `import * as bulkhead from 'bulkhead';
import * as textCalls from 'bulkhead/text-calls';
import * as studio from 'bulkhead/studio';
import * as modes from 'bulkhead/modes';
import 'bulkhead/ui';
window.app = { bulkhead, textCalls, studio, modes };`;

/** What a host needs served. */
const FILES = [
  ...['frame.html', 'tool-worker.js', 'broker-worker.js', 'catalog-worker.js'],
  ...['text-calls-worker.js', 'memory-worker.js', 'quickjs.wasm'],
];

/** The page of the application, and which files of the package it has asked for, by their paths. */
async function open(url: string): Promise<{ page: Page; found: string[]; asked: () => string[] }> {
  const page = await browser.newPage();
  const found = troubles(page);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(url);
  await page.waitForFunction(() => 'app' in window);
  const isOurs = (path: string) => FILES.some((file) => path.includes(file.slice(0, file.indexOf('.'))));
  return { page, found, asked: () => paths.filter(isOurs) };
}

/** In the page: uses each of the files once. `folder`: where they are; `null`: nothing is said of it. */
async function useAll(folder: string | null) {
  const { assetsAt, createHost } = (window as unknown as { app: Parts }).app.bulkhead;
  const host: Host = createHost(folder === null ? {} : { assets: assetsAt(folder) });
  try {
    const exec = 'exec: ({ a, b }) => a + b';
    const parameters =
      "parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] }";
    await host.plugins.install(
      {
        code: `registerTool({ name: 'add', description: 'Adds two numbers.', mode: 'read', ${parameters}, ${exec} });`,
      },
      { enable: true },
    );
    const { value } = await host.tools.execute('add', { a: 2, b: 3 });
    const refused = await host.tools.execute('add', { a: 'two' }).catch(({ code }) => code);
    const names = (await host.tools.search('numbers')).map(({ name }) => name);
    const { calls } = await host.textCalls.parse('[CALL: add(a=2, b=3)]', { dialect: 'bracket-call' });
    const { session } = await host.memory.open('a chat');
    await session.createNode({ type: 'event', fields: { summary: 'It rains.' } });
    const walls = host.status().walls.filter(({ stands }) => stands);
    const { ok } = await host.doctor();
    return { value, refused, names, calls: calls.length, walls: walls.length, ok };
  } finally {
    await host.erase();
    await host.dispose();
  }
}

const USED = { value: 5, refused: 'TOOL_ARGUMENTS_INVALID', names: ['add'], calls: 1, walls: 5, ok: true };

/** In the page: what the other entries start by themselves. */
async function useOthers() {
  const { textCalls, studio, modes } = (window as unknown as { app: Parts }).app;
  let answers = 0;
  const session = textCalls.createTextCallSession({
    generate: () => (answers++ === 0 ? '[CALL: six()]' : 'It is six.'),
    tools: [{ name: 'six', description: 'Six.', execute: () => 6 }],
  });
  const end = await session.send('How many?');
  session[Symbol.dispose]();
  const diffs = studio.workerDiffs();
  const comparison = await diffs.compare({ a: 1 }, { a: 2 });
  const changes = comparison?.changes.length;
  diffs.close();
  const chat = { floors: () => [{ role: 'user' as const, text: 'The inn is open.' }] };
  const search = modes.loopTools({ chat }).find(({ name }) => name === 'chat_search');
  const lines = await search?.exec({ pattern: 'in+' }, {} as never, {} as never);
  return { end, answers, changes, lines: JSON.stringify(lines).includes('The inn is open.') };
}

for (const base of ['/', './', '/deep/app/']) {
  test(`built by Vite under the base ${base}, createHost() finds its files by itself`, async () => {
    await using app = await buildViteApp(PARTS, { base });
    const { page, found, asked } = await open(app.url);
    expect(await page.evaluate(useAll, null)).toEqual(USED);
    expect(await page.evaluate(useOthers)).toEqual({ end: 'answer', answers: 2, changes: 1, lines: true });
    expect(asked().filter((path) => path.includes('/bulkhead/'))).toEqual([]);
    expect(found).toEqual([]);
    expect(app.warnings).toEqual([]);
  });
}

test('built by Vite, createHost({ assets }) takes what it is given and asks for nothing else', async () => {
  await using app = await buildViteApp(PARTS, { served: FILES });
  const { page, found, asked } = await open(app.url);
  expect(await page.evaluate(useAll, '/bulkhead/')).toEqual(USED);
  expect([...new Set(asked())].sort()).toEqual(FILES.map((name) => `/bulkhead/${name}`).sort());
  expect(found).toEqual([]);
});

test('each URL beside a module of the package is written out, and its file is there', async () => {
  const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
  const files = await readdir(dist);
  const named = new Set<string>();
  const other: string[] = [];
  // What runs in Node reads its files from there.
  const isPages = (name: string) =>
    name.endsWith('.js') && !name.endsWith('-worker.js') && !/^(cli|node|node-\w+|test-support|vite)\./.test(name);
  for (const file of files.filter(isPages)) {
    const code = await readFile(dist + file, 'utf8');
    for (const { index } of code.matchAll(/import\.meta\.url/g)) {
      const before = code.slice(0, index).match(/new URL\((['"`])\.\/([\w.-]+)\1,$/);
      if (before?.[2]) named.add(before[2]);
      else other.push(code.slice(index - 15, index));
    }
  }
  expect([...named].sort()).toEqual([...FILES, 'studio-worker.js'].sort());
  expect([...named].filter((name) => !files.includes(name))).toEqual([]);
  // This one names no file: it is what relative folders count from where there is no page.
  expect(other).toEqual([expect.stringMatching(/baseURI\?\?$/)]);
});
