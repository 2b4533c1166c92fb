// `node tests/bench/by-hand/run.mjs FOLDER`: the peers that are no dependencies, installed in FOLDER beforehand. See README.md.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { rolldown } from 'rolldown';
import { bundleBenches } from '../../../scripts/bench/bundle.mjs';
import { figures } from '../../../scripts/bench/print.mjs';
import { serveBenches } from '../../../scripts/bench/serve.mjs';
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/chromium.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = process.argv[2];
if (folder === undefined) throw new Error('the folder with the peers is missing: see tests/bench/by-hand/README.md');
const modules = resolve(folder, 'node_modules');

async function bundle(name) {
  const build = await rolldown({
    input: join(here, name),
    cwd: here,
    platform: 'browser',
    logLevel: 'silent',
    resolve: { modules: [modules, 'node_modules'] },
  });
  const { output } = await build.generate({ format: 'es', codeSplitting: false });
  await build.close();
  return output[0].code;
}

const server = await serveBenches({
  ...(await bundleBenches()),
  '/': '<!doctype html><title>By hand</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
  '/page.js': await bundle('page.mjs'),
  '/wasi.js': await bundle('wasi.worker.mjs'),
  '/ses.js': await bundle('ses.worker.mjs'),
  '/wasi.wasm': await readFile(join(modules, 'quickjs-wasi/quickjs.wasm')),
});
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => window.measureByHand !== undefined);
  const { differ, starts, warm } = await page.evaluate(() => window.measureByHand());
  if (differ) throw new Error(`the answers differ: ${differ}`);
  console.log('| alternative | start and first call, ms p50 (min) | warm call, ms p50 (min) |\n|---|---|---|');
  for (const [i, { name, p50, min }] of starts.entries()) {
    console.log(`| ${name} | ${figures(p50)} (${figures(min)}) | ${figures(warm[i].p50)} (${figures(warm[i].min)}) |`);
  }
} finally {
  await browser.close();
  await server.close();
}
