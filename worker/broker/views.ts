import { decodeEscapes, JSON_ESCAPES, MARKUP, PERCENT, QUOTED, toSmall, type View } from './escapes.js';

/** A view without what lies between the parts of a value that was broken into lines or digits. */
export interface Squeezed {
  readonly text: string;
  /** Index in the text → index in the view. */
  readonly indices: Int32Array;
}

const ALL = JSON_ESCAPES | PERCENT | MARKUP | QUOTED;
/** Orders in which a server may have escaped what it says; each is undone as often as stands there. */
const ORDERS = [[JSON_ESCAPES, JSON_ESCAPES], [PERCENT, PERCENT], [MARKUP, MARKUP], [QUOTED], [ALL, ALL, ALL]] as const;
const PIECE = 8_192;

/** Bytes as a text with one character for each. */
export function toBinary(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) parts.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return parts.join('');
}

/** A view of bytes as they are. */
export function rawView(from: Uint8Array): View {
  const bytes = new Uint8Array(from.length);
  const places = new Int32Array(from.length + 1);
  for (let at = 0; at < from.length; at += 1) {
    bytes[at] = toSmall(from[at] ?? 0);
    places[at] = at;
  }
  places[from.length] = from.length;
  return { bytes, places };
}

/** The bytes as they are, and without each kind of escapes and without all kinds at once, up to three deep. */
export function* viewsOf(bytes: Uint8Array): Generator<View> {
  const raw = rawView(bytes);
  yield raw;
  for (const order of ORDERS) {
    let view: View | undefined = raw;
    for (const kinds of order) {
      view = decodeEscapes(view, kinds);
      if (!view) break;
      yield view;
    }
  }
}

/** The same bytes after none to three rounds of undoing every escape. */
export function spellingsOf(bytes: Uint8Array): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  let view: View | undefined = rawView(bytes);
  for (let round = 0; view && round <= 3; round += 1) {
    found.push(view.bytes);
    view = decodeEscapes(view, ALL);
  }
  return found;
}

/** Without blanks and zeros, and with one alphabet for both kinds of base64. */
export const squeezeBlanks = ({ bytes }: { readonly bytes: Uint8Array }): Squeezed =>
  squeeze(bytes, (byte) => {
    if (byte === 0x20 || byte === 0 || (byte >= 9 && byte <= 13)) return -1;
    if (byte === 0x2d) return 0x2b;
    return byte === 0x5f ? 0x2f : byte;
  });

/** Hexadecimal digits and nothing else; the zero of `0x` is none. */
export const squeezeDigits = ({ bytes }: View): Squeezed =>
  squeeze(bytes, (byte, next) => {
    const digit = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66);
    return digit && !(byte === 0x30 && next === 0x78) ? byte : -1;
  });

function squeeze(bytes: Uint8Array, keep: (byte: number, next: number | undefined) => number): Squeezed {
  const kept = new Uint8Array(bytes.length);
  const indices = new Int32Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = keep(bytes[at] ?? 0, bytes[at + 1]);
    if (byte < 0) continue;
    kept[length] = byte;
    indices[length] = at;
    length += 1;
  }
  return { text: toBinary(kept.subarray(0, length)), indices };
}
