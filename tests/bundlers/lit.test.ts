import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../e2e/browser.js';
import { bundler, esbuild, vite, viteBuild } from './makers.js';
import { openWorkspace, page, type Workspace } from './workspace.js';

let workspace: Workspace;
let app: string;
/** An application of which nothing above has `lit`. */
beforeAll(async () => {
  workspace = await openWorkspace();
  app = await mkdtemp(join(tmpdir(), 'bulkhead-lit-'));
  await mkdir(join(app, 'node_modules'));
  await cp(workspace.unpacked, join(app, 'node_modules/bulkhead'), { recursive: true });
  await writeFile(join(app, 'package.json'), '{ "name": "app", "private": true, "type": "module" }');
  await writeFile(join(app, 'index.html'), page());
  await writeFile(join(app, 'main.js'), "import { BulkheadChatView } from 'bulkhead/ui';\nnew BulkheadChatView();\n");
});
afterAll(async () => {
  await rm(app, { recursive: true, force: true });
  await workspace?.[Symbol.asyncDispose]();
});

/** What a build that fails says. */
const said = (build: Promise<unknown>): Promise<string> =>
  build.then(
    () => 'it was built',
    (error: unknown) => String((error as Error).message),
  );

test('a build without lit ends with an error that names the file that needs it, and with its line what to do', async () => {
  expect(() => createRequire(join(app, 'main.js')).resolve('lit')).toThrow();
  const { build } = await bundler(workspace, 'esbuild');
  const entry = join(app, 'main.js');
  const failed = await build({
    ...{ entryPoints: [entry], outdir: join(app, 'out'), bundle: true, format: 'esm', splitting: true },
    logLevel: 'silent',
  }).catch((error: { errors: readonly { text: string; location: { lineText: string; file: string } }[] }) => error);
  expect(failed.errors[0].text).toContain('Could not resolve "lit"');
  expect(failed.errors[0].location.lineText).toContain('// bulkhead/ui needs lit 3: npm i lit');
  const { default: webpack } = await bundler(workspace, 'webpack');
  const config = { mode: 'production', context: app, entry: './main.js', output: { path: join(app, 'out') } };
  const stats = await new Promise<{ toString(kind: string): string }>((done, fail) =>
    webpack(config, (error: Error | null, found: { toString(kind: string): string }) =>
      error ? fail(error) : done(found),
    ),
  );
  expect(stats.toString('errors-only')).toMatch(/ui-needs-lit\.js[\s\S]*Can't resolve 'lit'/);
});

test.each(['vite6', 'vite7', 'vite'])('so does %s', async (version) => {
  const { build } = await vite(workspace, version);
  const words = await said(build({ configFile: false, root: app, logLevel: 'silent' }));
  expect(words).toContain('bulkhead/dist/ui-needs-lit.js');
});

test.each([
  ['Vite 6', viteBuild('vite6')],
  ['Vite 8', viteBuild('vite')],
  ['esbuild', esbuild('esm')],
])('with lit, %s builds the elements, and they are drawn', async (name, make) => {
  const main = `import 'bulkhead/ui';
const view = document.createElement('bulkhead-chat-view');
document.body.append(view);
view.updateComplete.then(() => { window.drawn = view.shadowRoot.childElementCount; });`;
  const withMain: Workspace = {
    ...workspace,
    app: (given) => workspace.app(given, { files: { 'main.js': main } }),
  };
  await using browser = await openBrowser();
  const served = await make(withMain, `elements ${name}`);
  const page = await browser.newPage();
  try {
    await page.goto(served.url);
    await page.waitForFunction(() => ((window as unknown as { drawn?: number }).drawn ?? 0) > 0);
  } finally {
    await page.close();
    await served.close();
  }
});
