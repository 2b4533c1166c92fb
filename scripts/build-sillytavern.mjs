// `npm run build:sillytavern`: the extension for SillyTavern, as one folder to copy.
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { SILLYTAVERN_START } from './budgets.mjs';
import { bundleAssets } from './vite/bundle.mjs';
import { chunksAtStart, modulesAtStart } from './vite/start.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = `${root}src/hosts/sillytavern/`;
const out = `${root}dist/sillytavern/`;

const options = (input, name) => ({
  input: { [name]: `${root}${input}` },
  cwd: root,
  platform: 'browser',
  transform: { target: 'es2022' },
});

/** Bundles one entry; what it needs at once is one file beside it, and what it loads later are `part-*.js`. */
async function bundle(input, name) {
  const first = await modulesAtStart(options(input, name));
  const build = await rolldown(options(input, name));
  const { output } = await build.write({
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name].js',
    codeSplitting: { groups: [{ name: 'core', test: (id) => name === 'index' && first.has(id) }] },
    format: 'es',
    minify: true,
    comments: { legal: true },
  });
  await build.close();
  return output;
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await cp(`${source}static`, out, { recursive: true });
await cp(`${root}LICENSE`, `${out}LICENSE`);
await cp(`${root}packages/words-en/en.bin`, `${out}words-en.bin`);
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const manifest = JSON.parse(await readFile(`${out}manifest.json`, 'utf8'));
await writeFile(`${out}manifest.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
const [assets, extension] = await Promise.all([
  bundleAssets(),
  bundle('src/hosts/sillytavern/index.ts', 'index'),
  bundle('worker/peer/index.ts', 'plugin'),
]);
for (const [name, body] of Object.entries(assets)) await writeFile(out + name, body);

const starting = chunksAtStart(extension).map(({ fileName }) => fileName);
let [files, bytes, packed, first] = [0, 0, 0, 0];
console.log('dist/sillytavern                bytes    brotli');
for (const name of (await readdir(out, { recursive: true })).sort()) {
  if (!(await stat(out + name)).isFile()) continue;
  const body = await readFile(out + name);
  const small = brotliCompressSync(body).length;
  const early = starting.includes(name);
  [files, bytes, packed] = [files + 1, bytes + body.length, packed + small];
  if (early) first += small;
  console.log(
    `${early ? '· ' : '  '}${name.padEnd(26)} ${String(body.length).padStart(8)} ${String(small).padStart(9)}`,
  );
}
console.log(
  `${files} files, ${bytes} bytes, ${packed} brotli; · loaded while the application starts: ${first} brotli of ${SILLYTAVERN_START}`,
);
if (first > SILLYTAVERN_START) {
  console.error('what SillyTavern loads at its start is over its budget');
  process.exitCode = 1;
}
