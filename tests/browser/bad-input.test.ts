import { expect, test } from 'vitest';
import { failure, plugin, testHost } from './setup.js';

const BAD_SOURCES: readonly [what: string, code: string, source: string, details?: object][] = [
  ['source that does not parse', 'SOURCE_SYNTAX', 'const a = 1;\n  const = 2;', { line: 2, column: 9 }],
  ['source that throws', 'SOURCE_THREW', '\nthrow new Error("no")', { line: 2 }],
  ['no tool', 'NO_TOOL_REGISTERED', 'export const a = 1'],
  ['a top-level await that never ends', 'SOURCE_THREW', 'await new Promise(() => {})'],
  ['a spec that is no object', 'SPEC_INVALID', 'registerTool(1)'],
  ['a name with a dash', 'NAME_INVALID', plugin('', 'a-b')],
  ['a name of 65 characters', 'NAME_INVALID', plugin('', 'a'.repeat(65))],
  ['no exec', 'EXEC_INVALID', 'registerTool({ name: "a", mode: "read" })'],
  ['a mode that is none', 'MODE_INVALID', 'registerTool({ name: "a", exec() {}, mode: "rw" })'],
  ['a simulate that is none', 'SIMULATE_INVALID', 'registerTool({ name: "a", exec() {}, mode: "read", simulate: 1 })'],
  ['the name of a built-in', 'NAME_RESERVED', plugin('', 'chat_search')],
  ['a prefix that is not its to use', 'NAME_RESERVED', plugin('', 'st_anything')],
  [
    'a manifest with an unknown key',
    'MANIFEST_INVALID',
    `export const manifest = { id: 'a-b', evil: 1 };${plugin('')}`,
    { path: '/evil' },
  ],
  [
    'a manifest with a bad id',
    'MANIFEST_INVALID',
    `export const manifest = { id: 'A B' };${plugin('')}`,
    { path: '/id' },
  ],
  ['an import', 'SOURCE_THREW', 'import fs from "fs"'],
  [
    'a schema with a remote reference',
    'SCHEMA_INVALID',
    'registerTool({ name: "a", exec() {}, mode: "read", parameters: { $ref: "https://example.com/x" } })',
  ],
  [
    'a schema with a __proto__ property',
    'SCHEMA_INVALID',
    `registerTool({ name: 'a', exec() {}, mode: 'read', parameters: JSON.parse('{"properties":{"__proto__":{}}}') })`,
  ],
  ['a source of 10 MB', 'SOURCE_TOO_LARGE', `//${'x'.repeat(10_000_000)}`],
  ['a source with NUL characters', 'SOURCE_NOT_TEXT', 'const a = "\0"'],
];

test('every bad source gets its own error, and nothing is kept', async () => {
  await using host = testHost();
  for (const [what, code, source, details = {}] of BAD_SOURCES) {
    const error = await failure(host.plugins.install({ code: source }));
    expect({ what, code: error.code }).toEqual({ what, code });
    expect(error.details).toMatchObject(details);
  }
  expect(await host.plugins.list()).toEqual([]);
  expect(host.status().workers.live).toBe(0);
});

test('a binary file is refused as what it is', async () => {
  await using host = testHost();
  const file = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe)], 'picture.png');
  expect(await failure(host.plugins.install({ file }))).toMatchObject({ code: 'SOURCE_NOT_TEXT' });
  expect((await failure(host.plugins.install({ file: new File(['x'.repeat(10_000_000)], 'big.js') }))).code).toBe(
    'SOURCE_TOO_LARGE',
  );
  expect((await failure(host.plugins.install({ url: '/nothing-here.js' }))).code).toBe('SOURCE_UNREACHABLE');
  expect((await failure(host.plugins.install({} as never))).code).toBe('BAD_ARGS');
});

