import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../e2e/browser.js';
import { run } from './commands.js';
import { serveFolder } from './serve.js';
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

/** A page that installs a plugin, allows what it asks for, and calls its tool twice. */
const PAGE = `import { createHost } from './node_modules/bulkhead/dist/index.js';
window.answers = async (code) => {
  await using host = createHost({ limits: { loadMs: 20_000, silenceMs: 30_000, timeoutMs: 60_000 } });
  const { id } = await host.plugins.install({ code });
  const { permissions } = await host.plugins.review(id);
  await host.plugins.enable(id, { allow: 'all' });
  const call = async (args) => (await host.tools.execute('scale_recipe', args)).value;
  const first = await call({ amounts: ['1 1/2', '3'], from: 2, to: 3 });
  const second = await call({ amounts: ['0.5'], from: 2 });
  const walls = host.status().walls.filter(({ stands }) => stands).length;
  return { id, asked: permissions.map(({ permission }) => permission.cap), first, second, walls };
};
`;

test('the starter type-checks, builds and passes its tests by its own commands, and what it builds answers in a guest', async () => {
  const starter = await workspace.example('starter');
  await run(starter, 'npm', 'run', 'types');
  expect(await run(starter, 'npm', 'test')).toMatch(/pass 3\n.*fail 0/);
  const code = await readFile(join(starter, 'plugin.js'), 'utf8');

  const served = await serveFolder(await workspace.app('starter-page', { files: { 'main.js': PAGE } }));
  try {
    const page = await browser.newPage();
    await page.goto(served.url);
    await page.waitForFunction(() => 'answers' in window);
    const answers = await page.evaluate(
      (text) => (window as unknown as { answers(code: string): Promise<unknown> }).answers(text),
      code,
    );
    expect(answers).toEqual({
      ...{ id: 'recipe-scaler', asked: ['store'], walls: 5 },
      first: { servings: 3, amounts: ['2 1/4', '4 1/2'] },
      second: { servings: 3, amounts: ['3/4'] },
    });
  } finally {
    await served.close();
  }
});

test('a mistake in the starter’s plugin fails its type check', async () => {
  const starter = await workspace.example('starter', 'starter-wrong');
  const file = join(starter, 'src/plugin.ts');
  const text = await readFile(file, 'utf8');
  expect(text).toContain("ctx.storage.set('servings', to)");
  await writeFile(file, text.replace("ctx.storage.set('servings', to)", "localStorage.setItem('servings', to)"));
  await expect(run(starter, 'npm', 'run', 'types')).rejects.toThrow(
    /plugin\.ts\S+ - error TS2304|plugin\.ts\(.*TS2304/,
  );
});
