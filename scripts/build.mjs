import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { bundleAssets } from './vite/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist/`;

/** Brotli bytes that no build may exceed. */
const BUDGET = { 'main thread': 12_000, spawned: 330_000 };

/** One file per entry, each whole by itself: a page without a bundler copies what it imports. */
const ENTRIES = { index: 'src/index.ts', plugin: 'src/plugin.ts', grant: 'src/grant.ts', ui: 'src/ui/index.ts' };

async function bundleLibrary() {
  const sizes = {};
  for (const [name, entry] of Object.entries(ENTRIES)) {
    const build = await rolldown({
      input: `${root}${entry}`,
      cwd: root,
      platform: 'browser',
      external: [/^lit/],
      transform: { target: 'es2022' },
    });
    const { output } = await build.write({
      file: `${dist}${name}.js`,
      format: 'es',
      minify: true,
      codeSplitting: false,
      comments: { legal: false },
    });
    await build.close();
    sizes[name] = output[0];
  }
  return sizes;
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
const [assets, library] = await Promise.all([bundleAssets(), bundleLibrary()]);
const main = library.index;
for (const [name, body] of Object.entries(assets)) await writeFile(dist + name, body);
if (withTypes) {
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b'], { cwd: root, stdio: 'inherit' });
}

console.log('brotli sizes');
const sizes = Object.fromEntries(Object.entries(assets).map(([name, body]) => [name, brotli(body)]));
for (const [name, bytes] of Object.entries(sizes)) row(name, bytes);
row('ui.js (without lit)', brotli(library.ui.code));
const spawned = sizes['frame.html'] + sizes['tool-worker.js'] + sizes['quickjs.wasm'];
const fits = [row('main thread', brotli(main.code), BUDGET['main thread']), row('spawned', spawned, BUDGET.spawned)];
const foreign = main.moduleIds.filter((id) => /[\\/](zod|quickjs|@jitl)/.test(id.replace(root, '')));
for (const id of foreign) console.error(`the main thread must not hold ${id}`);
if (foreign.length > 0 || fits.includes(false)) {
  console.error('the build is over its budget');
  process.exitCode = 1;
}
