import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { BUDGETS } from './budgets.mjs';
import { SHARED } from './build/entries.mjs';
import { bundleLibrary, bundleNode } from './build/library.mjs';
import { thirdParty } from './build/notices.mjs';
import { copyStarter } from './build/starter.mjs';
import { bundleTypes } from './build/types.mjs';
import { inlineModules, inlineTypes } from './vite/built.mjs';
import { bundleAssets, bundledModules } from './vite/bundle.mjs';
import { chunksAtStart } from './vite/start.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist/`;

/** The chunks that a page loads with the entry, and those that it loads later. */
function split(library, name) {
  const shared = Object.keys(SHARED).flatMap((file) => library[file]);
  const atStart = chunksAtStart(library[name], shared);
  return { atStart, later: library[name].filter((chunk) => !atStart.includes(chunk)) };
}

/** The JSON Schema of `bulkhead.json`, from the checks themselves. */
async function manifestSchema() {
  const build = await rolldown({ input: `${root}worker/protocol/manifest-schema.ts`, cwd: root, platform: 'node' });
  const { output } = await build.generate({ format: 'es' });
  await build.close();
  const module = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return module.manifestJsonSchema();
}

const over = [];
const brotli = (data) => brotliCompressSync(data).length;
const sum = (chunks) => chunks.reduce((total, { code }) => total + brotli(code), 0);
const measured = new Set();
/** Prints a size, with its budget where it has one. */
const row = (name, bytes) => {
  const limit = BUDGETS[name];
  const fits = limit === undefined || bytes <= limit;
  measured.add(name);
  if (!fits) over.push(name);
  console.log(`${fits ? '  ' : '! '}${name.padEnd(24)} ${String(bytes).padStart(8)} B${limit ? ` of ${limit}` : ''}`);
};

const withTypes = !process.argv.includes('--no-types');
await mkdir(dist, { recursive: true });
for (const name of await readdir(dist)) {
  if (name !== 'sillytavern' && (withTypes || name !== 'types')) await rm(dist + name, { recursive: true });
}
const assets = await bundleAssets();
const library = await bundleLibrary(dist, assets);
await bundleNode(dist, assets);
await copyStarter(`${dist}starter`);
const main = split(library, 'index');
for (const [name, body] of Object.entries({ ...assets, ...inlineModules(assets) })) await writeFile(dist + name, body);
if (withTypes) {
  await bundleTypes(`${dist}types`);
  await writeFile(`${dist}types/inline.d.ts`, inlineTypes);
}

const modules = Object.values(library).flatMap((chunks) => chunks.flatMap(({ moduleIds }) => moduleIds));
await writeFile(`${dist}THIRD-PARTY.txt`, thirdParty([...modules, ...bundledModules]));
await writeFile(`${dist}manifest.schema.json`, `${JSON.stringify(await manifestSchema())}\n`);

console.log('brotli sizes');
const sizes = Object.fromEntries(Object.entries(assets).map(([name, body]) => [name, brotli(body)]));
for (const [name, bytes] of Object.entries(sizes)) row(name, bytes);
const ui = split(library, 'ui');
row('ui.js (without lit)', sum(ui.atStart));
for (const { fileName, code } of ui.later) row(fileName, brotli(code));
row('modes.js', sum(split(library, 'modes').atStart));
row('extension.js', sum(split(library, 'extension').atStart));
row('text-calls.js', sum(split(library, 'text-calls').atStart));
row('memory.js', sum(split(library, 'memory').atStart));
row('models.js', sum(split(library, 'models').atStart));
row('storage.js', sum(split(library, 'storage').atStart));
const studio = split(library, 'studio');
row('studio.js', sum(studio.atStart));
for (const { fileName, code } of studio.later) row(fileName, brotli(code));
for (const { fileName, code } of library.mcp) row(fileName, brotli(code));
for (const { fileName, code } of main.later) row(fileName, brotli(code));
const spawned = sizes['frame.html'] + sizes['tool-worker.js'] + sizes['quickjs.wasm'];
const engine = split(library, 'engine');
for (const { fileName, code } of engine.later) row(fileName, brotli(code));
row('parts on demand', sum(main.later));
row('engine', sum(engine.atStart));
row('main thread', sum(main.atStart));
row('spawned', spawned);
const moduleIds = library.index.flatMap((chunk) => chunk.moduleIds);
const foreign = moduleIds.filter((id) => /[\\/](zod|quickjs|@jitl)/.test(id.replace(root, '')));
for (const id of foreign) console.error(`the main thread must not hold ${id}`);
// A feature that has another name now would have no budget.
over.push(...Object.keys(BUDGETS).filter((name) => !measured.has(name)));
if (foreign.length > 0 || over.length > 0) {
  console.error(`the build is over its budget: ${over.join(', ')}`);
  process.exitCode = 1;
}
