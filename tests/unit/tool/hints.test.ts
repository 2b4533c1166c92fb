import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CONTEXT_MEMBERS, MISSING_GLOBALS } from '../../../worker/tool/hints.js';
import { failureOf, inGuest, loadedGuest, platformGuest } from '../platform/guests.js';

const NAMES = Object.keys(MISSING_GLOBALS);
const hintOf = async (body: string) => (await failureOf(await platformGuest(body))).details.hint;

test('no guest has a global of the table: a library that looks for one finds nothing', async () => {
  expect(await inGuest('return args.filter((name) => name in globalThis)', NAMES)).toEqual([]);
});

test('a call that names a global of the table is answered with what to do, beside the tool’s own words', async () => {
  const { code, message, details } = await failureOf(await platformGuest(`return Buffer.from('a')`));
  expect({ code, message, hint: details.hint }).toEqual({
    code: 'TOOL_ERROR',
    message: "'Buffer' is not defined",
    hint: 'use Uint8Array, or bundle the npm package `buffer`',
  });
  expect(details.guest).not.toHaveProperty('hint');
});

test('a source that does not load because of one says what to do in its message', async () => {
  for (const name of NAMES) {
    const error = await loadedGuest(`const found = ${name}.x;`).catch((thrown) => thrown);
    const place = '(line 1, column 15)';
    expect(error.message).toBe(`ReferenceError: '${name}' is not defined; ${MISSING_GLOBALS[name]} ${place}`);
    expect(error.details.hint).toBe(MISSING_GLOBALS[name]);
  }
});

test.each([
  [
    `ctx.database.get(1)`,
    'ctx has no `database`; it has storage, net, chat, memory, tools, llm, notify, clipboard, signal, log, progress, request',
  ],
  [`ctx.storge.get('a')`, 'ctx has no `storge`; did you mean `storage`?'],
  [`await ctx.storges . get('a')`, 'ctx has no `storges`; did you mean `storage`?'],
])('%s is answered with what ctx has', async (body, hint) => {
  expect(await hintOf(body)).toBe(hint);
});

test.each([
  `const other = { database: undefined }; other.database.get(1)`,
  `nothing.at.all`,
  `let late = 1; { late; let x = y; let y = 1; }`,
  `throw new Error("'Buffer' is not defined")`,
  `throw new TypeError("cannot read property 'x' of undefined")`,
  `throw new ReferenceError("'constructor' is not defined")`,
  `ctx.log.deep.deeper`,
])('%s gets no hint', async (body) => {
  expect(await hintOf(body)).toBeUndefined();
});

test('what ctx always has is what a guest finds on it', async () => {
  expect(await inGuest('return args.filter((name) => ctx[name] === undefined)', CONTEXT_MEMBERS)).toEqual([]);
});

/** Rows of the table of missing globals in a document: names, and what to do. */
async function rowsIn(path: string): Promise<readonly (readonly [names: string[], text: string])[]> {
  const text = await readFile(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| (`[\w$]+`(?:, `[\w$]+`)*) \| (.*) \|$/gm)];
  return rows
    .map(([, names = '', said = '']) => [[...names.matchAll(/[\w$]+/g)].map(String), said] as const)
    .filter(([names]) => names.every((name) => Object.hasOwn(MISSING_GLOBALS, name)));
}

test('the documents show the table, in both languages', async () => {
  const [english, chinese] = [await rowsIn('plugins.md'), await rowsIn('zh-CN/plugins.md')];
  const shown = Object.fromEntries(english.flatMap(([names, said]) => names.map((name) => [name, said])));
  expect(shown).toEqual(MISSING_GLOBALS);
  expect(chinese.map(([names]) => names)).toEqual(english.map(([names]) => names));
});
