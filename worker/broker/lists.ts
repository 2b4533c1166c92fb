import { JSON_ESCAPES, readEscape, toSmall } from './escapes.js';
import { toBinary } from './views.js';

/** What the items of lists spell, one list after another. */
export interface Listed {
  /** One character for each byte; `\xff`, which no text has in UTF-8, stands between lists. */
  readonly text: string;
  /** Index in the text → first and last byte of its item. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Items of lists, one after another: codes, or bytes of characters, and where each stands. */
interface Items {
  readonly values: number[];
  readonly from: number[];
  readonly to: number[];
}

/** Adds the item that begins here. @returns where it ends; -1 where there is none. */
type ReadItem = (bytes: Uint8Array, at: number, items: Items) => number;

/** A shorter list spells no secret that is looked for. */
const LEAST = 8;
const KEY_DIGITS = 9;
const CODE_DIGITS = 7;
const BREAK = 0xff;
const BACKSLASH = 0x5c;

const encoder = new TextEncoder();

const isQuote = (byte: number | undefined): boolean => byte === 0x22 || byte === 0x27 || byte === 0x60;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** What lists of characters spell, e.g. `["s", "e"]` and `{"0":"s","1":"e"}`; and lists of codes, e.g. `[115, 101]`. */
export function listsOf(bytes: Uint8Array): readonly Listed[] {
  const chars = itemsOf(bytes, readChar, isQuote);
  const codes = itemsOf(bytes, readCode, (byte) => isDigit(byte) || isQuote(byte));
  // From 128 on a code is a byte of a text in UTF-8, or a character.
  const both = codes.values.some((value) => value > 127 && value < 256);
  const all = [spell(chars, true), spell(codes, true), ...(both ? [spell(codes, false)] : [])];
  return all.filter(({ text }) => text !== '');
}

/** The items of all lists that are long enough, with a break after each list. A byte is looked at a few times at the most. */
function itemsOf(bytes: Uint8Array, read: ReadItem, begins: (byte: number | undefined) => boolean): Items {
  const items: Items = { values: [], from: [], to: [] };
  for (let at = 0; at < bytes.length; ) {
    if (!begins(bytes[at])) {
      at += 1;
      continue;
    }
    const start = items.values.length;
    let count = 0;
    let next = at;
    for (;;) {
      const end = read(bytes, skipKey(bytes, next), items);
      if (end < 0) break;
      count += 1;
      next = skipSeparator(bytes, end);
      if (next === end) break;
    }
    if (count < LEAST) {
      // It may have begun at a quote that ends something, so what follows is looked at again.
      for (const list of [items.values, items.from, items.to]) list.length = start;
      at = skipDigits(bytes, at);
    } else {
      add(items, -1, 0, 0);
      at = next;
    }
  }
  return items;
}

function add(items: Items, value: number, from: number, to: number): void {
  items.values.push(value);
  items.from.push(from);
  items.to.push(to);
}

/** Digits that are no item are none from their middle on either. */
function skipDigits(bytes: Uint8Array, at: number): number {
  let end = at + 1;
  if (isDigit(bytes[at])) while (isDigit(bytes[end])) end += 1;
  return end;
}

function skipBlanks(bytes: Uint8Array, at: number): number {
  let end = at;
  for (let byte = bytes[end]; byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13); byte = bytes[end])
    end += 1;
  return end;
}

/** Blanks, with at most one `,`, `;` or `+` among them. */
function skipSeparator(bytes: Uint8Array, at: number): number {
  const end = skipBlanks(bytes, at);
  const byte = bytes[end];
  return byte === 0x2c || byte === 0x3b || byte === 0x2b ? skipBlanks(bytes, end + 1) : end;
}

/** The key of an item, e.g. `"0":`, with the blanks after it. */
function skipKey(bytes: Uint8Array, at: number): number {
  const quoted = isQuote(bytes[at]);
  const first = quoted ? at + 1 : at;
  let end = first;
  while (end - first < KEY_DIGITS && isDigit(bytes[end])) end += 1;
  if (end === first || (quoted && bytes[end] !== bytes[at])) return at;
  const colon = skipBlanks(bytes, quoted ? end + 1 : end);
  return bytes[colon] === 0x3a ? skipBlanks(bytes, colon + 1) : at;
}

/** One character between two quotes of a kind, as it is or escaped. */
function readChar(bytes: Uint8Array, at: number, items: Items): number {
  const quote = bytes[at];
  const from = at + 1;
  const first = bytes[from];
  if (!isQuote(quote) || first === undefined) return -1;
  const escaped = first === BACKSLASH ? readEscape(bytes, from, JSON_ESCAPES) : undefined;
  if (escaped && bytes[from + escaped.length] === quote) {
    for (const value of escaped.bytes) add(items, value, from, from + escaped.length - 1);
    return from + escaped.length + 1;
  }
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (bytes[from + length] !== quote) return -1;
  for (let i = 0; i < length; i += 1) add(items, bytes[from + i] ?? 0, from, from + length - 1);
  return from + length + 1;
}

/** A number, which may stand between quotes. */
function readCode(bytes: Uint8Array, at: number, items: Items): number {
  const quoted = isQuote(bytes[at]);
  const from = quoted ? at + 1 : at;
  let value = 0;
  let end = from;
  for (; isDigit(bytes[end]); end += 1) {
    if (end - from >= CODE_DIGITS) return -1;
    value = value * 10 + (bytes[end] ?? 0) - 0x30;
  }
  if (end === from || value > 0x10ffff || (quoted && bytes[end] !== bytes[at])) return -1;
  add(items, value, from, end - 1);
  return quoted ? end + 1 : end;
}

/** The text that items spell; `bytes`: those below 256 are its bytes, else they are its characters. */
function spell({ values, from, to }: Items, bytes: boolean): Listed {
  const most = bytes ? 255 : 127;
  const simple = values.every((value) => value <= most);
  const spelled = simple ? { values, from, to } : encode({ values, from, to }, most);
  return {
    ...spelled,
    text: toBinary(Uint8Array.from(spelled.values, (value) => (value < 0 ? BREAK : toSmall(value)))),
  };
}

/** The same with the bytes of each character whose code is above `most`. */
function encode({ values, from, to }: Items, most: number): Items {
  const encoded: Items = { values: [], from: [], to: [] };
  for (let at = 0; at < values.length; at += 1) {
    const [value = 0, low = 0, first = 0] = [values[at], values[at + 1], from[at]];
    if (value <= most) {
      add(encoded, value, first, to[at] ?? 0);
      continue;
    }
    const isPair = value >= 0xd800 && value < 0xdc00 && low >= 0xdc00 && low < 0xe000;
    const char = isPair ? String.fromCharCode(value, low) : String.fromCodePoint(value);
    if (isPair) at += 1;
    for (const byte of encoder.encode(char)) add(encoded, byte, first, to[at] ?? 0);
  }
  return encoded;
}
