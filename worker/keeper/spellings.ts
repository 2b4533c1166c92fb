/** A text as somebody would read it who undoes its escapes, and where each character stood before. */
export interface View {
  /** One character a byte. */
  readonly text: string;
  /** Index in the text → place in the bytes; one more at the end. */
  readonly places: Int32Array;
}

const PERCENT = /%[0-9a-f]{2}/gi;
const JSON_ESCAPE = /\\(?:u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|[0-9a-f]{4})|["\\/bfnrt])/gi;
const SHORT: { readonly [char: string]: string } = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const PIECE = 8_192;

const encoder = new TextEncoder();

/** Bytes as a text with one character for each. */
export function toBinary(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

/** The bytes as they are, without their percent-encoding, without their escapes of JSON, and without both in either order. */
export function viewsOf(bytes: Uint8Array): readonly View[] {
  const raw = { text: toBinary(bytes), places: Int32Array.from({ length: bytes.length + 1 }, (_, i) => i) };
  const views: View[] = [raw];
  const percent = raw.text.includes('%') ? decode(raw, PERCENT, fromPercent) : undefined;
  const json = raw.text.includes('\\') ? decode(raw, JSON_ESCAPE, fromJson) : undefined;
  if (percent) views.push(percent);
  if (json) views.push(json);
  if (percent?.text.includes('\\')) views.push(decode(percent, JSON_ESCAPE, fromJson));
  if (json?.text.includes('%')) views.push(decode(json, PERCENT, fromPercent));
  return views;
}

/** What a secret can look like in a view: itself, and in encodings that hide its characters. */
export function patternsOf(value: string): { readonly exact: readonly string[]; readonly hex: string } {
  const bytes = encoder.encode(value);
  const plain = toBinary(bytes);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // In base64, what is always the same of it at each of the three offsets inside a longer text.
  const inside = [0, 1, 2].map((offset) =>
    btoa('\0'.repeat(offset) + plain).slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  const texts = [btoa(plain), btoa(plain).replace(/=+$/, ''), ...inside];
  const safe = texts.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return { exact: [...new Set([plain, plain.replaceAll(' ', '+'), ...texts, ...safe])], hex };
}

function decode({ text, places }: View, escapes: RegExp, spell: (found: string) => string): View {
  const decoded = new Int32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const copy = (to: number) => {
    decoded.set(places.subarray(from, to), length);
    length += to - from;
    parts.push(text.slice(from, to));
  };
  for (const { 0: found, index } of text.matchAll(escapes)) {
    copy(index);
    const spelled = spell(found);
    decoded.fill(places[index] ?? 0, length, length + spelled.length);
    length += spelled.length;
    parts.push(spelled);
    from = index + found.length;
  }
  copy(text.length);
  decoded[length] = places[text.length] ?? 0;
  return { text: parts.join(''), places: decoded };
}

const fromPercent = (found: string): string => String.fromCharCode(Number.parseInt(found.slice(1), 16));

function fromJson(found: string): string {
  const [, kind = ''] = found;
  if (kind !== 'u' && kind !== 'U') return SHORT[kind] ?? kind;
  const units = found.slice(2).split(/\\u/i);
  return toBinary(encoder.encode(String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))));
}
