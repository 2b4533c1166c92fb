import { expect, test } from 'vitest';
import { cleanPlugin, emptyPlugin, pluginFile } from '../../../src/studio/plugin/artifact.js';
import { EDIT_TOOLS } from '../../../src/studio/plugin/edit-tools.js';
import { checkFields, definition } from '../../../src/studio/plugin/fields.js';
import { cutManifest } from '../../../src/studio/plugin/installed.js';
import { pathLabel } from '../../../src/studio/plugin/labels.js';
import { isPart } from '../../../src/studio/plugin/match.js';
import { namesNotThere, reachedFor } from '../../../src/studio/plugin/names-not-there.js';
import { pluginPanel, versionOf } from '../../../src/studio/plugin/panel.js';
import { sampleArguments } from '../../../src/studio/plugin/sample.js';
import { sayIn, TEXTS } from '../../../src/studio/plugin/words.js';

const HARD = `// a plugin
export const manifest = {
  id: 'x', // }
  name: "it's } a \\" name", note: \`\${ { a: '}' }.a } \${1 / 2} \`, /* } */
  pattern: /[}/]\\/}/.source, half: 4 / 2,
};
const rest = 1;
`;

test('a manifest is cut out of a source, whatever its texts, comments and patterns hold', () => {
  expect(cutManifest(HARD)).toBe('// a plugin\nconst rest = 1;\n');
  expect(cutManifest('export const manifest = {};')).toBe('');
});

test('a manifest that is no plain object, is there twice or does not end is left where it is', () => {
  for (const source of [
    'const manifest = {};',
    'export const manifest = make({});',
    'export const manifest = { id: 1 }.x;\n',
    'export const manifest = { id: "1 };\n',
    'export const manifest = { `',
    'export const manifest = {};\nexport const manifest = {};',
    `export const manifest = {${'a:`${{'.repeat(20_000)}`,
  ]) {
    expect(cutManifest(source)).toBeNull();
  }
});

test('a plugin that was taken apart and put together again is taken apart to the same', () => {
  const plugin = cleanPlugin({ ...emptyPlugin(), source: 'registerTool({});\n' });
  expect(cutManifest(pluginFile(plugin))).toBe(plugin.source);
  expect(cleanPlugin(plugin)).toEqual(plugin);
});

test('what is kept of a plugin is plain data: no prototype comes in, no test is there twice', () => {
  const hostile = JSON.parse(
    '{"id":"a","manifest":{"__proto__":{"permissions":[]},"id":"b"},"source":1,"tests":[1,{"name":"t","tool":"x"},{"name":"t","tool":"y"}]}',
  );
  expect(cleanPlugin(hostile)).toEqual({
    id: 'a',
    manifest: { id: 'b' },
    source: '',
    tests: [{ name: 't', tool: 'x', args: {} }],
  });
  expect(pluginFile(cleanPlugin(hostile))).not.toContain('__proto__');
});

test('made-up arguments keep to the schema', () => {
  expect(
    sampleArguments({
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 8 },
        count: { type: 'integer', minimum: 3 },
        kind: { enum: ['b', 'c'] },
        when: { type: 'string', format: 'date' },
        list: { type: 'array', items: { type: 'number', maximum: 0 }, minItems: 2 },
        inner: { type: 'object', properties: { a: { type: 'boolean' }, b: {} }, required: ['a'] },
      },
    }),
  ).toEqual({ title: 'sample..', count: 3, kind: 'b', when: '2026-01-31', list: [0, 0], inner: { a: true } });
  expect(sampleArguments('no schema')).toEqual({});
});

test('an expectation holds where all of it is there', () => {
  expect(isPart({ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }], d: 3 })).toBe(true);
  expect(isPart([1], [1, 2])).toBe(false);
  expect(isPart({ toString: 1 }, {})).toBe(false);
  expect(isPart({}, null)).toBe(false);
});

test('names that are not there are told from those a source has itself', () => {
  expect(namesNotThere('fetch("x"); new WebSocket(u); document.title; // fetch(\n/* require( */')).toEqual([
    'fetch',
    'WebSocket',
    'document',
  ]);
  expect(namesNotThere('ctx.net.fetch(u); const parent = 1; parent.x; typeof window; "document.x"')).toEqual([]);
  expect(reachedFor("'fetch' is not defined")).toBe('fetch');
  expect(reachedFor('total is not defined')).toBeUndefined();
});

test('a source of nothing but beginnings of comments is read through in one go', () => {
  expect(namesNotThere('/*'.repeat(400_000))).toEqual([]);
  expect(namesNotThere('fetch '.repeat(100_000))).toEqual([]);
});

const edit = (name: string, plugin = emptyPlugin(), args: object = {}) => {
  const tool = EDIT_TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(name);
  checkFields(name, args as never, tool.fields);
  return tool.edit(plugin, args as never).plugin;
};

test('editing tools refuse what they do not know, and say what there is', () => {
  const refused: readonly (readonly [string, object, RegExp])[] = [
    ['plugin_set_about', { titel: 'x' }, /there is no titel; there is id, version/],
    ['plugin_set_about', { id: 'No Id' }, /no id of a plugin/],
    ['plugin_put_permission', { id: 'a', cap: 'root', reason: 'r' }, /cap: store, net/],
    ['plugin_put_permission', { id: 'a', cap: 'net', reason: 'r' }, /needs hosts/],
    ['plugin_put_permission', { id: 'a', cap: 'store', quotaMiB: '1', reason: 'r' }, /quotaMiB: number/],
    ['plugin_drop_permission', { id: 'a' }, /there is none/],
    ['plugin_put_tool', { name: 'x', description: '', mode: 'read', input: {}, uses: ['a'] }, /Put it first/],
    ['plugin_edit_source', { find: 'a', replace: 'b' }, /there 0 times/],
    ['plugin_write_source', { source: 'export const manifest = {};' }, /leave the manifest out/],
    ['plugin_drop_test', { name: 'a' }, /there is no test/],
    ['plugin_put_test', { name: 'a', tool: 'b' }, /args: object is needed/],
  ];
  for (const [name, args, why] of refused) expect(() => edit(name, undefined, args), name).toThrow(why);
});

