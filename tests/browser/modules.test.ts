import { expect, test } from 'vitest';
import { installedPlugin } from '../../src/studio/plugin/index.js';
import { sha256Pin } from '../../worker/adapters/hash.js';
import { packageOf } from '../fixtures/package.js';
import { failure, inPage, plainHost, plugin, testHost } from './setup.js';

const MAIN = plugin(
  `const { farewell } = await import('./lib/' + 'later.js'); return [greeting('Ada'), farewell(names)]`,
);
const TEXTS = {
  'src/main.js': `import { greeting } from './lib/greeting.js'; import names from '../names.json' with { type: 'json' };\n${MAIN}`,
  'src/lib/greeting.js': "export const greeting = (name) => 'Hello, ' + name;",
  'src/lib/later.js': "let n = 0; export const farewell = (names) => [++n, 'Bye, ' + names.join(' and ')];",
  'names.json': '["Ada", "Eve"]',
  'README.md': 'not a module',
};
/** A slow machine is no slow plugin: what is tested here is no limit of time. */
const PATIENT = { limits: { loadMs: 20_000 } };
const RESULT = ['Hello, Ada', [1, 'Bye, Ada and Eve']];

test('a package of several modules is installed, called, and called again by the next page over the same store', async () => {
  const store = `modules-${Date.now()}`;
  {
    await using host = testHost({ ...PATIENT, store });
    await host.plugins.install(packageOf(TEXTS));
    for (let i = 0; i < 2; i++) expect((await host.tools.execute('main', {})).value).toEqual(RESULT);
    expect(await host.plugins.source('packed')).toBe(TEXTS['src/main.js']);
  }
  await using host = testHost({ ...PATIENT, store });
  expect((await host.tools.execute('main', {})).value).toEqual(RESULT);
});

test('a worker that starts from the image of the one before imports what that one had not imported', async () => {
  await using host = testHost(PATIENT);
  const main = `import { drawn } from './drawn.js';\n${plugin("const late = await import('./late.js'); return [drawn, late.n()]")}`;
  const late = 'let n = 0; export { up as n }; function up() { return (n += 1); }';
  await host.plugins.install(
    packageOf({ 'main.js': main, 'drawn.js': 'export const drawn = Math.random();', 'late.js': late }),
  );
  const { value } = await host.tools.execute('main', {});
  expect(value).toEqual([expect.any(Number), 1]);
  await host.plugins.disable('packed');
  await host.plugins.enable('packed');
  expect((await host.tools.execute('main', {})).value).toEqual(value);
});

test('an update of one module is shown by the review, and asks its user again', async () => {
  await using host = plainHost(PATIENT);
  const first = await host.plugins.install(packageOf(TEXTS), { enable: true });
  expect((await host.plugins.review('packed')).changes).toBeNull();
  // Unchanged, it stays on.
  expect((await host.plugins.install(packageOf(TEXTS))).state).toBe('on');
  const changed = { ...TEXTS, 'src/lib/greeting.js': TEXTS['src/lib/greeting.js'].replace('Hello', 'Hi') };
  const again = await host.plugins.install(packageOf(changed));
  expect([again.state, again.filesHash === first.filesHash]).toEqual(['changed', false]);
  expect((await host.plugins.review('packed')).changes).toEqual({
    version: { before: '1.0.0', after: '1.0.0' },
    files: true,
    list: [],
  });
  await host.plugins.enable('packed');
  expect((await host.tools.execute('main', {})).value).toEqual(['Hi, Ada', ...RESULT.slice(1)]);
});

test.runIf(inPage)(
  'a package of several modules comes back from a backup, and is rehearsed as any plugin',
  async () => {
    await using host = plainHost(PATIENT);
    const rehearsal = await host.plugins.rehearse(packageOf(TEXTS));
    expect((await rehearsal.call('main', {})).value).toEqual(RESULT);
    await rehearsal.end();
    await host.plugins.install(packageOf(TEXTS));
    const file = await host.backup.save();
    await host.plugins.remove('packed');
    await host.backup.restore(file, { replace: true });
    await host.plugins.enable('packed');
    expect((await host.tools.execute('main', {})).value).toEqual(RESULT);
  },
);

test('an error names the module in which it happened', async () => {
  await using host = testHost(PATIENT);
  const fails = (texts: object) => failure(host.plugins.install(packageOf({ 'main.js': MAIN, ...texts })));
  const bad = "import './lib/a.js';";
  expect(await fails({ 'main.js': bad, 'lib/a.js': '\nconst = 1;' })).toMatchObject({
    code: 'SOURCE_SYNTAX',
    message: expect.stringContaining('(lib/a.js, line 2, column 7)'),
    details: { file: 'lib/a.js', line: 2, column: 7 },
  });
  expect(await fails({ 'main.js': bad, 'lib/a.js': '\n  null.x' })).toMatchObject({
    code: 'SOURCE_THREW',
    details: { file: 'lib/a.js', line: 2 },
  });
  expect(await fails({ 'main.js': "import { b } from './lib/a.js';", 'lib/a.js': '' })).toMatchObject({
    code: 'SOURCE_SYNTAX',
    message: expect.stringContaining("'b' in module 'lib/a.js'"),
  });
  expect(await fails({ 'main.js': "import './data.json';", 'data.json': '{' })).toMatchObject({
    code: 'SOURCE_SYNTAX',
  });
  await host.plugins.install(
    packageOf({
      'main.js': `import { fail } from './lib/a.js';\n${plugin('return fail()')}`,
      'lib/a.js': 'export function fail() {\n  throw new TypeError("no");\n}',
    }),
  );
  expect(await failure(host.tools.execute('main', {}))).toMatchObject({
    code: 'TOOL_ERROR',
    details: { file: 'lib/a.js', line: 2 },
  });
});

