// `npm run build:sillytavern`: the extension for SillyTavern, as one folder to copy.
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { bundleAssets } from './vite/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = `${root}src/hosts/sillytavern/`;
const out = `${root}dist/sillytavern/`;

/** Bundles one entry, and what it loads later as `part-*.js` beside it. */
async function bundle(input, name) {
  const build = await rolldown({
    input: { [name]: `${root}${input}` },
    cwd: root,
    platform: 'browser',
    transform: { target: 'es2022' },
  });
  const { output } = await build.write({
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name].js',
    format: 'es',
    minify: true,
    comments: { legal: true },
  });
  await build.close();
  return output;
}

/** What the page loads before it is ready: the entry and the chunks that it imports. */
function atStart([entry, ...chunks]) {
  const found = new Set([entry]);
  for (const chunk of found) {
    for (const file of chunk.imports) found.add(chunks.find(({ fileName }) => fileName === file));
  }
  return [...found].map(({ fileName }) => fileName);
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await cp(`${source}static`, out, { recursive: true });
await cp(`${root}LICENSE`, `${out}LICENSE`);
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const manifest = JSON.parse(await readFile(`${out}manifest.json`, 'utf8'));
await writeFile(`${out}manifest.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
const [assets, extension] = await Promise.all([
  bundleAssets(),
  bundle('src/hosts/sillytavern/index.ts', 'index'),
  bundle('worker/peer/index.ts', 'plugin'),
]);
for (const [name, body] of Object.entries(assets)) await writeFile(out + name, body);

const starting = atStart(extension);
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
console.log(`${files} files, ${bytes} bytes, ${packed} brotli; · loaded while the application starts: ${first} brotli`);
