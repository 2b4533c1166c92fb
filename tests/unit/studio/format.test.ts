// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these placeholders are what is tested
import { expect, test } from 'vitest';
import { formatText, makeI18nFormat } from '../../../src/studio/base/format.js';

test('I01 a placeholder without a value becomes empty', () => {
  expect(formatText('Hi ${0}, ${1}', 'Bob')).toBe('Hi Bob, ');
});

test('what is filled in is not filled in again, and is no pattern of a replacement', () => {
  expect(formatText('${0} ${1} ${0}', '${1}', '$& $1')).toBe('${1} $& $1 ${1}');
});

test('a key is translated before it is filled in, and what is no placeholder stays', () => {
  const format = makeI18nFormat((key) => ({ greet: '${1}, ${0}! ${x} $0' })[key] ?? key);
  expect(format('greet', 'Bob', 0)).toBe('0, Bob! ${x} $0');
  expect(format('plain')).toBe('plain');
  expect(format('${2}', 'a', null, false)).toBe('false');
});
