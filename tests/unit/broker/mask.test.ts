import { expect, test } from 'vitest';
import { maskBytes, maskText } from '../../../worker/broker/mask.js';
import { fc } from '../../fixtures/property.js';

const hex = (text: string) => Buffer.from(text).toString('hex');
const unicode = (text: string) =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
/** HTML's named references for ASCII, as its standard has them. */
const REFERENCES: { readonly [char: string]: readonly string[] } = {
  ...{ '\t': ['Tab'], '\n': ['NewLine'], '!': ['excl'], '"': ['quot', 'QUOT'], '#': ['num'], $: ['dollar'] },
  ...{ '%': ['percnt'], '&': ['amp', 'AMP'], "'": ['apos'], '(': ['lpar'], ')': ['rpar'], '*': ['ast', 'midast'] },
  ...{ '+': ['plus'], ',': ['comma'], '-': ['hyphen', 'dash'], '.': ['period'], '/': ['sol'], ':': ['colon'] },
  ...{ ';': ['semi'], '<': ['lt', 'LT'], '=': ['equals'], '>': ['gt', 'GT'], '?': ['quest'], '@': ['commat'] },
  ...{ '[': ['lsqb', 'lbrack'], '\\': ['bsol'], ']': ['rsqb', 'rbrack'], '^': ['Hat'], _: ['lowbar', 'UnderBar'] },
  ...{ '`': ['grave', 'DiacriticalGrave'], '{': ['lcub', 'lbrace'], '|': ['verbar', 'vert', 'VerticalLine'] },
  ...{ '}': ['rcub', 'rbrace'] },
};
const referred = (text: string, which: 0 | -1) =>
  Array.from(text, (char) => (REFERENCES[char] ? `&${REFERENCES[char]?.at(which)};` : char)).join('');
/** References that need no semicolon have none, as at the end of a word. */
const open = (text: string) => text.replace(/[&<>"]/g, (char) => `&${REFERENCES[char]?.[0]}`);
const octal = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const list = (items: readonly unknown[], between = ',') => items.join(between);

const percent = (text: string) => hex(text).replace(/../g, '%$&');

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const markup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Bytes of a large answer, and pieces that ones which are to keep a server's masks busy are made of. */
const SIZE = 64 * 1024;
const HOSTILE = ['%', '%2', '%25', '\\', '\\u', '\\u005c', '&', '&#', '&#0', '&amp;', '=', '= ', '=\r\n', '=3D', '0x'];

/** Pieces of lists that never end, or are none. */
const LISTED = [
  '"a",',
  '"a"',
  "'",
  '1',
  '1,',
  '12345678,',
  '"1":',
  '"1" ',
  '1 : ',
  '", "',
  '" ',
  '`+',
  '&semi',
  '%u',
  '%u0',
  '\\1',
];

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
  'in names of a page': (text) => referred(text, 0),
  'in other names of a page': (text) => referred(text, -1),
  'in names of a page, twice': (text) => markup(referred(text, 0)),
  'in percent units': (text) => unicode(text).replaceAll('\\', '%'),
  'in large percent units': (text) => unicode(text).toUpperCase().replaceAll('\\U', '%u'),
  'in octal escapes': octal,
  'in octal escapes in JSON': (text) => escaped(octal(text)),
  'in code points of a script': (text) =>
    Array.from(text, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`).join(''),
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

/** Lists: what stands before and after the secret's own items stays. */
const LISTS: { readonly [name: string]: (text: string) => readonly [before: string, items: string, after: string] } = {
  'of characters': (text) => ['["', list(Array.from(text, escaped), '","'), '"]'],
  'of characters, with blanks': (text) => ["[ '", list([...text], "' ,\n  '"), "' ]"],
  'of characters to be added': (text) => ['`', list([...text], '` + `'), '`'],
  'of characters with their places': (text) => [
    '{"0":"',
    list(
      [...text].map((char, at) => (at ? `"${at}": "${escaped(char)}` : escaped(char))),
      '", ',
    ),
    '"}',
  ],
  'of characters in JSON': (text) => [
    '"[\\"',
    list(
      Array.from(text, (char) => escaped(escaped(char))),
      '\\",\\"',
    ),
    '\\"]"',
  ],
  'of characters in a page': (text) => [
    '[&quot;',
    list(
      Array.from(text, (char) => markup(escaped(char))),
      '&quot;,&quot;',
    ),
    '&quot;]',
  ],
  'after other texts': (text) => ['["Bearer ","', list(Array.from(text, escaped), '","'), '","and more"]'],
  'of code units': (text) => ['[', list(units(text)), ']'],
  'of code units, with blanks': (text) => ['( ', list(units(text), ' , '), ' )'],
  'of code units between quotes': (text) => ['["', list(units(text), '", "'), '"]'],
  'of bytes': (text) => ['[', list([...Buffer.from(text)], ', '), ']'],
  'of bytes with their places': (text) => [
    '{"0":',
    list([...Buffer.from(text)].map((byte, at) => (at ? `"${at}":${byte}` : byte))),
    '}',
  ],
  'of code points': (text) => [
    '',
    list(
      Array.from(text, (char) => char.codePointAt(0)),
      ' ',
    ),
    '',
  ],
};

