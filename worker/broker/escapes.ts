import { REFERENCE_STARTS, readReference } from './references.js';

/** Bytes as somebody would read them who undoes their escapes, and where each stood before. ASCII letters are small. */
export interface View {
  readonly bytes: Uint8Array;
  /** Index in the bytes → place in the original; one more at the end. */
  readonly places: Int32Array;
}

/** Kinds of escapes, to be combined: `\n`, `\u0041`, `\x41`, `\101`; `%41`, `%u0041`; `&amp;`, `&#65;`; `=41`, soft line breaks. */
export const JSON_ESCAPES = 1;
export const PERCENT = 2;
export const MARKUP = 4;
export const QUOTED = 8;

/** First byte → kind of the escape. */
const STARTS = new Uint8Array(256);
STARTS.set([JSON_ESCAPES], 0x5c);
STARTS.set([PERCENT], 0x25);
STARTS.set([MARKUP], 0x26);
STARTS.set([QUOTED], 0x3d);
/** Bytes that the longest escape takes: a name of HTML's, a pair of `\u`, or a number with zeros before it. */
const LONGEST = 20;
const SHORT: { readonly [char: string]: string } = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const JSON_ESCAPE =
  /^\\(?:u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u([0-9a-f]{4})|u\{0*([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?)|(["'\\/bfnrt]))/;
const PERCENT_UNIT = /^%u(d[89ab][0-9a-f]{2})%u(d[c-f][0-9a-f]{2})|^%u([0-9a-f]{4})/;
const NUMBERED = /^&#(?:0*(\d{1,7})|x0*([0-9a-f]{1,6}));?/;
const SOFT_BREAK = /^=[\t ]{0,8}\r?\n/;
/** What can follow the first byte of an escape: most that looks like one is none. */
const FOLLOWS = new Set(Array.from('"\'\\/bfnrtux01234567', (char) => char.charCodeAt(0)));
const SMALL_U = 0x75;
const NUMBER_SIGN = 0x23;

const encoder = new TextEncoder();

interface Found {
  readonly length: number;
  readonly bytes: readonly number[] | Uint8Array;
}

/** A view with these kinds of escapes undone once; `undefined` when there are none. One pass, whatever the bytes are. */
export function decodeEscapes({ bytes, places }: View, kinds: number): View | undefined {
  if (!bytes.some((byte) => ((STARTS[byte] ?? 0) & kinds) !== 0)) return undefined;
  const decoded = new Uint8Array(bytes.length);
  const from = new Int32Array(bytes.length + 1);
  let length = 0;
  let some = false;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const kind = (STARTS[byte] ?? 0) & kinds;
    const found = kind === 0 ? undefined : readEscape(bytes, at, kind);
    if (found) {
      some = true;
      for (const spelled of found.bytes) {
        decoded[length] = toSmall(spelled);
        from[length] = places[at] ?? 0;
        length += 1;
      }
      at += found.length;
    } else {
      decoded[length] = byte;
      from[length] = places[at] ?? 0;
      length += 1;
      at += 1;
    }
  }
  from[length] = places[bytes.length] ?? 0;
  return some ? { bytes: decoded.subarray(0, length), places: from.subarray(0, length + 1) } : undefined;
}

/** A byte, and for a large letter of ASCII the small one. */
export const toSmall = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);

/** The escape of these kinds that begins here, or nothing. */
export function readEscape(bytes: Uint8Array, at: number, kind: number): Found | undefined {
  const next = bytes[at + 1] ?? 0;
  if (kind === PERCENT || kind === QUOTED) {
    const byte = (digitOf(next) << 4) | digitOf(bytes[at + 2] ?? 0);
    if (byte >= 0) return { length: 3, bytes: [byte] };
    if (kind === PERCENT) return next === SMALL_U ? readUnits(PERCENT_UNIT.exec(textAt(bytes, at))) : undefined;
    const length = next <= 0x20 ? (SOFT_BREAK.exec(textAt(bytes, at))?.[0].length ?? 0) : 0;
    return length === 0 ? undefined : { length, bytes: [] };
  }
  if (kind === JSON_ESCAPES && next === 0x5c) return { length: 2, bytes: [next] };
  if (kind === JSON_ESCAPES) return FOLLOWS.has(next) ? readJson(textAt(bytes, at)) : undefined;
  if (next === NUMBER_SIGN) return readNumber(textAt(bytes, at));
  const named = REFERENCE_STARTS.has(next) ? readReference(textAt(bytes, at)) : undefined;
  return named && { length: named.length, bytes: encoder.encode(named.char) };
}

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + LONGEST));

/** The value of a small hexadecimal digit; -1 for what is none. */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
}

function readJson(text: string): Found | undefined {
  const found = JSON_ESCAPE.exec(text);
  if (!found) return undefined;
  const [{ length }, , , , point, hex, octal, char] = found;
  if (point !== undefined) return ofPoint(length, Number.parseInt(point, 16));
  if (hex !== undefined) return { length, bytes: [Number.parseInt(hex, 16)] };
  if (octal !== undefined) return { length, bytes: [Number.parseInt(octal, 8)] };
  if (char !== undefined) return { length, bytes: encoder.encode(SHORT[char] ?? char) };
  return readUnits(found);
}

/** One unit of UTF-16, or a pair: what stands in the first three groups of a match. */
function readUnits(found: RegExpExecArray | null): Found | undefined {
  if (!found) return undefined;
  const [{ length }, ...groups] = found;
  const units = groups.slice(0, 3).filter((hex) => hex !== undefined);
  return { length, bytes: encoder.encode(String.fromCharCode(...units.map((hex) => Number.parseInt(hex, 16)))) };
}

function readNumber(text: string): Found | undefined {
  const [all, decimal, hex] = NUMBERED.exec(text) ?? [];
  if (all === undefined) return undefined;
  return ofPoint(all.length, decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
}

const ofPoint = (length: number, code: number): Found | undefined =>
  code > 0x10ffff ? undefined : { length, bytes: encoder.encode(String.fromCodePoint(code)) };
