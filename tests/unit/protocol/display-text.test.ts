import { expect, test } from 'vitest';
import {
  boundMarks,
  clipText,
  displayFault,
  displayLine,
  isolated,
  LABEL_CHARS,
  MARKS_PER_LETTER,
} from '../../../worker/protocol/display-text.js';
import { fc } from '../../fixtures/property.js';

/** Names that people have reason to write. */
const GOOD = [
  'Dice',
  '骰子 · 掷骰',
  '🎲',
  '👩🏽‍🍳 Cook',
  '1️⃣ first',
  'می‌خواهم',
  'क्‍ष',
  '葛󠄀城',
  'Việt Nam',
  'é̂',
  'שלום 3',
  '7',
  '🎲'.repeat(LABEL_CHARS),
  'C++ & <b>',
];

const UNSEEN = [
  ...[0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061, 0x2065, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x2800],
  ...[0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1d159, 0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xe0fff, 0x00, 0x07, 0x7f],
];

test('names that people write may be shown, as they are', () => {
  for (const text of GOOD) {
    expect(displayFault(text), text).toBeUndefined();
    expect(displayLine(text)).toBe(text);
  }
});

test('a character that nobody sees, or that turns its neighbours, is refused by its number and never shown', () => {
  for (const code of UNSEEN) {
    const mark = String.fromCodePoint(code);
    for (const text of [`Dice${mark}Roll`, `${mark}Dice`, `Dice${mark}`]) {
      const fault = displayFault(text) ?? '';
      if (code !== 0x2028 && code !== 0x2029)
        expect(fault).toMatch(new RegExp(`^U\\+${code.toString(16).toUpperCase().padStart(4, '0')} .*: leave it out$`));
      expect(fault).not.toBe('');
      expect(displayLine(text)).not.toContain(mark);
    }
    expect(displayFault(mark)).toBeDefined();
    expect(displayLine(mark)).toBe('');
  }
});

test('what is refused says what to do', () => {
  expect(displayFault('a'.repeat(LABEL_CHARS + 1))).toBe('longer than 80 characters: shorten it');
  expect(displayFault('a'.repeat(501), 500)).toBe('longer than 500 characters: shorten it');
  expect(displayFault('one\ntwo')).toBe('more than one line: write it in one');
  for (const text of ['', ' ', '…', '—!?', '\u3000']) expect(displayFault(text)).toMatch(/nothing to see/);
  expect(displayFault('\u0301a')).toMatch(/begins with a mark/);
  expect(displayFault(`a${'\u0301'.repeat(MARKS_PER_LETTER)}`)).toBeUndefined();
  expect(displayFault(`a${'\u0301'.repeat(MARKS_PER_LETTER + 1)}`)).toMatch(/more than 8 marks/);
});

test('whatever comes is one line within its bound, and what has been cleaned once stays as it is', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.constantFrom('a', '\u0301', '🎲', '\u200d', '\ufe0f', '\n', ' ', '\u202e', '葛', '\ud800'), {
      maxLength: 300,
    }),
  );
  fc.assert(
    fc.property(odd, fc.integer({ min: 2, max: 90 }), (given, most) => {
      const line = displayLine(Array.isArray(given) ? given.join('') : given, most);
      expect([...line].length).toBeLessThanOrEqual(most);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u);
      expect(line).not.toMatch(new RegExp(`\\p{M}{${MARKS_PER_LETTER + 1}}`, 'u'));
      expect(displayLine(line, most)).toBe(line);
    }),
    { numRuns: 2_000 },
  );
});

test('a text is clipped by letters, and both parts make the whole', () => {
  expect(clipText('abc', 3)).toEqual({ shown: 'abc', rest: '' });
  expect(clipText('abcd', 3)).toEqual({ shown: 'abc', rest: 'd' });
  expect(clipText('ab\u0301\u0301c', 3)).toEqual({ shown: 'a', rest: 'b\u0301\u0301c' });
  expect(clipText('🎲🎲', 1)).toEqual({ shown: '🎲', rest: '🎲' });
  expect(clipText('a👩‍🍳', 2)).toEqual({ shown: 'a', rest: '👩‍🍳' });
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(40), (text, most) => {
      const { shown, rest } = clipText(text, most);
      expect(shown + rest).toBe(text);
      expect([...shown].length).toBeLessThanOrEqual(most);
    }),
  );
});

test('of many marks on one letter the first are kept, and a number stands for the rest', () => {
  expect(boundMarks(`a${'\u0301'.repeat(60_000)}b`)).toBe(`a${'\u0301'.repeat(MARKS_PER_LETTER)}‹+59992›b`);
  expect(boundMarks('Việt Nam é')).toBe('Việt Nam é');
});

test('a line of another direction ends where it ends, and what turns nothing stays as it is', () => {
  expect(isolated('Dice')).toBe('Dice');
  expect(isolated('骰子')).toBe('骰子');
  expect(isolated('שלום')).toBe('\u2068שלום\u2069');
  expect(isolated('a\u202eb')).toBe('ab');
});
