import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { builtPlugin } from '../vite/built.mjs';
import { modulesAtStart } from '../vite/start.mjs';
import { ENTRIES, NODE_ENTRIES, NODE_PROGRAMS, SHARED } from './entries.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** By module: the file of the package that has it. */
const homes = new Map(
  Object.entries(SHARED).flatMap(([name, files]) => files.map((file) => [root + file, `./${name}.js`])),
);

/**
 * The one file that imports what the application has to bring along: where that is missing, the error of a bundler or a browser
 * names this file, shows its line, and so says what to do.
 */
const LIT_FILE = 'ui-needs-lit.js';
const LIT = `export * from 'lit'; export * from 'lit/directives/repeat.js'; // bulkhead/ui needs lit 3: npm i lit\n`;

const fromLitFile = {
  name: 'bulkhead-lit',
  resolveId: (source) => (/^lit(\/|$)/.test(source) ? { id: `./${LIT_FILE}`, external: true } : null),
};

const options = (input, plugins) => ({
  input,
  cwd: root,
  platform: 'browser',
  plugins,
  transform: { target: 'es2022' },
});

const writing = (dir, chunkFileNames, codeSplitting) => ({
  ...{ dir, format: 'es', minify: true, comments: { legal: false } },
  ...{ entryFileNames: '[name].js', chunkFileNames, codeSplitting },
});

/** Every import of a shared module, but those of `own`, becomes one of the file that has it. */
const fromShared = (own) => ({
  name: 'bulkhead-shared',
  async resolveId(source, importer, given) {
    if (!importer || !source.startsWith('.')) return null;
    const home = homes.get((await this.resolve(source, importer, { ...given, skipSelf: true }))?.id);
    return home === undefined || home === own ? null : { id: home, external: true };
  },
});

/** Drops indentation and comments of markup and style sheets: readers of the sources have them. */
const withoutIndentation = {
  name: 'bulkhead-indentation',
  renderChunk: (code) => ({
    code: code.replace(/\n\s*\/\*[^`*]*\*\/(?=\n)/g, '').replace(/\n[ \t]+/g, '\n'),
    map: null,
  }),
};

/**
 * MCP's client brings a validator of JSON Schemas of its own, for those who pass none. `src/mcp/session.ts` passes one, so that this is
 * never made: a class that says so stands in its place.
 */
const withoutValidator = {
  name: 'bulkhead-mcp-validator',
  load: (id) =>
    /\/@modelcontextprotocol\/client\/dist\/cfWorkerProvider-[^/]*\.mjs$/.test(id)
      ? "class Validator { constructor() { throw new TypeError('pass jsonSchemaValidator'); } } export { Validator as t };"
      : null,
};

/** What else an entry is built with. */
const OWN_PLUGINS = { ui: [withoutIndentation, fromLitFile], mcp: [withoutValidator] };

/** One file of shared modules: everything that they export. */
async function bundleShared(name, dir, assets) {
  const every = {
    name: 'bulkhead-shared-entry',
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) =>
      id === `\0${name}`
        ? SHARED[name].map((file) => `export * from ${JSON.stringify(root + file)};`).join('\n')
        : null,
  };
  const build = await rolldown(options({ [name]: name }, [every, fromShared(`./${name}.js`), builtPlugin(assets)]));
  const { output } = await build.write(writing(dir, `${name}-[name].js`));
  await build.close();
  return output;
}

/**
 * Each entry is whole by itself but for `shared.js`, except that the main one, the engine and the elements load what a page may
 * never need as `part-*.js`, `engine-*.js` and `ui-*.js` beside it: a page without a bundler copies the folder.
 */
export async function bundleLibrary(dir, assets) {
  const bundles = {};
  for (const name of Object.keys(SHARED)) bundles[name] = await bundleShared(name, dir, assets);
  for (const [name, source] of Object.entries(ENTRIES)) {
    const given = options({ [name]: root + source }, [fromShared(), builtPlugin(assets), ...(OWN_PLUGINS[name] ?? [])]);
    const atStart = await modulesAtStart(given);
    const build = await rolldown(given);
    const parts = name === 'index' ? 'part-[name].js' : `${name}-[name].js`;
    const core = { groups: [{ name: 'core', test: (id) => name === 'index' && atStart.has(id) }] };
    const { output } = await build.write(writing(dir, parts, core));
    await build.close();
    bundles[name] = output;
  }
  await writeFile(join(dir, LIT_FILE), LIT);
  return bundles;
}

/** What is a file of its own for all that run in Node: the main entry, and what is loaded with the first need. */
const NODE_FILES = new Map([
  [`${root}src/index.ts`, './index.js'],
  [`${root}src/node/index.ts`, './node.js'],
  [`${root}worker/node/fetch.ts`, './node-fetch.js'],
]);

const fromMain = {
  name: 'bulkhead-main',
  async resolveId(source, importer, given) {
    if (!importer || !source.startsWith('.')) return null;
    const found = await this.resolve(source, importer, { ...given, skipSelf: true });
    const home = NODE_FILES.get(found?.id);
    return home === undefined ? null : { id: home, external: true };
  },
};

/** The entries that run in Node: hosts, the plugin for Vite, and the command line. */
export async function bundleNode(dir, assets) {
  for (const [name, source] of Object.entries({ ...NODE_ENTRIES, ...NODE_PROGRAMS })) {
    const plugins = [fromShared(), builtPlugin(assets), fromMain];
    const build = await rolldown({
      input: { [name]: root + source },
      cwd: root,
      platform: 'node',
      // The application's own, loaded with the first folder.
      external: ['classic-level'],
      plugins,
      transform: { target: 'node20.19' },
    });
    const banner = name === 'cli' ? '#!/usr/bin/env node' : '';
    const small = { minify: true, comments: { legal: false } };
    await build.write({ dir, format: 'es', entryFileNames: '[name].js', codeSplitting: false, banner, ...small });
    await build.close();
  }
}
