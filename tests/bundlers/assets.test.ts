import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../e2e/browser.js';
import { serveFolder } from './serve.js';
import { openWorkspace, type Workspace } from './workspace.js';

const execute = promisify(execFile);
let browser: Browser;
let workspace: Workspace;
let app: string;
beforeAll(async () => {
  [browser, workspace] = await Promise.all([openBrowser(), openWorkspace()]);
  app = await workspace.app('assets');
});
afterAll(async () => {
  await browser?.close();
  await workspace?.[Symbol.asyncDispose]();
});

/** Runs the command line of the package in the application. */
async function bulkhead(...given: string[]): Promise<{ code: number; out: string }> {
  const cli = join(app, 'node_modules/bulkhead/dist/cli.js');
  try {
    const { stdout } = await execute(process.execPath, [cli, ...given], { cwd: app });
    return { code: 0, out: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, out: stderr };
  }
}

test('the command line replaces what it has written itself, and nothing else', async () => {
  expect(await bulkhead('assets', 'public/bulkhead')).toMatchObject({ code: 0, out: /Copied 8 files/ as never });
  const [frame, worker] = ['frame.html', 'tool-worker.js'].map((name) => join(app, 'public/bulkhead', name));
  // What another version of it has written is replaced: the marker has its hash.
  const marker = join(app, 'public/bulkhead/.bulkhead.json');
  const written = JSON.parse(await readFile(marker, 'utf8'));
  expect(Object.keys(written)).toHaveLength(8);
  await writeFile(frame as string, 'older');
  const { createHash } = await import('node:crypto');
  const older = createHash('sha256').update('older').digest('hex');
  await writeFile(marker, JSON.stringify({ ...written, 'frame.html': older }));
  expect((await bulkhead('assets', 'public/bulkhead')).code).toBe(0);
  expect(await readFile(frame as string, 'utf8')).toContain('<title>Bulkhead</title>');
  // What the user has written is not.
  await writeFile(worker as string, 'mine');
  const refused = await bulkhead('assets', 'public/bulkhead');
  expect(refused).toEqual({
    code: 1,
    out: 'bulkhead: public/bulkhead has a file that this command did not write: tool-worker.js. Name another folder, or replace them with --force\n',
  });
  expect(await readFile(worker as string, 'utf8')).toBe('mine');
  expect((await bulkhead('assets', 'public/bulkhead', '--force')).code).toBe(0);
  expect(await readFile(worker as string, 'utf8')).not.toBe('mine');
});

test('the modules of a page’s own are kept', async () => {
  const index = join(app, 'site/index.js');
  await bulkhead('assets', 'site');
  await writeFile(index, 'export const mine = 1;');
  expect(await bulkhead('assets', 'site', '--modules')).toMatchObject({
    code: 1,
    out: /did not write: index\.js/ as never,
  });
  expect(await readFile(index, 'utf8')).toBe('export const mine = 1;');
});

/** Serves files of the package by rules of the test's own. */
async function serveAssets(answer: RequestListener) {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((done) => server.close(done)) };
}

const ADVICE = "Copy the files with `npx bulkhead assets public/bulkhead`, and pass `assets: assetsAt('/bulkhead/')`";

test.each<[what: string, answer: RequestListener, says: RegExp]>([
  [
    'nothing',
    (_, response) => {
      response.statusCode = 404;
      response.end();
    },
    /answered 404\./,
  ],
  [
    'the page in its place',
    (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html>');
    },
    /answered (text\/html|another file than the frame\.html)/,
  ],
  [
    'a file of another version',
    (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end('/* older */');
    },
    /answered another file than the \S+ of this version/,
  ],
  ['a broken connection', (_, response) => response.destroy(), /cannot be fetched: not served, or not in connect-src/],
])('an address that answers %s is named, with the line to write', async (what, answer, says) => {
  const assets = await serveAssets(answer);
  const from = '/node_modules/bulkhead/dist/index.js';
  const folder = await workspace.app(`unreachable ${what}`.replaceAll(/\W+/g, '-'), {
    from,
    options: `{ assets: assetsAt('${assets.url}') }`,
  });
  const served = await serveFolder(folder);
  const page = await browser.newPage();
  try {
    await page.goto(served.url);
    await page.waitForFunction(() => 'run' in window);
    const outcome = await page.evaluate(() =>
      (window as unknown as { run(): Promise<{ code: string; message: string }> }).run(),
    );
    expect(outcome.code).toBe('ASSET_UNREACHABLE');
    expect(outcome.message).toContain(`${assets.url}`);
    expect(outcome.message).toMatch(says);
    expect(outcome.message.endsWith(`${ADVICE}`), outcome.message).toBe(true);
  } finally {
    await page.close();
    await served.close();
    await assets.close();
    await rm(folder, { recursive: true, force: true });
  }
});
