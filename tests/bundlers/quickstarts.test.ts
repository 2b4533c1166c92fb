import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { openBrowser } from '../e2e/browser.js';
import { run, serve } from './commands.js';
import { type Served, serveFolder } from './serve.js';
import { openWorkspace, type Workspace } from './workspace.js';

let browser: Browser;
let workspace: Workspace;
beforeAll(async () => {
  [browser, workspace] = await Promise.all([openBrowser(), openWorkspace()]);
});
afterAll(async () => {
  await browser?.close();
  await workspace?.[Symbol.asyncDispose]();
});

/** Serves an application by a script of its own package.json. */
const byScript = (script: string, host: '--host' | '-H') => async (app: string) =>
  serve(app, 'npm', 'run', script, '--', host, '127.0.0.1', '--port', String(await freePort()));

const publicFolder = (app: string): Promise<Served> => serveFolder(join(app, 'public'));

/** How each example is served once its own `npm run build` has run. */
const BUILT: { readonly [example: string]: (app: string) => Promise<Served> } = {
  'quickstart-vite': byScript('preview', '--host'),
  'quickstart-react': byScript('preview', '--host'),
  'quickstart-next': byScript('start', '-H'),
  'quickstart-webpack': publicFolder,
  'quickstart-plain': publicFolder,
};

/** One host: a frame, in it the worker of the plugin and a spare one, and the broker worker beside it. */
const ONE_HOST = { frames: 1, workers: 3 };
const parts = (page: Page) => ({ frames: page.frames().length - 1, workers: page.workers().length });

async function waitForOutput(page: Page, text: string): Promise<void> {
  const output = page.locator('output');
  await expect.poll(() => output.textContent(), { timeout: 60_000 }).toBe(text);
}

/** Opens a page and waits for the tool's answer. */
async function open(url: string, text = 'Hello, Ada! The tool ran behind 5 walls.'): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await waitForOutput(page, text);
  return page;
}

for (const [name, serveBuilt] of Object.entries(BUILT)) {
  test(`${name} builds by its own command, and shows the tool’s answer behind five walls`, async () => {
    const app = await workspace.example(name);
    await run(app, 'npm', 'run', 'build');
    const served = await serveBuilt(app);
    try {
      await (await open(served.url)).close();
    } finally {
      await served.close();
    }
  });
}

/** Changes a file at once, as editors do: a server that watches it never reads half of it. */
async function edit(app: string, file: string, from: string, to: string): Promise<void> {
  const source = await readFile(join(app, file), 'utf8');
  expect(source).toContain(from);
  await writeFile(join(app, 'edited'), source.replace(from, to));
  await rename(join(app, 'edited'), join(app, file));
}

/** In each development server: the files that have the plugin and the person's name, and whether an edit reloads the page. */
const EDITED = {
  'quickstart-vite': { host: '--host', plugin: 'main.js', name: 'main.js', reloads: true },
  'quickstart-webpack': { host: '--host', plugin: 'src/main.js', name: 'src/main.js', reloads: true },
  'quickstart-react': { host: '--host', plugin: 'src/plugin.js', name: 'src/App.jsx', reloads: false },
  'quickstart-next': { host: '-H', plugin: 'app/plugin.js', name: 'app/page.jsx', reloads: false },
} as const;

for (const [example, { host, plugin, name, reloads }] of Object.entries(EDITED)) {
  const how = reloads ? 'after each edit' : 'under StrictMode, and after each hot reload,';
  test(`${example}: ${how} one host is left with its workers`, async () => {
    const app = await workspace.example(example, `${example}-dev`);
    const served = await byScript('dev', host)(app);
    try {
      const page = await open(served.url);
      await expect.poll(() => parts(page)).toEqual(ONE_HOST);
      await page.evaluate(() => Object.assign(window, { loaded: 'once' }));
      await edit(app, plugin, 'Hello, ', 'Good day, ');
      await waitForOutput(page, 'Good day, Ada! The tool ran behind 5 walls.');
      await expect.poll(() => parts(page)).toEqual(ONE_HOST);
      await edit(app, name, 'Ada', 'Grace');
      await waitForOutput(page, 'Good day, Grace! The tool ran behind 5 walls.');
      await expect.poll(() => parts(page)).toEqual(ONE_HOST);
      expect(await page.evaluate(() => 'loaded' in window)).toBe(!reloads);
      await page.close();
    } finally {
      await served.close();
    }
  });
}