test('a secret is found in lists of characters and of codes, and the list around it is left', () => {
  for (const value of [
    'plain-secret-1',
    'with "quotes" \\ and / slashes',
    'ümlaut 𝄞 clef',
    "a','b','c','d",
    '12345678',
  ]) {
    const secrets = new Map([['KEY', value]]);
    for (const [name, spell] of Object.entries(LISTS)) {
      // Between other quotes than its own a character needs an escape.
      if (/with blanks|to be added/.test(name) && /['`\\]/.test(value)) continue;
      const [before, items, after] = spell(value);
      expect(maskText(`x: ${before}${items}${after}, y`, secrets), `${value} ${name}`).toBe(
        `x: ${before}[secret:KEY]${after}, y`,
      );
    }
  }
});

test('references that need no semicolon are read without one', () => {
  const secrets = new Map([['KEY', 'a<b>c&d"e-secret']]);
  expect(maskText(`(${open('a<b>c&d"e-secret')})`, secrets)).toBe('([secret:KEY])');
});

test('what nearly spells a secret is left as it is', () => {
  const value = 'pass:"w,o"-rd1';
  const secrets = new Map([['KEY', value]]);
  const near = [
    '{"pass":"w,o"}',
    ...Array.from({ length: value.length }, (_, at) => `${value.slice(0, at)}\u00a7${value.slice(at + 1)}`),
  ];
  const spellers = [
    ...Object.values(SPELLINGS),
    ...Object.values(LISTS).map((spell) => (text: string) => spell(text).join('')),
  ];
  for (const text of near) {
    for (const spell of spellers) expect(maskText(spell(text), secrets)).toBe(spell(text));
  }
  // The items of two lists, or of a list with something else in it, are no secret.
  const codes = units(value);
  for (const text of [
    `[${list(codes.slice(0, 7))}],[${list(codes.slice(7))}]`,
    `[${list(codes.slice(0, 7))},null,${list(codes.slice(7))}]`,
    `[${list(codes.map((code) => code + 1_000))}]`,
    `[${list(codes.map((code) => `0${code}.5`))}]`,
  ]) {
    expect(maskText(text, secrets)).toBe(text);
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

const anySecret = fc
  .string({ unit: 'grapheme', minLength: 8, maxLength: 24 })
  .filter((text) => !/\p{Surrogate}/u.test(text));

test('no spelling of any secret gets through', () => {
  fc.assert(
    fc.property(anySecret, fc.constantFrom(...Object.keys(SPELLINGS)), fc.string(), (value, name, around) => {
      const spelled = (SPELLINGS[name] as (text: string) => string)(value);
      const masked = maskText(`${around} ${spelled}! ${around}`, new Map([['KEY', value]]));
      expect(masked).toBe(`${around} [secret:KEY]! ${around}`);
    }),
    { numRuns: 1_000 },
  );
});

test('of a list that spells any secret its items are masked, and nothing else', () => {
  const names = Object.keys(LISTS).filter((name) => !/with blanks|to be added/.test(name));
  fc.assert(
    fc.property(anySecret, fc.constantFrom(...names), (value, name) => {
      const [before, items, after] = (LISTS[name] as (typeof LISTS)[string])(value);
      const masked = maskText(before + items + after, new Map([['KEY', value]]));
      expect(masked).toBe(`${before}[secret:KEY]${after}`);
    }),
    { numRuns: 1_000 },
  );
});

test('what is masked can be spelled back to the secret: of any text, only that is taken out', () => {
  const value = 'Xq7/+&_-9z';
  const secrets = new Map([['KEY', value]]);
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(...HOSTILE, ...LISTED, '[', ']', '"', "'", ',', '"a",', '115, ', '\\1', '%u00', '&lt', '&semi;'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      // Without the first letter of the secret, in whichever spelling, nothing of it stands there.
      fc.pre(!/x|%|=|\\|&|\d/i.test(text));
      expect(maskText(text, secrets)).toBe(text);
      expect(maskText(`${text} ${value} ${text}`, secrets)).toBe(`${text} [secret:KEY] ${text}`);
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
  /** The least of what two lengths take, their ratio; measured anew while it is too much, because other work may have come between. */
  const ratio = (piece: string, size: number, other: string, limit: number): number => {
    let [one, plain] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 2 || (one / plain >= limit && round < 8); round++) {
      one = Math.min(one, took(piece, size));
      plain = Math.min(plain, took(other, SIZE));
    }
    return one / plain;
  };
  for (const piece of [...HOSTILE, ...LISTED]) expect(ratio(piece, SIZE, 'a', 100), piece).toBeLessThan(100);
  // A search that is not linear would take hundreds of times as long.
  for (const piece of ['a', '&#0', '=\r', '"a",', '1,', '"1":']) {
    expect(ratio(piece, 8 * SIZE, piece, 32), piece).toBeLessThan(32);
  }
}, 60_000);
