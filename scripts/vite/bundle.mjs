import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { withSection } from './wasm-section.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

/** Where a worker was loaded from is nothing to it: a copy is loaded from a blob, whose address no URL is relative to. */
const NOWHERE = { 'self.location': 'undefined' };

/** Modules of the scripts that have been bundled, by their files. */
export const bundledModules = new Set();

/** Bundles one entry to one script without imports. */
async function bundle(entry, { format, name, plugins = [], minify = true, define = {} }) {
  const build = await rolldown({
    input: `${root}${entry}`,
    cwd: root,
    platform: 'browser',
    logLevel: 'silent',
    plugins,
    transform: { target: 'es2022', define: { ...NOWHERE, ...define } },
  });
  const { output } = await build.generate({ format, name, minify, codeSplitting: false, comments: { legal: false } });
  const files = build.watchFiles ? await build.watchFiles : [];
  await build.close();
  for (const id of output[0].moduleIds) bundledModules.add(id);
  if (output.length !== 1) throw new Error(`${entry} does not bundle to one script`);
  return { code: output[0].code, files };
}

/** The guest's prelude as text that evaluates to its `prepare` function and leaves no global behind. */
export async function bundlePrelude() {
  const { code } = await bundle('sandbox/guest/index.ts', { format: 'iife', name: 'prelude' });
  return `(()=>{${code};return prelude.prepare})()`;
}

/** The parts of the guest's platform by name, each as text that evaluates to its `make` function. */
export async function bundleParts() {
  const files = (await readdir(`${root}sandbox/guest/parts`)).filter((file) => file.endsWith('.ts'));
  const made = files.map(async (file) => {
    // Classes keep the names that plugins see.
    const minify = { mangle: { keepNames: { class: true, function: false } }, compress: true, codegen: true };
    const { code } = await bundle(`sandbox/guest/parts/${file}`, { format: 'iife', name: 'part', minify });
    return [file.replace(/\.ts$/, ''), `(()=>{${code};return part.make})()`];
  });
  return Object.fromEntries(await Promise.all(made));
}

/** What an image is an image of: SHA-256 of the engine's file and of the prelude, in hexadecimal. */
const imageKey = async (prelude) =>
  createHash('sha256')
    .update(await engineFile())
    .update(prelude)
    .digest('hex');

/**
 * Answers `./prelude.generated.js` with what is bundled for guests, in every build, test and server alike; and `./parts.generated.js`,
 * which only tests read: elsewhere the parts come with the engine's file.
 */
export function preludePlugin() {
  const [id, partsId] = ['\0bulkhead-prelude', '\0bulkhead-parts'];
  return {
    name: 'bulkhead-prelude',
    enforce: 'pre',
    resolveId: (source) =>
      source.endsWith('/prelude.generated.js') ? id : source.endsWith('/parts.generated.js') ? partsId : null,
    async load(found) {
      if (found === partsId) return `export const parts = ${JSON.stringify(await bundleParts())};`;
      if (found !== id) return null;
      const text = await bundlePrelude();
      return `export const prelude = ${JSON.stringify(text)};\nexport const imageKey = ${JSON.stringify(await imageKey(text))};`;
    },
  };
}

/** Escapes what is not ASCII: browsers decode and parse a script of one-byte characters faster. */
const inAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The tool worker: one classic script, because a module worker does not start in an opaque origin. Every worker parses it again. */
export async function bundleToolWorker() {
  const { code } = await bundle('worker/tool/entry.ts', {
    format: 'iife',
    name: 'toolWorker',
    plugins: [preludePlugin()],
    define: { 'import.meta.url': '"about:blank"' },
  });
  return inAscii(code);
}

/** The broker: a classic script too, so that every browser and every CSP treats both workers alike. */
export async function bundleBroker() {
  return (await bundle('worker/broker/entry.ts', { format: 'iife', name: 'broker' })).code;
}

/** The catalog: search and argument checks for the page. */
export async function bundleCatalog() {
  return (await bundle('worker/catalog/entry.ts', { format: 'iife', name: 'catalog' })).code;
}

/** The text-call worker: reads the calls in models' texts. */
export async function bundleTextCalls() {
  return (await bundle('worker/text-calls/entry.ts', { format: 'iife', name: 'textCalls' })).code;
}

/** The memory worker: the graphs of a page's chats. */
export async function bundleMemory() {
  return (await bundle('worker/memory/entry.ts', { format: 'iife', name: 'memory' })).code;
}

/** The studio's worker: compares versions of what is edited. */
export async function bundleStudio() {
  return (await bundle('worker/studio/entry.ts', { format: 'iife', name: 'studio' })).code;
}

/** The opaque frame's page: its one script inline, allowed by its hash and by nothing else. */
export async function bundleFrame() {
  const code = (await bundle('src/isolation/frame-page.ts', { format: 'iife', name: 'frame' })).code
    .trim()
    .replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(code).digest('base64');
  const csp = `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval'; worker-src blob:; connect-src blob:`;
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${csp}"><title>Bulkhead</title><script>${code}</script>\n`;
}

const engineFile = () => readFile(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));

/** Evaluates a module of the sandbox here, with the engine it names. */
export async function evaluate(entry) {
  const { code } = await bundle(entry, {
    format: 'es',
    plugins: [preludePlugin()],
    minify: false,
    define: { 'import.meta.url': '"about:blank"' },
  });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

/** The engine's file with the image of a prepared guest and the parts of its platform, each in a section of its own: none can be had without the others. */
export async function bundleEngine() {
  const [engine, parts, { makeBase, SECTION, PARTS_SECTION }] = await Promise.all([
    engineFile(),
    bundleParts(),
    evaluate('sandbox/base.ts'),
  ]);
  const image = await makeBase(await WebAssembly.compile(engine));
  return withSection(withSection(engine, SECTION, image), PARTS_SECTION, Buffer.from(JSON.stringify(parts)));
}

/** Every file a host page serves beside the bundle, by name. */
export async function bundleAssets() {
  const [frame, tool, broker, catalog, textCalls, memory, studio, wasm] = await Promise.all([
    bundleFrame(),
    bundleToolWorker(),
    bundleBroker(),
    bundleCatalog(),
    bundleTextCalls(),
    bundleMemory(),
    bundleStudio(),
    bundleEngine(),
  ]);
  return {
    'frame.html': frame,
    'tool-worker.js': tool,
    'broker-worker.js': broker,
    'catalog-worker.js': catalog,
    'text-calls-worker.js': textCalls,
    'memory-worker.js': memory,
    'studio-worker.js': studio,
    'quickjs.wasm': wasm,
  };
}
