import { expect, test } from 'vitest';
import type { LinePart } from '../../../../worker/protocol/studio.js';
import { markWords } from '../../../../worker/studio/diff/words.js';
import { fc } from '../../../fixtures/property.js';

const whole = (parts: readonly LinePart[]) => parts.map(({ text }) => text).join('');

test('the words that only one of two texts has are marked', () => {
  expect(markWords('Tells the weather.', 'Tells the weather and the tides.')).toEqual({
    before: [{ text: 'Tells the weather.' }],
    after: [{ text: 'Tells the weather' }, { text: ' and the tides', marked: true }, { text: '.' }],
  });
  expect(markWords('只读取聊天', '会读取聊天').after).toEqual([{ text: '会', marked: true }, { text: '读取聊天' }]);
  expect(markWords('', '')).toEqual({ before: [], after: [] });
});

test('both texts can be read out of every comparison, however long they are', () => {
  const word = fc.constantFrom('a', 'weather', ' ', '雨', '.', '🙂');
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const marked = markWords(before, after);
      expect([whole(marked.before), whole(marked.after)]).toEqual([before, after]);
    }),
  );
  const long = 'so much '.repeat(2_000);
  expect(markWords(long, `${long}more`).after).toEqual([{ text: `${long}more`, marked: true }]);
});
