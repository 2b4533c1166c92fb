import { expect, test } from 'vitest';
import { createIsolate, SAY, TO_GUEST } from '../../../sandbox/isolate.js';
import { moduleLoader } from '../../../sandbox/modules.js';
import { partsNamedIn } from '../../../sandbox/parts.js';
import { modulesOf, sourceOf } from '../../../worker/protocol/modules.js';
import { GUEST, guest, MiB, module, tool } from './isolates.js';

/** A source of these modules; the first is the entry. */
const several = (texts: { readonly [path: string]: string }): string =>
  sourceOf({ entry: Object.keys(texts)[0] ?? '', texts: new Map(Object.entries(texts)) });

type Loaded = Awaited<ReturnType<typeof guest>>;

/** Calls the tool. @returns its result, or its error’s message. */
function call({ isolate, heard, look }: Loaded): unknown {
  isolate.send(TO_GUEST.execute, 1, 'main', '{}');
  isolate.pump(look);
  const { kind, text = '' } = heard.at(-1) ?? {};
  const said = JSON.parse(text) as { message?: string };
  return kind === SAY.done ? said : said.message;
}

const load = (texts: { readonly [path: string]: string }) => guest(several(texts));

/** Loads modules of which one fails. @returns what the guest says of it. */
async function refusal(texts: { readonly [path: string]: string }): Promise<{ name: string; message: string }> {
  const { heard } = await load(texts);
  expect(heard.at(-1)?.kind).toBe(SAY.failed);
  return JSON.parse(heard.at(-1)?.text ?? '');
}

const NOTES = (...names: string[]) => names.map((name) => `export const ${name} = [];`).join('\n');

test('modules import each other by relative paths, up and down, and are evaluated once', async () => {
  const made = await load({
    'src/main.js': `import { a } from './lib/a.mjs'; import { b } from '../b.js'; import { log } from '../log.js'; ${tool('return [a, b, log]')}`,
    'src/lib/a.mjs': `import { b } from '../../b.js'; import { log } from './../../log.js'; log.push('a'); export const a = b + 1;`,
    'b.js': `import { log } from './log.js'; log.push('b'); export const b = 1;`,
    'log.js': NOTES('log'),
  });
  expect(call(made)).toEqual([2, 1, ['b', 'a']]);
});

test('modules may import each other in a circle and themselves, and their bindings are live', async () => {
  const made = await load({
    'main.js': `import { even, bump, count } from './even.js'; import * as self from './main.js'; export const here = true;
      ${tool('const before = count; bump(); return [even(10), even(7), before, count, self.here]')}`,
    'even.js': `import { odd } from './odd.js'; export let count = 0; export const bump = () => { count += 1; };
      export function even(n) { return n === 0 || odd(n - 1); }`,
    'odd.js': `import { even } from './even.js'; export function odd(n) { return n !== 0 && even(n - 1); }`,
  });
  expect(call(made)).toEqual([true, false, 0, 1, true]);
});

test('a top-level await holds up its importers, and nobody else, in the order of the standard', async () => {
  const made = await load({
    'main.js': `import './slow.js'; import './quick.js'; import { log } from './log.js'; log.push('main'); ${tool('return log')}`,
    'slow.js': `import { log } from './log.js'; log.push('slow begins'); await null; log.push('slow ends');`,
    'quick.js': `import { log } from './log.js'; log.push('quick');`,
    'log.js': NOTES('log'),
  });
  expect(call(made)).toEqual(['slow begins', 'quick', 'slow ends', 'main']);
});

test('a module is imported during a call, by a name that is computed, and again in the next call of a restored guest', async () => {
  const texts = {
    'main.js': tool(`const { n } = await import('./late/' + ['o', 'ne'].join('') + '.js'); return n()`),
    'late/one.js': `import { step } from '../step.js'; let n = 0; export { up as n }; function up() { return (n += step); }`,
    'step.js': 'export const step = 5;',
  };
  const made = await load(texts);
  const image = made.isolate.capture();
  if (!image) throw new Error('not at rest');
  expect([call(made), call(made)]).toEqual([5, 10]);
  expect(made.isolate.reset(image)).toBe(true);
  expect(call(made)).toBe(5);

  // In another instance, which has evaluated none of it.
  const heard: Loaded['heard'] = [];
  const options = { module, memoryBytes: 64 * MiB, stackBytes: 65_536, guest: GUEST, stop: () => false, image };
  const other = await createIsolate({
    ...options,
    source: several(texts),
    seed: () => new Uint8Array(8),
    onMessage: (kind, id, text) => heard.push({ kind, id, text }),
  });
  expect(call({ ...made, isolate: other, heard })).toBe(5);
});

