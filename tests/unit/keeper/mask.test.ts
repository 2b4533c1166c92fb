import { expect, test } from 'vitest';
import { maskBytes, maskText } from '../../../worker/keeper/mask.js';
import { fc } from '../../fixtures/property.js';

const hex = (text: string) => Buffer.from(text).toString('hex');
const unicode = (text: string) =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
const percent = (text: string) => hex(text).replace(/../g, '%$&');

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const markup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Bytes of a large answer, and pieces that ones which are to keep a server's masks busy are made of. */
const SIZE = 64 * 1024;
const HOSTILE = ['%', '%2', '%25', '\\', '\\u', '\\u005c', '&', '&#', '&#0', '&amp;', '=', '= ', '=\r\n', '=3D', '0x'];

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
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'JSON in JSON': (text) => escaped(escaped(text)),
  'JSON in JSON in JSON': (text) => escaped(escaped(escaped(text))),
  'percent-encoded in JSON in a page': (text) => markup(escaped(encodeURIComponent(text))),
  'in a page': markup,
  'in a page, twice': (text) => markup(markup(text)),
  'in numbers of a page': (text) => Array.from(text, (char) => `&#${char.codePointAt(0)};`).join(''),
  'in hexadecimal numbers of a page': (text) =>
    Array.from(text, (char) => `&#x${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()};`).join(''),
  'in a mail': (text) => hex(text).toUpperCase().replace(/../g, '=$&').replace(/.{15}/g, '$&=\r\n'),
  'with code of a script': (text) => hex(text).replace(/../g, '\\x$&'),
  'in base64 with line breaks': (text) => base64(text).replace(/.{8}/g, '$&\r\n').trim(),
  'in base64 with line breaks in JSON': (text) => escaped(base64(text).replace(/.{8}(?=.)/g, '$&\r\n')),
  'in base64 twice': (text) => base64(base64(text)),
  'in base64url twice': (text) => Buffer.from(Buffer.from(text).toString('base64url')).toString('base64url'),
  'in base64 of JSON': (text) => base64(escaped(text)),
  'in hexadecimal with blanks': (text) => hex(text).replace(/..(?=.)/g, '$& '),
  'in large hexadecimal with colons': (text) =>
    hex(text)
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:'),
  'in hexadecimal of a list': (text) => hex(text).replace(/../g, '0x$&, ').slice(2, -2),
  'in large letters': (text) => text.replace(/[a-z]/g, (char) => char.toUpperCase()),
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
  const secret = 'token-abcdef';
  // A character has six bits. One that has bits of a neighbour too stays: it tells less than a byte.
  const whole = (bytes: number, round: (bits: number) => number) => round((bytes * 8) / 6);
  for (const before of ['', 'u', 'us', 'use', 'user:']) {
    for (const after of ['', 'x', ' and more']) {
      const text = base64(before + secret + after);
      const [from, to] = [whole(before.length, Math.ceil), whole(before.length + secret.length, Math.floor)];
      const masked = `${text.slice(0, from)}[secret:KEY]${text.slice(to)}`;
      expect(maskText(text, new Map([['KEY', secret]]))).toBe(masked);
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
      expect(masked).toBe(`${around} [secret:KEY]! ${around}`);
    }),
    { numRuns: 500 },
  );
});

test('what a hostile server sends takes about as long as plain text of that length, and grows with its bytes', () => {
  const secrets = new Map([['KEY', 'se/cr+et=and<more>&then']]);
  const took = (piece: string, size: number): number => {
    const body = new TextEncoder().encode(piece.repeat(size / piece.length));
    const began = performance.now();
    maskBytes(body, secrets);
    return performance.now() - began;
  };
  const least = (piece: string) => Math.min(took(piece, SIZE), took(piece, SIZE));
  const plain = least('a');
  for (const piece of HOSTILE) expect(least(piece) / plain, piece).toBeLessThan(100);
  // A search that is not linear would take hundreds of times as long.
  for (const piece of ['a', '&#0', '=\r']) expect(took(piece, 16 * SIZE) / least(piece), piece).toBeLessThan(64);
}, 60_000);
