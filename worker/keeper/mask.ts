/** Finds one secret at one place of bytes. @returns how many bytes it takes there; 0: it is not there. */
type Matcher = (bytes: Uint8Array, at: number) => number;

const encoder = new TextEncoder();
const ESCAPES: { readonly [char: string]: string } = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

/**
 * Replaces secrets by `[secret:NAME]` wherever they stand: as they are, percent-encoded, escaped as in JSON, or any mix
 * of these; as base64 or base64url, also inside of a longer text; as hexadecimal digits. `secrets`: name → value.
 */
export function maskBytes(bytes: Uint8Array, secrets: ReadonlyMap<string, string>): Uint8Array {
  const matchers = [...secrets].map(([name, value]) => ({
    mark: encoder.encode(`[secret:${name}]`),
    matchers: [spelled(value), ...encoded(value)],
    starts: firstBytes(value),
  }));
  const out: Uint8Array[] = [];
  let from = 0;
  let at = 0;
  while (at < bytes.length) {
    let longest = 0;
    let mark: Uint8Array | undefined;
    for (const one of matchers) {
      if (!one.starts[bytes[at] ?? 0]) continue;
      for (const match of one.matchers) {
        const length = match(bytes, at);
        if (length > longest) [longest, mark] = [length, one.mark];
      }
    }
    if (mark) {
      out.push(bytes.subarray(from, at), mark);
      at += longest;
      from = at;
    } else at += 1;
  }
  if (from === 0) return bytes;
  out.push(bytes.subarray(from));
  return join(out);
}

/** The same for a text. */
export const maskText = (text: string, secrets: ReadonlyMap<string, string>): string =>
  secrets.size === 0 ? text : new TextDecoder().decode(maskBytes(encoder.encode(text), secrets));

/** A secret character by character, each in any of its spellings. */
function spelled(value: string): Matcher {
  const characters = Array.from(value, (char) => {
    const raw = encoder.encode(char);
    const units = Array.from({ length: char.length }, (_, i) => char.charCodeAt(i));
    const short = ESCAPES[char];
    const spellings: Matcher[] = [
      (bytes, at) => (raw.every((byte, i) => bytes[at + i] === byte) ? raw.length : 0),
      (bytes, at) =>
        raw.every((byte, i) => bytes[at + 3 * i] === 0x25 && hex(bytes, at + 3 * i + 1, 2) === byte)
          ? 3 * raw.length
          : 0,
      (bytes, at) =>
        units.every(
          (unit, i) =>
            bytes[at + 6 * i] === 0x5c && bytes[at + 6 * i + 1] === 0x75 && hex(bytes, at + 6 * i + 2, 4) === unit,
        )
          ? 6 * units.length
          : 0,
    ];
    if (short !== undefined) {
      spellings.push((bytes, at) => (bytes[at] === 0x5c && bytes[at + 1] === short.charCodeAt(0) ? 2 : 0));
    }
    if (char === ' ') spellings.push((bytes, at) => (bytes[at] === 0x2b ? 1 : 0));
    return spellings;
  });
  return (bytes, at) => {
    let end = at;
    for (const spellings of characters) {
      // A backslash is its own spelling and the beginning of another: the longer one is meant.
      const length = Math.max(...spellings.map((spelling) => spelling(bytes, end)));
      if (length === 0) return 0;
      end += length;
    }
    return end - at;
  };
}

/** A secret in encodings that hide its characters. */
function encoded(value: string): Matcher[] {
  const bytes = encoder.encode(value);
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const texts = base64Texts(bytes).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
  // Whole ones, too: character by character, a secret such as `%41` could be taken for a spelling of another.
  const whole = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
  return [
    ...[...new Set([...whole, ...texts])].map(exactly),
    (found, at) => {
      for (let i = 0; i < digits.length; i++) if (lower(found[at + i]) !== digits.charCodeAt(i)) return 0;
      return digits.length;
    },
  ];
}

/** Its base64 by itself, with and without padding, and what is always the same of it at each of three offsets inside another. */
function base64Texts(bytes: Uint8Array): string[] {
  const whole = base64(bytes);
  const inside = [0, 1, 2].map((offset) => {
    const text = base64(join([new Uint8Array(offset), bytes]));
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [whole, whole.replace(/=+$/, ''), ...inside];
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

const exactly = (text: string): Matcher => {
  const wanted = encoder.encode(text);
  return (bytes, at) => (wanted.every((byte, i) => bytes[at + i] === byte) ? wanted.length : 0);
};

/** Bytes with which a secret can begin, so that most places cost one look. */
function firstBytes(value: string): readonly boolean[] {
  const starts = new Array<boolean>(256).fill(false);
  const bytes = encoder.encode(value);
  const hexDigit = (bytes[0] ?? 0).toString(16).padStart(2, '0')[0] ?? '0';
  const texts = base64Texts(bytes).map((text) => text[0] ?? '');
  const begin = [value[0] ?? '', '%', '\\', ...(value.startsWith(' ') ? ['+'] : []), hexDigit, hexDigit.toUpperCase()];
  for (const text of [...begin, ...texts, ...texts.map((char) => ({ '+': '-', '/': '_' })[char] ?? char)]) {
    starts[encoder.encode(text)[0] ?? 0] = true;
  }
  starts[bytes[0] ?? 0] = true;
  return starts;
}

const lower = (byte: number | undefined) => (byte !== undefined && byte >= 0x41 && byte <= 0x46 ? byte + 0x20 : byte);

function hex(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let i = 0; i < digits; i++) {
    const digit = Number.parseInt(String.fromCharCode(bytes[at + i] ?? 0), 16);
    if (Number.isNaN(digit)) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
