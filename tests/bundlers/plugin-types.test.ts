import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILERS, compilerOf, RESOLUTIONS, runNode } from './compilers.js';
import { openWorkspace, type Workspace } from './workspace.js';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await openWorkspace();
});
afterAll(async () => {
  await workspace?.[Symbol.asyncDispose]();
});

/** A plugin that uses some of each part of its world. */
const PLUGIN = `
export const manifest = {
  manifest: 1, id: 'a', version: '1.0.0', name: 'A',
  permissions: [{ id: 'notes', cap: 'store', quotaMiB: 1, reason: 'to keep your notes' }],
} as const satisfies PluginManifest;
registerTool({
  name: 'a', mode: 'read',
  parameters: { type: 'object', properties: { text: { type: 'string' }, times: { type: 'integer' } }, required: ['text'] },
  async exec({ text, times = 1 }, ctx) {
    const url = new URL('https://a.example/x');
    url.searchParams.set('q', text.repeat(times));
    const waiting = setTimeout(() => console.warn(url.href), 1_000);
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const digest = await crypto.subtle.digest('SHA-256', crypto.getRandomValues(new Uint8Array(8)));
    clearTimeout(waiting);
    await ctx.storage.set('last', structuredClone({ text }));
    const { signal } = new AbortController();
    const answer = await fetch(new Request(url, { method: 'POST', body: new FormData(), signal }));
    return [bytes.length, digest.byteLength, answer.status, btoa(text), performance.now(), navigator.userAgent];
  },
});
`;
const IMPORT = "import type { PluginManifest } from 'bulkhead/plugin';\n";

interface Setup {
  readonly lib?: readonly string[];
  readonly types?: readonly string[];
  readonly resolution?: keyof typeof RESOLUTIONS;
  readonly files?: { readonly [path: string]: string };
  readonly skipLibCheck?: boolean;
}

/** Compiles the project of a plugin's author. */
async function compile(name: string, compiler: string, setup: Setup = {}): Promise<string> {
  const { lib = ['ES2023'], types = [], resolution = 'bundler', skipLibCheck = false } = setup;
  const files = setup.files ?? { 'plugin.ts': IMPORT + PLUGIN };
  const compilerOptions = {
    ...{ target: 'es2022', module: RESOLUTIONS[resolution], moduleResolution: resolution, strict: true, noEmit: true },
    ...{ lib, types, skipLibCheck },
  };
  const config = { compilerOptions, files: Object.keys(files) };
  const app = await workspace.app(name, { files: { ...files, 'tsconfig.json': JSON.stringify(config) } });
  return (await runNode([compiler, '-p', 'tsconfig.json', '--pretty', 'false'], app)).said;
}

for (const title of COMPILERS) {
  for (const resolution of Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[]) {
    test(`${title}, moduleResolution ${resolution}: a plugin compiles with its world only, all libraries checked`, async () => {
      const said = await compile(`world ${title} ${resolution}`, compilerOf(title, workspace), { resolution });
      expect(said).toBe('');
    });
  }

  test(`${title}: the guest's world gives way to that of a page or a worker, all libraries checked`, async () => {
    for (const lib of ['DOM', 'WebWorker']) {
      const page = `export const element = ${lib === 'DOM' ? 'document.body.append' : 'self.postMessage'};\n`;
      const files = { 'plugin.ts': IMPORT + PLUGIN, 'page.ts': page };
      const libs = ['ES2023', lib, `${lib}.Iterable`];
      const said = await compile(`${lib} ${title}`, compilerOf(title, workspace), { lib: libs, files });
      expect(said, lib).toBe('');
    }
  });

  test(`${title}: the types of Node may be loaded before the guest's or after, under skipLibCheck`, async () => {
    const files = {
      'plugin.ts': IMPORT + PLUGIN,
      'node.ts':
        "import { readFileSync } from 'node:fs';\nexport const text = readFileSync(new URL('file:///a'), 'utf8');\n",
    };
    const orders = [
      ['node', 'bulkhead/plugin'],
      ['bulkhead/plugin', 'node'],
    ];
    for (const types of orders) {
      const setup = { types, files, skipLibCheck: true };
      const said = await compile(`node ${types[0]} ${title}`.replace('/', '-'), compilerOf(title, workspace), setup);
      expect(said, types[0]).toBe('');
    }
  });
}

test('the world is there by `types`, by a reference and by an import', async () => {
  const use = 'export const host = new URL("https://a.example").host;\n';
  const compiler = compilerOf('TypeScript 5.9', workspace);
  const ways = {
    types: { types: ['bulkhead/plugin'], files: { 'a.ts': use } },
    reference: { files: { 'a.ts': `/// <reference types="bulkhead/plugin" />\n${use}` } },
    import: { files: { 'a.ts': `import type {} from 'bulkhead/plugin';\n${use}` } },
  };
  for (const [way, setup] of Object.entries(ways)) expect(await compile(way, compiler, setup), way).toBe('');
  expect(await compile('none', compiler, { files: { 'a.ts': use } })).toMatch(/^a\.ts\(1,25\): error TS2\d+/);
});

test('what only a page has is not there', async () => {
  const files = { 'a.ts': `${IMPORT}export type M = PluginManifest;\nexport const title = document.title;\n` };
  const said = await compile('page', compilerOf('TypeScript 5.9', workspace), { files });
  expect(said).toMatch(/^a\.ts\(3,22\): error TS2584/);
});

test('`connectToHost` is in `bulkhead/extension`, and still in `bulkhead/plugin`', async () => {
  const use = (entry: string) =>
    `import { connectToHost } from 'bulkhead/${entry}';\nexport const host = connectToHost(new MessageChannel().port1);\n`;
  const files = { 'old.ts': use('plugin'), 'new.ts': use('extension') };
  const compiler = compilerOf('TypeScript 5.9', workspace);
  expect(await compile('extension', compiler, { lib: ['ES2022', 'DOM'], files })).toBe('');
});