test('a permission that is dropped is in no tool’s uses any more, and one that is put again is replaced in its place', () => {
  let plugin = edit('plugin_put_permission', undefined, { id: 'a', cap: 'notify', reason: 'r' });
  plugin = edit('plugin_put_permission', plugin, { id: 'b', cap: 'llm', reason: 'r' });
  plugin = edit('plugin_put_tool', plugin, { name: 't', description: '', mode: 'write', input: {}, uses: ['a', 'b'] });
  plugin = edit('plugin_put_permission', plugin, { id: 'a', cap: 'notify', reason: 'better' });
  expect(plugin.manifest?.permissions).toMatchObject([{ id: 'a', reason: 'better' }, { id: 'b' }]);
  plugin = edit('plugin_drop_permission', plugin, { id: 'a' });
  expect(plugin.manifest?.tools).toMatchObject([{ name: 't', uses: ['b'] }]);
});

test('a stretch of the source is replaced to the letter, also where it looks like a pattern', () => {
  const plugin = { ...emptyPlugin(), source: 'a $& b' };
  expect(edit('plugin_edit_source', plugin, { find: '$&', replace: "$1$'" }).source).toBe("a $1$' b");
});

test('every tool has a strict schema', () => {
  for (const { name, description, fields } of EDIT_TOOLS) {
    const { parameters } = definition(name, description, fields).function;
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test('paths are named in each language by what stands there', () => {
  const plugin = edit('plugin_put_permission', undefined, {
    id: 'web',
    cap: 'net',
    hosts: ['a.example.com'],
    reason: 'r',
  });
  const label = (path: string, language: 'en' | 'zh-Hans' | 'zh-Hant') =>
    pathLabel(
      path,
      undefined,
      [emptyPlugin(), plugin],
      sayIn(() => language),
    );
  expect(label('manifest.permissions[0].hosts', 'en')).toBe('Permission ‘web’ / hosts');
  expect(label('manifest.permissions[0]', 'zh-Hans')).toBe('权限“web”');
  expect(label('source', 'zh-Hant')).toBe('原始碼');
  expect(label('manifest.name', 'en')).toBe('About / name');
  expect(label('tests[4]', 'en')).toBe('Test ‘5’');
  // Where another stands there in another version, its name would be somebody else’s.
  const other = { ...plugin, manifest: { permissions: [{ id: 'notes' }] } };
  expect(
    pathLabel(
      'manifest.permissions[0]',
      undefined,
      [plugin, other],
      sayIn(() => 'en'),
    ),
  ).toBe('Permission ‘1’');
});

test('nothing that a plugin says of itself becomes HTML in its panel', () => {
  const evil = `<img src=x onerror="alert(1)"> & 'x' \`y\``;
  const plugin = cleanPlugin({
    id: evil,
    manifest: {
      ...{ id: evil, version: evil, name: { en: evil }, description: evil },
      permissions: [
        { id: evil, cap: 'net', hosts: [evil], reason: evil },
        { id: evil, cap: evil, reason: { en: evil } },
        evil,
      ],
      tools: [{ name: evil, title: evil, mode: evil, uses: [evil] }, 7],
    },
    source: evil,
    tests: [{ name: evil, tool: evil, args: {} }],
  });
  const check = { name: evil, verdict: 'failed' as const, detail: evil };
  const trial = { verdict: 'failed' as const, summary: evil, checks: [check], log: [], effects: [] };
  const session = { workingProfile: plugin, lastSimulation: { of: versionOf(plugin), trial }, messages: [] };
  const html = pluginPanel(session as never, {
    ...{ say: sayIn(() => 'en'), language: 'en', busy: false },
    actions: { edit: true, download: true },
  });
  expect(html.match(/&#60;img/g)?.length).toBeGreaterThan(10);
  expect(html).not.toContain('<img');
  expect(html.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>"`]/);
});

test('the panel shows what came of the trial of a proposal that was taken whole, and of no other', () => {
  const plugin = cleanPlugin({ id: 'a', manifest: { id: 'a' }, source: 'registerTool({});', tests: [] });
  const trial = { verdict: 'passed' as const, summary: 'It holds.', checks: [], log: [], effects: [] };
  const applied = { role: 'assistant', toolState: 'completed', trial, profileSnapshotAfter: cleanPlugin(plugin) };
  const panel = (message: object, workingProfile = plugin) =>
    pluginPanel({ workingProfile, lastSimulation: null, messages: [message] } as never, {
      ...{ say: sayIn(() => 'en'), language: 'en', busy: false },
      actions: { edit: true, download: true },
    });
  expect(panel(applied)).toContain('It holds.');
  for (const other of [
    panel({ ...applied, review: { decisions: { source: 'reject' }, reviewed: [] } }),
    panel({ ...applied, toolState: 'pending' }),
    panel(applied, cleanPlugin({ ...plugin, source: 'registerTool({ });' })),
  ]) {
    expect(other).not.toContain('It holds.');
    expect(other).toContain('Not tried yet in this form.');
  }
});

test('what is filled in stands in the words of every language', () => {
  const places = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort();
  for (const [key, [en, ...others]] of Object.entries(TEXTS)) {
    for (const other of others) {
      expect(other, key).not.toBe('');
      expect(places(other), key).toEqual(places(en));
    }
  }
});
