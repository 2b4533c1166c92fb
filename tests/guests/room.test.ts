import { expect, test } from 'vitest';
import { type Bundle, pluginFrom, pluginOf } from './bundles.js';
import { openGuestsPage } from './guests-page.js';

const sourceOf = (bundle: Bundle): string => {
  if ('refused' in bundle) throw new Error(bundle.refused);
  return bundle.source;
};

/** A plugin whose tool answers what the function `run` of these lines gives. */
const plugin = async (lines: string): Promise<string> => sourceOf(await pluginFrom(lines));

const FRAMES = (depth: number) =>
  `const down = (n) => (n === 0 ? 0 : 1 + down(n - 1)); const run = () => down(${depth});`;

test('a guest has room for 600 plain calls inside each other, and says so when it needs more', async () => {
  await using page = await openGuestsPage();
  expect(await page.run(await plugin(FRAMES(600)))).toEqual({ value: 600 });
  const deeper = await page.run(await plugin(FRAMES(100_000)));
  expect(deeper).toEqual({
    at: 'call',
    code: expect.stringMatching(/^TOOL_(ERROR|CRASHED)$/),
    message: expect.stringContaining('stack'),
  });
  expect(await page.run(await plugin(FRAMES(600)))).toEqual({ value: 600 });
});

test('lodash copies an object that is 140 deep', async () => {
  await using page = await openGuestsPage();
  const source = await plugin(`import cloneDeep from 'lodash/cloneDeep.js';
function run() {
  let made = { leaf: true };
  for (let n = 1; n < 140; n++) made = { inner: made };
  let copy = cloneDeep(made);
  let depth = 1;
  for (; copy.inner; copy = copy.inner) depth += 1;
  return [depth, copy.leaf];
}`);
  expect(await page.run(source)).toEqual({ value: [140, true] });
});

test('the parser of Babel reads ten callbacks inside each other', async () => {
  await using page = await openGuestsPage();
  const source = await plugin(`import { parse } from '@babel/parser';
function run() {
  const code = Array.from({ length: 10 }, (_, n) => \`step\${n}(function (error\${n}) { if (error\${n}) return; \`).join('');
  const tree = parse(code + 'done();' + '});'.repeat(10), { sourceType: 'module' });
  return JSON.stringify(tree).split('"CallExpression"').length - 1;
}`);
  expect(await page.run(source)).toEqual({ value: 11 });
});

test('a field of 22 by 22 is filled by a function that calls itself', async () => {
  await using page = await openGuestsPage();
  const source = await plugin(`function run() {
  const field = Array.from({ length: 22 }, () => new Array(22).fill(0));
  const fill = (x, y) => {
    if (field[y]?.[x] !== 0) return 0;
    field[y][x] = 1;
    return 1 + fill(x + 1, y) + fill(x - 1, y) + fill(x, y + 1) + fill(x, y - 1);
  };
  return fill(0, 0);
}`);
  expect(await page.run(source)).toEqual({ value: 484 });
});

test('a library of 1.4 MB is installed within the default limits', async () => {
  await using page = await openGuestsPage();
  const source = sourceOf(await pluginOf('mathjs'));
  expect(source.length).toBeGreaterThan(1_390_000);
  expect(await page.run(source)).toEqual({ value: expect.objectContaining({ fraction: '1/2' }) });
});
