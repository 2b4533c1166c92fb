import { spellingsOf, squeezeBlanks, toBinary } from './views.js';

/** What a secret can look like in a view, where ASCII letters are small. */
export interface Patterns {
  /** Itself. */
  readonly plain: readonly string[];
  /** Without blanks, and in base64: once, twice, and of what JSON, an address or a page would make of it. */
  readonly squeezed: readonly string[];
  /** In hexadecimal digits. */
  readonly digits: readonly string[];
}

/** A shorter pattern would be found in what has nothing to do with the secret. */
const LEAST = 8;
const MARKUP: { readonly [char: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const encoder = new TextEncoder();

/** The patterns of one secret. */
export function patternsOf(value: string): Patterns {
  const bytes = encoder.encode(value);
  const plain = spellingsOf(bytes).map(toBinary);
  const spaces = plain.map((text) => text.replaceAll(' ', '+'));
  const blanks = spellingsOf(bytes).map((spelling) => squeezeBlanks({ bytes: spelling }).text);
  const escaped = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    value.replace(/[&<>"]/g, (char) => MARKUP[char] ?? char),
  ].map((text) => toBinary(encoder.encode(text)));
  const once = escaped.flatMap(base64Of);
  const twice = base64Of(toBinary(bytes)).flatMap((text) => [...base64Of(text), ...base64Of(safe(text))]);
  const base64 = [...once, ...twice].map((text) => text.replaceAll('-', '+').replaceAll('_', '/').toLowerCase());
  return {
    plain: longEnough([...plain, ...spaces]),
    squeezed: longEnough([...blanks, ...base64]),
    digits: [hexOf(bytes)],
  };
}

const safe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/** A text whole, and what is always the same of it at each of the three offsets inside of a longer one. */
function base64Of(text: string): string[] {
  const inside = [0, 1, 2].map((offset) =>
    btoa('\0'.repeat(offset) + text).slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + text.length) * 8) / 6)),
  );
  return [btoa(text), btoa(text).replace(/=+$/, ''), ...inside];
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const longEnough = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter(({ length }) => length >= LEAST)),
];
