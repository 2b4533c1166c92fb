import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS, root, sectionsOf } from './pages.js';
import { typeCheck } from './type-check.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Samples of packages are checked in `examples/names`, with the modules that they import. */
const importsOthers = (text: string): boolean => /\bfrom '\.\.?\//.test(text);
const isPlugin = (text: string): boolean => /^(registerTool|export const manifest)\b/m.test(text);

/** Plugins that the documents show: samples of their own, and those inside a page's code. */
const documented = DOCUMENTS.flat().flatMap((page) => {
  const blocks = sectionsOf(page).flatMap(({ fences }) =>
    fences.filter(({ info }) => info.startsWith('js')).map(({ lines }) => lines.join('\n')),
  );
  return blocks
    .flatMap((text) => [
      text,
      ...Array.from(text.matchAll(/`([^`]+)`/g), ([, inner = '']) => inner.replace(/^ +/gm, '')),
    ])
    .filter((text) => isPlugin(text) && !importsOthers(text))
    .map((text, at) => [`${page}-${at}.js`, text] as const);
});

/** Plugins of the examples, with the modules that they import. */
const EXAMPLES = [
  ...['dice/plugin.js', 'dice/arithmetic.js', 'names/main.js', 'names/lib/pick.js', 'names/names.json'],
  ...['notebook/notebook.plugin.js', 'slow/slow.plugin.js'],
];
const STARTER = readdirSync(join(root, 'examples/starter/src'))
  .filter((name) => !name.includes('.test.'))
  .map((name) => `starter/src/${name}`);

/** A program, whose manifest is held against its type where it does not do so itself. */
const checked = (text: string): string =>
  text.includes('satisfies')
    ? text
    : text.replace(
        /^export const manifest/m,
        "/** @satisfies {import('bulkhead/plugin').PluginManifest} */\nexport const manifest",
      );

test('every plugin in the documents and the examples type-checks strictly, in a world without DOM', async () => {
  const examples = [...EXAMPLES, ...STARTER].map((path) => [path, read(`examples/${path}`)] as const);
  const quickstarts = ['vite/main.js', 'webpack/src/main.js', 'react/src/plugin.js', 'next/app/plugin.js'].map(
    (path) =>
      [`quickstart-${path}`, read(`examples/quickstart-${path}`).match(/`(registerTool[^`]+)`/)?.[1] ?? ''] as const,
  );
  expect(documented.length).toBeGreaterThan(10);
  expect(quickstarts.every(([, text]) => isPlugin(text))).toBe(true);
  const all = [...documented, ...examples, ...quickstarts].map(([path, text]) => [path, checked(text)]);
  const said = await typeCheck('samples', Object.fromEntries(all));
  expect(said).toBe('');
});

const WRONG: { readonly [what: string]: string } = {
  'a document': 'document.title;',
  'a window': 'window.alert;',
  'local storage': 'localStorage.getItem("a");',
  'a socket': 'new WebSocket("wss://a");',
  'a request of the old kind': 'new XMLHttpRequest();',
  'a worker': 'new Worker("a.js");',
  'the process of Node': 'process.env;',
  'a buffer of Node': 'Buffer.from("a");',
  'the text of a timer': 'setTimeout("a()", 1);',
  'a misspelt group': tool('ctx.storge.get("a")'),
  'a misspelt method': tool('ctx.storage.put("a", 1)'),
  'a number where a text is needed': tool('ctx.notify(1)'),
  'an argument that no schema names': tool('args.wrong'),
  'an argument that may be missing': tool('args.maybe.length'),
  'a tool without a mode': "registerTool({ name: 'a', exec: () => 1 });",
  'a mode that is none': "registerTool({ name: 'a', mode: 'delete', exec: () => 1 });",
  'a permission without its field': manifest("{ id: 'a', cap: 'store', reason: 'r' }"),
  'a permission that is none': manifest("{ id: 'a', cap: 'camera', reason: 'r' }"),
  'a method of HTTP that is none': manifest(
    "{ id: 'a', cap: 'net', hosts: ['a.example'], methods: ['BREW'], reason: 'r' }",
  ),
  'a permission without a reason': manifest("{ id: 'a', cap: 'notify' }"),
  'a manifest that asks and has no name':
    "export const m = { permissions: [{ id: 'a', cap: 'notify', reason: 'r' }] } satisfies PluginManifest;",
  'a misspelt key': "export const m = { id: 'a', versoin: '1.0.0' } satisfies PluginManifest;",
  'a schema that lacks an argument':
    "registerTool<{ text: string }>({ name: 'a', mode: 'read', parameters: { type: 'object', properties: {} }, exec: ({ text }) => text });",
};

function tool(body: string): string {
  const properties = "{ text: { type: 'string' }, maybe: { type: 'string' } }";
  return `registerTool({
  name: 'a', mode: 'read', parameters: { type: 'object', properties: ${properties}, required: ['text'] },
  exec: (args, ctx) => ${body},
});`;
}
function manifest(permission: string): string {
  return `export const m = {
  manifest: 1, id: 'a', version: '1.0.0', name: 'A', permissions: [${permission}],
} satisfies PluginManifest;`;
}

test('what a guest lacks, and what its host would refuse, is an error in an editor already', async () => {
  const files = Object.entries(WRONG).map(([, text], at) => [
    `${at}.ts`,
    `import type { PluginManifest } from 'bulkhead/plugin';\nexport type M = PluginManifest;\n${text}\n`,
  ]);
  const said = await typeCheck('wrong', Object.fromEntries(files));
  const faulty = new Set(Array.from(said.matchAll(/^(\d+)\.ts\(/gm), ([, at]) => Number(at)));
  expect(Object.keys(WRONG).filter((_, at) => !faulty.has(at))).toEqual([]);
});

test('the same words are right where they are right', async () => {
  const right = `
import type { PluginContext, PluginManifest } from 'bulkhead/plugin';
export const m = {
  manifest: 1, id: 'a', version: '1.0.0', name: 'A', 'x-mine': { any: 'thing' },
  permissions: [{ id: 'a', cap: 'net', hosts: ['a.example'], methods: ['GET', 'POST'], reason: { en: 'r', 'zh-Hans': 'r' } }],
} as const satisfies PluginManifest;
export const small = { id: 'a', version: '1.0.0', name: 'A' } satisfies PluginManifest;
registerTool({
  name: 'a', mode: 'read',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string' }, kind: { enum: ['x', 'y'] }, list: { type: 'array', items: { type: 'integer' } } },
    required: ['text', 'kind'],
  },
  async exec({ text, kind, list = [] }, ctx) {
    const exact: 'x' | 'y' = kind;
    const sum: number = list.reduce((a, b) => a + b, 0);
    await ctx.storage.set(text.trim(), sum);
    const answer = await fetch(new URL('https://a.example'), { signal: ctx.signal });
    return [exact, answer.status, await answer.text()];
  },
});
registerTool<{ text: string; times?: number }>({
  name: 'b', mode: 'write',
  parameters: { type: 'object', properties: { text: { type: 'string' }, times: { type: 'integer' } }, required: ['text'] },
  exec: ({ text, times = 1 }, ctx: PluginContext) => ctx.chat.append({ text: text.repeat(times) }),
});
registerTool({ name: 'c', mode: 'read', exec: (args) => Object.keys(args) });
getExtensionApi('orchestrator').registerOrchestrationTool({ name: 'd', mode: 'read', exec: () => 1 });
`;
  expect(await typeCheck('right', { 'right.ts': right })).toBe('');
});