test('arguments that miss the schema never reach the tool, and the error names the path', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: `registerTool({ name: 'main', mode: 'read', exec: (args) => args, parameters: { type: 'object', additionalProperties: false, required: ['who'],
      properties: { who: { type: 'object', properties: { age: { type: 'integer', minimum: 0 } } }, tags: { type: 'array', items: { type: 'string' } } } } });`,
  });
  const bad = async (args: unknown) => failure(host.tools.execute('main', args));
  expect(await bad({ who: { age: -1 } })).toMatchObject({
    code: 'TOOL_ARGUMENTS_INVALID',
    details: { path: '/who/age', stoppedBy: 'validation' },
  });
  expect(await bad({ who: {}, tags: ['a', 2] })).toMatchObject({
    code: 'TOOL_ARGUMENTS_INVALID',
    details: { path: '/tags/1' },
  });
  expect(await bad({})).toMatchObject({ details: { path: '/who' }, message: expect.stringContaining('who') });
  expect(await bad(JSON.parse('{"who":{},"__proto__":{"a":1}}'))).toMatchObject({ code: 'TOOL_ARGUMENTS_INVALID' });
  expect((await bad({ who: 1n })).code).toBe('ARGUMENTS_UNSERIALIZABLE');
  expect((await bad({ who: { text: 'x'.repeat(1_100_000) } })).code).toBe('ARGUMENTS_TOO_LARGE');
  expect((await host.tools.execute('main', { who: { age: 3 } })).value).toEqual({ who: { age: 3 } });
});

const RESULTS: readonly [what: string, body: string, code: string][] = [
  ['a cycle', 'const a = {}; a.a = a; return a', 'TOOL_RESULT_UNSERIALIZABLE'],
  ['a BigInt', 'return 1n', 'TOOL_RESULT_UNSERIALIZABLE'],
  ['a function', 'return () => 1', 'TOOL_RESULT_UNSERIALIZABLE'],
  ['a symbol', 'return Symbol("x")', 'TOOL_RESULT_UNSERIALIZABLE'],
  ['two megabytes', 'return "x".repeat(2_000_000)', 'TOOL_RESULT_TOO_LARGE'],
  ['a __proto__ key', 'return JSON.parse(\'{"__proto__":{"admin":true}}\')', 'TOOL_RESULT_UNSERIALIZABLE'],
];

test('every bad result gets its own error, and the next call works', async () => {
  await using host = testHost();
  for (const [what, body, code] of RESULTS) {
    await host.plugins.install({ code: plugin(`if (args.ok) return { fine: true }; ${body}`) });
    expect({ what, code: (await failure(host.tools.execute('main', {}))).code }).toEqual({ what, code });
    expect((await host.tools.execute('main', { ok: true })).value).toEqual({ fine: true });
  }
});

test('a result with a then property is a value, not a promise', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return { then: "z", list: [{ then: 1 }] }') });
  expect((await host.tools.execute('main', {})).value).toEqual({ then: 'z', list: [{ then: 1 }] });
});

test('nothing is a result too', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('') });
  expect((await host.tools.execute('main', {})).value).toBeUndefined();
});

test('a tool called twice at once answers both, each with its own log', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: plugin(
      'ctx.log("n" + args.n); for (let i = 0; i < 20; i++) await ctx.progress({ done: i }); ctx.log("end" + args.n); return args.n',
    ),
  });
  const logs: string[][] = [[], []];
  const both = await Promise.all(
    [0, 1].map((n) => host.tools.execute('main', { n }, { onLog: ({ text }) => logs[n]?.push(text) })),
  );
  expect(both.map(({ value }) => value)).toEqual([0, 1]);
  expect(logs).toEqual([
    ['n0', 'end0'],
    ['n1', 'end1'],
  ]);
});

test('forty calls at once all answer', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('await 0; return args.n * 2') });
  const values = await Promise.all(Array.from({ length: 40 }, (_, n) => host.tools.execute('main', { n })));
  expect(values.map(({ value }) => value)).toEqual(Array.from({ length: 40 }, (_, n) => n * 2));
});

test('errors of a tool carry its own words and the place in its own source', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: "registerTool({ name: 'main', mode: 'read', exec() {\n  const error = new RangeError('too far');\n  error.code = 'FAR';\n  error.hint = 'go back';\n  throw error;\n} });",
  });
  expect(await failure(host.tools.execute('main', {}))).toMatchObject({
    code: 'TOOL_ERROR',
    message: 'too far',
    details: { line: 2, guest: { name: 'RangeError', code: 'FAR', hint: 'go back' }, usage: { requests: 0 } },
  });
});

test('a guest cannot pass its own error off as a limit of ours', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: plugin(
      'throw Object.assign(new Error("interrupted"), { name: "InternalError", code: "TOOL_TIMEOUT", bridge: "TOOL_TIMEOUT" })',
    ),
  });
  expect((await failure(host.tools.execute('main', {}))).code).toBe('TOOL_ERROR');
});
