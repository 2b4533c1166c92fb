import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exampleArguments, readArguments, splitCommand } from '../../../src/hosts/sillytavern/base/arguments.js';
import { ownerOnStack } from '../../../src/hosts/sillytavern/base/caller.js';
import { plainText } from '../../../src/hosts/sillytavern/base/plain-text.js';
import { readSettings } from '../../../src/hosts/sillytavern/base/settings.js';

const staticFile = (name: string) =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../../../src/hosts/sillytavern/static/${name}`, import.meta.url)), 'utf8'),
  ) as { [key: string]: string };

test('every text is there in every language, with the same places to fill in', () => {
  const [en, ...others] = ['en', 'zh-cn', 'zh-tw'].map((locale) => staticFile(`locales/${locale}.json`));
  const places = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const other of others) {
    expect(Object.keys(other)).toEqual(Object.keys(en ?? {}));
    for (const [key, text] of Object.entries(en ?? {})) expect(places(other[key]), key).toEqual(places(text));
  }
});

const one = { parameters: { type: 'object', properties: { notation: { type: 'string' } }, required: ['notation'] } };
const many = {
  parameters: {
    type: 'object',
    properties: { count: { type: 'number' }, label: { type: 'string' } },
    required: ['count'],
  },
};

test('arguments of a command are JSON, or the text of the one argument that is needed', () => {
  expect(splitCommand('  roll_dice   2d6 + 1 ')).toEqual({ name: 'roll_dice', rest: '2d6 + 1' });
  expect(readArguments('', one)).toEqual({});
  expect(readArguments('{"notation":"2d6"}', one)).toEqual({ notation: '2d6' });
  expect(readArguments('2d6 + 1', one)).toEqual({ notation: '2d6 + 1' });
  expect(readArguments('"2d6"', one)).toEqual({ notation: '2d6' });
  expect(readArguments('42', one)).toEqual({ notation: '42' });
  expect(readArguments('42', many)).toEqual({ count: 42 });
  expect(exampleArguments(many)).toBe('{"count":"…","label":"…"}');
});

test('what is neither is refused, and never guessed', () => {
  expect(readArguments('{"notation":', one)).toBe(undefined);
  expect(readArguments('text', { parameters: { type: 'object' } })).toBe(undefined);
  const two = { parameters: { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] } };
  expect(readArguments('text', two)).toBe(undefined);
});

test('the caller is the first extension on the stack that is not ours', () => {
  const own = 'http://127.0.0.1:8000/scripts/extensions/third-party/bulkhead/';
  const stack = (...urls: string[]) => ['Error: who calls', ...urls.map((url) => `    at f (${url}:1:2)`)].join('\n');
  const at = 'http://127.0.0.1:8000/scripts/';
  expect(
    ownerOnStack(stack(`${own}index.js`, `${at}extensions/third-party/My%20Tool/a/b.js`, `${at}script.js`), own),
  ).toBe('My Tool');
  expect(ownerOnStack(stack(`${own}part-core.js`, `${at}extensions/memory/index.js`), own)).toBe('memory');
  expect(ownerOnStack(stack(`${own}index.js`, `${at}lib/jquery.js`), own)).toBe('page');
});

test('settings are read from whatever somebody has left there', () => {
  const read = (bulkhead: unknown) => readSettings({ extensionSettings: { bulkhead } });
  const modes = {
    mode: 'loop',
    auto: false,
    review: false,
    messages: 20,
    replyTokens: 1_500,
    limits: {},
    tools: {},
    profiles: {},
  };
  const nothing = { offers: {}, bridges: [], calls: {}, chats: {}, memory: { chars: 1_500, used: false }, modes };
  for (const garbage of [
    undefined,
    null,
    7,
    'text',
    [],
    {
      ...{ offers: [], bridges: {}, calls: { mode: 'maybe', dialect: 7 }, memory: { chars: -1, used: 'yes' } },
      modes: {
        mode: 'chaos',
        auto: 'yes',
        messages: -1,
        replyTokens: '9',
        limits: { max_rounds: '3' },
        profiles: { loop: 7, director: {} },
      },
    },
  ])
    expect(read(garbage)).toEqual(nothing);
  expect(
    read({
      offers: { a: true, b: 'yes', c: false },
      bridges: [{ name: 'x', mode: 'read' }, { name: 'y' }, { mode: 'read' }, 1],
      calls: { mode: 'text', dialect: 'react', more: true },
      chats: { 'a.png/one': { mode: 'text', more: true }, two: 7 },
      memory: { chars: 900, used: true, more: 1 },
      modes: {
        mode: 'spec',
        auto: true,
        messages: 4,
        limits: { max_rounds: 3 },
        profiles: { loop: { prompt: 'Look.' } },
        more: 1,
      },
    }),
  ).toEqual({
    offers: { a: true, c: false },
    bridges: [
      { name: 'x', mode: 'read' },
      { name: 'y', mode: 'write' },
    ],
    calls: { mode: 'text', dialect: 'react' },
    chats: { 'a.png/one': { mode: 'text' }, two: {} },
    memory: { chars: 900, used: true },
    modes: {
      ...{ ...modes, mode: 'spec', auto: true, messages: 4, limits: { max_rounds: 3 } },
      profiles: { loop: { prompt: 'Look.', limits: { max_rounds: 20, wall_clock_s: 300 } } },
    },
  });
});

test('a stranger’s text begins neither markup nor a script', () => {
  expect(plainText(`<b onclick="x('y')">&\`</b>`)).not.toMatch(/[<>&"'`]/);
  expect(plainText('6 is more than 5 – 你好')).toBe('6 is more than 5 – 你好');
});
