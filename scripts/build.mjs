import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { bundleAssets } from './vite/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist/`;

/** Brotli bytes that no build may exceed. */
const BUDGET = { 'main thread': 12_000, spawned: 330_000 };

/** The library: one file for the host, one for authors, one for the elements. */
async function bundleLibrary() {
  const build = await rolldown({
    input: { index: `${root}src/index.ts`, plugin: `${root}src/plugin.ts`, ui: `${root}src/ui/index.ts` },
    cwd: root,
    platform: 'browser',
    external: [/^lit/],
    transform: { target: 'es2022' },
  });
  await build.write({
    dir: dist,
    format: 'es',
    minify: true,
    chunkFileNames: 'shared-[hash].js',
    comments: { legal: false },
  });
  await build.close();
}

/** The main thread's whole code in one file, as a page that bundles would have it: what the budget counts. */
async function bundleMain() {
  const build = await rolldown({
    input: `${root}src/index.ts`,
    cwd: root,
    platform: 'browser',
    transform: { target: 'es2022' },
  });
  const { output } = await build.generate({
    format: 'es',
    minify: true,
    codeSplitting: false,
    comments: { legal: false },
  });
  await build.close();
  return output[0];
}

const brotli = (data) => brotliCompressSync(data).length;
const row = (name, bytes, limit) => {
  const fits = limit === undefined || bytes <= limit;
  console.log(`${fits ? '  ' : '! '}${name.padEnd(24)} ${String(bytes).padStart(8)} B${limit ? ` of ${limit}` : ''}`);
  return fits;
};

const withTypes = !process.argv.includes('--no-types');
await mkdir(dist, { recursive: true });
for (const name of await readdir(dist)) {
  if (withTypes || name !== 'types') await rm(dist + name, { recursive: true });
}
if (withTypes) await rm(`${root}.cache/types`, { recursive: true, force: true });
const [assets, main] = await Promise.all([bundleAssets(), bundleMain(), bundleLibrary()]);
for (const [name, body] of Object.entries(assets)) await writeFile(dist + name, body);
if (withTypes) {
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b'], { cwd: root, stdio: 'inherit' });
}

console.log('brotli sizes');
const sizes = Object.fromEntries(Object.entries(assets).map(([name, body]) => [name, brotli(body)]));
for (const [name, bytes] of Object.entries(sizes)) row(name, bytes);
row('ui.js (without lit)', brotli(await readFile(`${dist}ui.js`)));
const spawned = sizes['frame.html'] + sizes['tool-worker.js'] + sizes['quickjs.wasm'];
const fits = [row('main thread', brotli(main.code), BUDGET['main thread']), row('spawned', spawned, BUDGET.spawned)];
const foreign = main.moduleIds.filter((id) => /[\\/](zod|quickjs|@jitl)/.test(id.replace(root, '')));
for (const id of foreign) console.error(`the main thread must not hold ${id}`);
if (foreign.length > 0 || fits.includes(false)) {
  console.error('the build is over its budget');
  process.exitCode = 1;
}
