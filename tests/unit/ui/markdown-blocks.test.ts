import { expect, test } from 'vitest';
import { type MarkdownBlock, MarkdownBlocks } from '../../../src/ui/markdown/blocks.js';
import { fc } from '../../fixtures/property.js';

const read = (text: string): readonly MarkdownBlock[] => new MarkdownBlocks().read(text, true);
const texts = (text: string): string[] => read(text).map((block) => block.text);
const said = (blocks: readonly MarkdownBlock[]) => blocks.map(({ kind, text, language }) => ({ kind, text, language }));

test('empty lines part a text into blocks, and a list stays one', () => {
  expect(texts('One\nline.\n\n# Two\n\n\nThree')).toEqual(['One\nline.', '# Two', 'Three']);
  expect(texts('1. a\n\n2. b\n\n   of b\n\nno list')).toEqual(['1. a\n\n2. b\n\n   of b', 'no list']);
  expect(texts('- a\n\n> b')).toEqual(['- a', '> b']);
  expect(texts('  \n\n')).toEqual([]);
});

test('code between fences is a block without them, whatever is in it', () => {
  expect(said(read('Look:\n```js title="x"\na\n\n# b\n```\nEnd'))).toEqual([
    { kind: 'text', text: 'Look:', language: '' },
    { kind: 'code', text: 'a\n\n# b', language: 'js' },
    { kind: 'text', text: 'End', language: '' },
  ]);
  expect(said(read('~~~\n```\n~~~'))).toEqual([{ kind: 'code', text: '```', language: '' }]);
  expect(said(read('````\n```\n````'))).toEqual([{ kind: 'code', text: '```', language: '' }]);
  expect(texts('- a\n\n  ```\n\n  - no item\n\n  ```\n\n- b')).toHaveLength(1);
});

test('code that never ends is code to its end, and a fence that may be one is not shown before it is', () => {
  expect(said(read('```py\nprint(1)'))).toEqual([{ kind: 'code', text: 'print(1)', language: 'py' }]);
  const blocks = new MarkdownBlocks();
  expect(blocks.read('```\na\n``', false).map(({ text }) => text)).toEqual(['a']);
  expect(blocks.read('```\na\n``b', false).map(({ text }) => text)).toEqual(['a\n``b']);
});

test('markup that goes on over empty lines is one block until it ends', () => {
  expect(texts('<details>\n<summary>s</summary>\n\nin\n\n</details>\n\nout')).toEqual([
    '<details>\n<summary>s</summary>\n\nin\n\n</details>',
    'out',
  ]);
  expect(texts('<!-- a\n\nb -->\n\nc')).toEqual(['<!-- a\n\nb -->', 'c']);
});

test('a text that grows comes to what it is as a whole, and what has settled is never touched again', () => {
  const line = fc.constantFrom(
    '',
    'word',
    '- item',
    '  more',
    '```',
    '```js',
    '> quote',
    '# head',
    '| a |',
    '<details>',
    '</details>',
    '1. one',
    '    deep',
    '~~~',
    '  ```',
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (lines, steps) => {
        const text = lines.join('\n');
        const blocks = new MarkdownBlocks();
        let before: readonly MarkdownBlock[] = [];
        for (let at = 0, step = 0; at < text.length; step += 1) {
          at += steps[step % steps.length] ?? 1;
          const now = blocks.read(text.slice(0, at), false);
          for (const [index, block] of before.entries()) if (!block.open) expect(now[index]).toBe(block);
          expect(new Set(now.map(({ key }) => key)).size).toBe(now.length);
          before = now;
        }
        expect(said(blocks.read(text, true))).toEqual(said(read(text)));
      },
    ),
  );
});

test('another text begins anew', () => {
  const blocks = new MarkdownBlocks();
  blocks.read('One\n\nTwo', false);
  expect(blocks.read('Other', true).map(({ text }) => text)).toEqual(['Other']);
});

test('however hostile a text is, no block is long, there are not too many, and nothing of it is lost', () => {
  const million = 1_000_000;
  const hostile = [
    '*',
    '[',
    '>',
    'a\n\n',
    '- a\n',
    '```\n',
    '> a\n',
    '<!--',
    '| a\n',
    '<details>\n\n',
    '`',
    'a\n',
    '\n',
  ];
  for (const part of hostile) {
    const text = part.repeat(million / part.length);
    const blocks = read(text);
    expect(Math.max(0, ...blocks.map((block) => block.text.length)), part).toBeLessThan(24_100);
    expect(blocks.length, part).toBeLessThan(1_800);
    const kept = blocks.reduce((sum, block) => sum + block.text.replaceAll('\n', '').length, 0);
    const written = text.replaceAll('\n', '').length;
    if (part !== '```\n' && part !== '`') expect(kept, part).toBe(written);
    for (const { kind, text: one } of blocks) if (one.length > 17_000) expect(kind, part).not.toBe('text');
  }
});
