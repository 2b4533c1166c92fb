import { expect, test } from 'vitest';
import { withUnseen } from '../../../src/ui/shared/unseen.js';

test('what nobody sees of a text, or what turns it around, is named in its place', () => {
  expect(withUnseen('if (is\u200badmin)')).toBe('if (is‹U+200B›admin)');
  expect(withUnseen('/*\u202e } \u2066if (admin)\u2069 */')).toBe('/*‹U+202E› } ‹U+2066›if (admin)‹U+2069› */');
  expect(withUnseen('a\u200db\u00adc\u3164d\u0000e\u2028f\u{e0041}')).toBe(
    'a‹U+200D›b‹U+00AD›c‹U+3164›d‹U+0000›e‹U+2028›f‹U+E0041›',
  );
});

test('what people write is as it is: lines, scripts that need joiners, emoji', () => {
  for (const text of ['a\n\tb\r\nc\r', 'می\u200cخواهم', 'क्\u200dष', '👩\u200d👩\u200d👧', 'שלום', '中文，全角'])
    expect(withUnseen(text)).toBe(text);
});
