import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/ui/i18n/language.js';
import { ERRORS } from '../../../src/ui/i18n/texts/errors.js';
import { ERROR_FAULTS } from '../../../worker/protocol/errors.js';
import { INTERFACE_TEXTS as entries } from '../../fixtures/interface-texts.js';

const values = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test('every language has every word, with the same values in it, and none twice', () => {
  expect(Object.keys(LANGUAGES)).toEqual(['en', 'zh-Hans', 'zh-Hant']);
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length);
  for (const [key, text] of entries) {
    expect(text.length, key).toBe(Object.keys(LANGUAGES).length);
    for (const one of text) {
      expect(one, key).not.toBe('');
      expect(values(one), key).toEqual(values(text[0]));
    }
  }
});

test('every error code has its words in every language', () => {
  expect(Object.keys(ERRORS).sort()).toEqual(Object.keys(ERROR_FAULTS).sort());
});

test('Chinese is set with full-width punctuation, and each script keeps to itself', () => {
  const half = entries.flatMap(([, text]) =>
    text.slice(1).filter((one) => /\p{Script=Han}[,.;:?!()]|[,;:?!(]\p{Script=Han}/u.test(one)),
  );
  expect(half).toEqual([]);
  expect(entries.filter(([, text]) => /[这们请关开发权问“”]/.test(text[2]))).toEqual([]);
  expect(entries.filter(([, text]) => /[這們請關開發權問「」]/.test(text[1]))).toEqual([]);
});
