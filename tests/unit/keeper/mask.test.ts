import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskText } from '../../../worker/keeper/mask.js';

const hex = (text: string) => Buffer.from(text).toString('hex');
const unicode = (text: string) =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
const percent = (text: string) => hex(text).replace(/../g, '%$&');

/** Ways in which a server might say what it was sent. */
const SPELLINGS: { readonly [name: string]: (text: string) => string } = {
  'as it is': (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded, small': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent-encoded throughout': percent,
  'as a form': (text) => new URLSearchParams({ a: text }).toString().slice(2),
  'escaped as JSON': (text) => JSON.stringify(text).slice(1, -1),
  'escaped as JSON, slashes too': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in code units': unicode,
  'in code units, large': (text) => unicode(text).toUpperCase().replaceAll('\\U', '\\u'),
  'in hexadecimal': hex,
  'in large hexadecimal': (text) => hex(text).toUpperCase(),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
};

test('a secret is found however it is spelled, and nothing else is changed', () => {
  const values = [
    'plain-secret-1',
    'with "quotes" \\ and / slashes',
    '%41%25 per+cent',
    'ümlaut 𝄞 clef',
    '??>>~~ÿÿ??>>',
    '12345678',
    '\\\\\\\\nnnn',
  ];
  for (const value of values) {
    const secrets = new Map([['KEY', value]]);
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      expect(maskText(`before ${spell(value)}!after`, secrets), `${value} ${name}`).toBe('before [secret:KEY]!after');
    }
    expect(maskText('nothing of it', secrets)).toBe('nothing of it');
  }
});

test('a secret inside of a longer text in base64 is found at each offset', () => {
  const secrets = new Map([['KEY', 'token-abcdef']]);
  for (const before of ['', 'u', 'us', 'use', 'user:']) {
    for (const after of ['', 'x', ' and more']) {
      const text = Buffer.from(`${before}token-abcdef${after}`).toString('base64');
      expect(maskText(text, secrets)).toContain('[secret:KEY]');
    }
  }
});

test('each of several secrets gets its own name, the longer one first', () => {
  const secrets = new Map([
    ['SHORT', 'abcdefgh'],
    ['LONG', 'abcdefghij'],
  ]);
  expect(maskText('abcdefghij abcdefgh', secrets)).toBe('[secret:LONG] [secret:SHORT]');
});

test('no spelling of any secret gets through', () => {
  const secret = fc
    .string({ unit: 'grapheme', minLength: 8, maxLength: 24 })
    .filter((text) => !/\p{Surrogate}/u.test(text));
  fc.assert(
    fc.property(secret, fc.constantFrom(...Object.keys(SPELLINGS)), fc.string(), (value, name, around) => {
      const spelled = (SPELLINGS[name] as (text: string) => string)(value);
      const masked = maskText(`${around} ${spelled}! ${around}`, new Map([['KEY', value]]));
      expect(masked).toContain('[secret:KEY]');
    }),
    { numRuns: 500 },
  );
});
