import { expect, test } from 'vitest';
import { type DiffPart, diffWords } from '../../../src/ui/shared/word-diff.js';
import { fc } from '../../fixtures/property.js';

const side = (parts: readonly DiffPart[], not: DiffPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== not)
    .map(({ text }) => text)
    .join('');

test('what was removed and what was added is told word by word', () => {
  expect(diffWords('Tells the weather.', 'Tells the weather and the tides.')).toEqual([
    { kind: 'same', text: 'Tells the weather' },
    { kind: 'added', text: ' and the tides' },
    { kind: 'same', text: '.' },
  ]);
  expect(diffWords('只读取聊天', '会读取聊天').some(({ kind }) => kind === 'same')).toBe(true);
  expect(diffWords('', '')).toEqual([]);
});

test('both texts can be read out of every difference, however long they are', () => {
  const word = fc.constantFrom('a', 'weather', ' ', '雨', '.', '🙂');
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after);
      expect([side(parts, 'added'), side(parts, 'removed')]).toEqual([before, after]);
    }),
  );
  const long = 'so much '.repeat(2_000);
  expect(diffWords(long, `${long}more`).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