test('code that is made of a text imports what the entry would', async () => {
  const made = await load({
    'src/main.js': tool(`return (await new Function("return import('./a.js')")()).a`),
    'src/a.js': 'export const a = 1;',
  });
  expect(call(made)).toBe(1);
});

test('a JSON file is a module with its value, with and without the attribute; a prototype in it is a key like any other', async () => {
  const made = await load({
    'main.js': `import plain from './data.json'; import typed from './data.json' with { type: 'json' };
      ${tool('return [plain, typed === plain, Object.keys(plain.o), ({}).x === undefined]')}`,
    'data.json': '{"a":[1,"\\u2028"],"o":{"__proto__":{"x":1}}}',
  });
  const data = JSON.parse('{"a":[1,"\\u2028"],"o":{"__proto__":{"x":1}}}') as unknown;
  expect(JSON.stringify(call(made))).toBe(JSON.stringify([data, true, ['__proto__'], true]));
  expect(await refusal({ 'main.js': "import './bad.json'", 'bad.json': '{oops' })).toMatchObject({
    name: 'SyntaxError',
    message: expect.stringContaining('bad.json is not JSON'),
  });
});

test('an import that names no module of the package is refused, with what was meant', async () => {
  const files = { 'lib/utils.js': '', 'lib/index.js': '', 'data.json': '1' };
  const refused: [specifier: string, said: string][] = [
    ['lodash', 'a plugin reaches its own files only, by `./` or `../`; bundle it'],
    ['node:fs', 'bundle it'],
    ['https://example.com/a.js', 'bundle it'],
    ['data:text/javascript,1', 'bundle it'],
    ['/lib/utils.js', 'bundle it'],
    ['lib/utils.js', 'bundle it'],
    ['?', 'bundle it'],
    ['__proto__', 'bundle it'],
    ['../main.js', 'that leads out of the package'],
    ['./lib/../../main.js', 'that leads out of the package'],
    ['./lib/utils', 'did you mean `lib/utils.js`?'],
    ['./lib', 'did you mean `lib/index.js`?'],
    ['./lib/utlis.js', 'did you mean `lib/utils.js`?'],
    ['./utils.js', 'did you mean `lib/utils.js`?'],
    ['./lib//utils.js', 'the package has no module `lib//utils.js`'],
    ['./lib/utils.js?v=1', 'the package has no module'],
    ['./lib/utils%2ejs', 'the package has no module'],
    ['.\\\\lib\\\\utils.js', 'bundle it'],
    ['./__proto__', 'the package has no module `__proto__`; list it under `files`, as a .js, .mjs or .json file'],
    ['./constructor', 'the package has no module `constructor`'],
    ['./', 'the package has no module'],
  ];
  for (const [specifier, said] of refused) {
    const { name, message } = await refusal({ 'main.js': `import '${specifier}'`, ...files });
    expect([name, message], specifier).toEqual(['TypeError', expect.stringMatching(/^main\.js imports `/)]);
    expect(message, specifier).toContain(said);
  }
  const { message } = await refusal({
    'main.js': "import './lib/index.js'",
    ...files,
    'lib/index.js': "import './a.js'",
  });
  expect(message).toMatch(/^lib\/index\.js imports `\.\/a\.js`: the package has no module `lib\/a\.js`/);
});

test('a refused import during a call is an error that the tool can catch, and the guest goes on', async () => {
  const made = await load({
    'main.js': tool(`try { await import('./no.js') } catch (e) { return [e.name, e instanceof Error, e.message] }`),
    'b.js': '',
  });
  expect(call(made)).toEqual(['TypeError', true, expect.stringContaining('main.js imports `./no.js`')]);
  expect(call(made)).toEqual(['TypeError', true, expect.stringContaining('main.js imports `./no.js`')]);
});

test('a plugin of one file that imports another is told of packages', async () => {
  const { heard } = await guest("import { a } from './a.js'");
  expect(JSON.parse(heard.at(-1)?.text ?? '')).toMatchObject({
    message:
      'plugin.js imports `./a.js`: the plugin has no other module; install it as a package whose bulkhead.json lists them, or bundle them into one',
  });
});

test('a module named __proto__ is a module, and changes no prototype', async () => {
  const texts = new Map([
    ['main.js', `import { a } from './__proto__'; ${tool('return [a, ({}).a === undefined]')}`],
    ['__proto__', 'export const a = 1;'],
  ]);
  expect(call(await guest(sourceOf({ entry: 'main.js', texts })))).toEqual([1, true]);
});

test('ten thousand modules load beside each other; a chain of so many is refused as a stack that is full', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`m${i}.js`, `export const m = ${i};`]));
  const imports = Object.keys(many).map((path, i) => `import { m as m${i} } from './${path}';`);
  const made = await load({ 'main.js': `${imports.join('')} ${tool('return m9999')}`, ...many });
  expect(call(made)).toBe(9999);

  const chain = (links: number) =>
    Object.fromEntries([
      ...Array.from({ length: links }, (_, i) => [`c${i}.js`, `import './c${i + 1}.js';`]),
      [`c${links}.js`, tool('return 1')],
    ]);
  expect(call(await load(chain(200)))).toBe(1);
  expect(await refusal(chain(10_000))).toMatchObject({ name: 'SyntaxError', message: 'stack overflow' });
});

test('a loop of imports that fail is stopped like any other loop, and a huge specifier ends in a short error', async () => {
  const endless = await guest(
    several({
      'main.js': tool("for (let i = 0; ; i++) await import('./' + i + '.js').catch(() => {})"),
      'b.js': '',
    }),
    400,
  );
  endless.isolate.send(TO_GUEST.execute, 1, 'main', '{}');
  expect(endless.isolate.pump(endless.look)).toBe('faulted');
  const huge = await load({
    'main.js': tool(`try { await import('./' + 'a/../'.repeat(200000) + 'x') } catch (e) { return e.message }`),
    'b.js': '',
  });
  const said = String(call(huge));
  expect(said).toContain('main.js imports `./a/../');
  expect(said.length).toBeLessThan(1_000);
});

test('only the beginning of a long specifier that names no module is kept', () => {
  const { nameOf } = moduleLoader(() => modulesOf('1'));
  expect(nameOf('x'.repeat(1_000_000), 'plugin.js').length).toBeLessThan(300);
});

test('a module that fails names its file, and one that does not fit into the memory ends its guest', async () => {
  const thrown = await load({ 'main.js': "import './lib/a.js'", 'lib/a.js': '\n\nnull.x' });
  expect(JSON.parse(thrown.heard.at(-1)?.text ?? '').stack).toContain('lib/a.js:3:');
  const full = await guest(
    several({
      'main.js': tool(`return (await import('./large.js')).text.length`),
      'large.js': `export const text = '${'x'.repeat(6 * MiB)}';`,
    }),
    Number.POSITIVE_INFINITY,
    20 * MiB,
  );
  full.isolate.send(TO_GUEST.execute, 1, 'main', '{}');
  full.isolate.pump(full.look);
  expect(full.isolate.fault).toBe('memory');
});

test('the parts of the platform that any module names are made with the plugin, at the start of a line, too', () => {
  const source = several({
    'main.js': "import './b.js';",
    'b.js': 'const a =\nURL;\tcrypto',
    'c.js': 'x.toLocaleString()',
  });
  expect(partsNamedIn(modulesOf(source).texts.values())).toEqual(['url', 'crypto', 'intl']);
});

test('a text that is no list of modules is one module, whatever it looks like', () => {
  const texts = [
    'export const a = 1;',
    '{"entry":"a","modules":[]}',
    '{"entry":"a","modules":[["b",""]]}',
    '{"entry":"a","modules":[["a",1]]}',
    '{"entry":"a","modules":{"a":""}}',
    '{"entry":',
  ];
  for (const text of texts)
    expect(modulesOf(text)).toEqual({ entry: 'plugin.js', texts: new Map([['plugin.js', text]]) });
  const two = {
    entry: 'b.js',
    texts: new Map([
      ['a.js', '1'],
      ['b.js', '"\u2028"'],
    ]),
  };
  expect(modulesOf(sourceOf(two))).toEqual(two);
  expect(sourceOf({ entry: 'main.js', texts: new Map([['main.js', 'let a;']]) })).toBe('let a;');
});