test('what cannot be imported is refused at installation, with the importer, the specifier and what to do', async () => {
  await using host = testHost(PATIENT);
  const message = async (source: Parameters<typeof host.plugins.install>[0]) => {
    const error = await failure(host.plugins.install(source));
    expect(error.code).toBe('SOURCE_THREW');
    return error.message;
  };
  expect(await message(packageOf({ 'main.js': "import 'lodash';", 'b.js': '' }))).toMatch(
    /main\.js imports `lodash`: .*bundle it/,
  );
  expect(await message(packageOf({ 'main.js': "import '../../secret.js';", 'b.js': '' }))).toContain(
    'leads out of the package',
  );
  expect(await message(packageOf({ 'main.js': "import './lib/b';", 'lib/b.js': '' }))).toContain(
    'did you mean `lib/b.js`?',
  );
  expect(await message(packageOf({ 'main.js': "import './note.txt';", 'b.js': '', 'note.txt': '' }))).toContain(
    'as a .js, .mjs or .json file',
  );
  expect(await message({ code: `import { a } from './a.js';\n${MAIN}` })).toContain(
    'install it as a package whose bulkhead.json lists them',
  );
  expect(await host.plugins.list()).toEqual([]);
});

test('a bundle that hides its manifest, and one for CommonJS, are told how to be built', async () => {
  await using host = testHost(PATIENT);
  const hint = 'no manifest found; with esbuild use `--format=esm`';
  const iife = `var x = (() => {\n  var manifest = { manifest: 1, id: 'dice' };\n${plugin('return 1')}\n})();`;
  expect(await failure(host.plugins.install({ code: iife }))).toMatchObject({
    code: 'MANIFEST_INVALID',
    message: hint,
  });
  expect(await failure(host.plugins.rehearse({ code: iife }))).toMatchObject({
    code: 'MANIFEST_INVALID',
    message: hint,
  });
  const cjs = await failure(
    host.plugins.install({ code: `exports.manifest = { id: 'dice' };\n${plugin('return 1')}` }),
  );
  expect([cjs.code, cjs.message.endsWith(hint)]).toEqual(['SOURCE_THREW', true]);
  const packed = await failure(host.plugins.install(packageOf({ 'main.js': 'module.exports = {}' })));
  expect(packed.message).toContain('bundle the plugin as one ES module, for example `esbuild --bundle --format=esm`');
  expect(packed.message).not.toContain('no manifest found');
  expect((await host.plugins.install({ code: `(() => { ${plugin('return 1')} })();` })).id).toBe('main');
});

test('packages that want too much are refused, and the page goes on', async () => {
  await using host = testHost(PATIENT);
  const chain = (links: number) =>
    Object.fromEntries(
      Array.from({ length: links }, (_, i) => [`c${i}.js`, i + 1 < links ? `import './c${i + 1}.js';` : MAIN]),
    );
  const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`c${i}.js`, sha256Pin('')]));
  expect(await failure(host.plugins.install(packageOf({ 'c0.js': MAIN }, { files })))).toMatchObject({
    code: 'MANIFEST_INVALID',
    message: 'manifest: `files`: at most 1000 files; got 10000; bundle some of them',
    details: { path: '/files' },
  });
  // The stack of a thread in Node is deep enough for it.
  if (inPage)
    expect(['SOURCE_SYNTAX', 'TOOL_CRASHED']).toContain(
      (await failure(host.plugins.install(packageOf(chain(1_000))))).code,
    );
  await using brief = testHost();
  const endless = { 'main.js': "for (let i = 0; ; i++) await import('./' + i + '.js').catch(() => {});", 'b.js': '' };
  expect(await failure(brief.plugins.install(packageOf(endless)))).toMatchObject({ code: 'TOOL_TIMEOUT' });
  const long = { 'main.js': "await import('./' + 'a/'.repeat(1000000));", 'b.js': '' };
  expect((await failure(host.plugins.install(packageOf(long)))).message.length).toBeLessThan(1_000);
  const odd = {
    'main.js': `import { a } from './__proto__.js'; import './main.js'; ${plugin('return [a, ({}).a === undefined]')}`,
    '__proto__.js': 'export const a = 1;',
  };
  await host.plugins.install(packageOf(odd));
  expect((await host.tools.execute('main', {})).value).toEqual([1, true]);
  const large = { 'main.js': `import './b.js';${MAIN}`, 'b.js': `//${'x'.repeat(4 * 1024 * 1024)}` };
  expect((await failure(host.plugins.install(packageOf(large)))).code).toBe('SOURCE_TOO_LARGE');
  const poisoned = packageOf({ 'main.js': MAIN, ['__proto__']: '' });
  expect((await failure(host.plugins.install(poisoned))).code).toBe('MANIFEST_INVALID');
});

test('the plugin studio, which edits one file, refuses a plugin of several modules', async () => {
  await using host = testHost(PATIENT);
  await host.plugins.install(packageOf(TEXTS));
  expect(await failure(installedPlugin(host, 'packed'))).toMatchObject({
    code: 'BAD_ARGS',
    message: expect.stringContaining('several modules'),
  });
  await host.plugins.install(packageOf({ 'main.js': plugin('return 1', 'other'), 'README.md': '' }, { id: 'other' }));
  expect(await installedPlugin(host, 'other')).toMatchObject({ id: 'other' });
});
