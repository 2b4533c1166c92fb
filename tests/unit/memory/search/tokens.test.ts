import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TokenScanner, tokenize } from '../../../../worker/memory/search/tokens.js';
import { fc } from '../../../fixtures/property.js';
import { naiveTokens } from './naive.js';

const file = new URL('../../../conformance/vectors/memory-graph/tokenizer.json', import.meta.url);
const cases: { text: string; tokens: string[] }[] = JSON.parse(readFileSync(file, 'utf8')).cases;

test.each(cases)('runs of $text are the recorded ones', ({ text, tokens }) => {
  expect(tokenize(text, 'run')).toEqual(tokens);
});

test('words are told apart from ideographs, and ideographs come in overlapping pairs', () => {
  expect(tokenize('Eileen艾琳在東門2號, a 門')).toEqual([
    'eileen',
    '艾琳',
    '琳在',
    '在東',
    '東門',
    '2',
    '號',
    'a',
    '門',
  ]);
  expect(tokenize('艾琳、東門')).toEqual(['艾琳', '東門']);
  expect(tokenize(' ,。ñ ')).toEqual([]);
});

test('every letter is taken as the lower-cased text says', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0x20000; code++) {
    const text = `x${String.fromCodePoint(code)}y`;
    for (const cjk of ['bigram', 'run'] as const) {
      if (tokenize(text, cjk).join() !== naiveTokens(text, cjk).join()) wrong.push(text);
    }
  }
  expect(wrong).toEqual([]);
});

test('tokens are those of the regular expressions, whatever the text', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'Word',
      'a',
      '9',
      ' ',
      ',',
      'é',
      'İ',
      '\u212a',
      '艾',
      '琳',
      '東門號',
      'の',
      '한',
      '𠮷',
      '\ud842',
      '一',
      '鿿',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.constantFrom('bigram', 'run'), (parts, cjk) => {
      expect(tokenize(parts.join(''), cjk)).toEqual(naiveTokens(parts.join(''), cjk));
    }),
  );
});

test('a word may be longer than any buffer', () => {
  const text = 'Ab'.repeat(10_000);
  expect(tokenize(text)).toEqual([text.toLowerCase()]);
  expect(tokenize(`艾${text}`, 'run')).toEqual([`艾${text.toLowerCase()}`]);
});

test('a scanner that is opened in the middle of a text begins anew', () => {
  const scanner = new TokenScanner('bigram');
  scanner.open('艾琳在東門');
  scanner.next();
  scanner.open('門');
  expect([scanner.next(), scanner.length, scanner.next()]).toEqual([true, 1, false]);
});
