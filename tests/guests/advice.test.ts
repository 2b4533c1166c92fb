import { expect, test } from 'vitest';
import { callMain, loadedGuest } from '../unit/platform/guests.js';
import { pluginFrom } from './bundles.js';

/** What the function `run` of these lines answers in a guest, bundled as the documents say. */
async function answerOf(lines: string): Promise<unknown> {
  const plugin = await pluginFrom(lines);
  if ('refused' in plugin) throw new Error(plugin.refused);
  return (await callMain(await loadedGuest(plugin.source, { loadMs: 30_000 }))).value;
}

test('the build of csv-parse that the documents name runs in a guest', async () => {
  const lines = `import { parse } from 'csv-parse/browser/esm/sync';
const run = () => parse('a;b\\n"1;2";三', { delimiter: ';', columns: true });`;
  expect(await answerOf(lines)).toEqual([{ a: '1;2', b: '三' }]);
});

test('a generator may await its list before a loop over it', async () => {
  const lines = `function* walk() { const items = yield 'list'; for (const item of items) yield item; }
function run() { const steps = walk(); return [steps.next().value, steps.next([1, 2]).value, steps.next().value]; }`;
  expect(await answerOf(lines)).toEqual(['list', 1, 2]);
});

test('TextDecoder reads GBK and Big5', async () => {
  const lines = `const read = (name, ...bytes) => new TextDecoder(name).decode(new Uint8Array(bytes));
const run = () => [read('gbk', 0xbc, 0xf2), read('big5', 0xc1, 0x63)];`;
  expect(await answerOf(lines)).toEqual(['简', '繁']);
});

test('a package that looks for `global` finds the global object', async () => {
  expect(await answerOf('const run = () => [typeof global, global === globalThis, self === globalThis];')).toEqual([
    'object',
    true,
    true,
  ]);
});
