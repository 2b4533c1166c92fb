import { patternsOf, viewsOf } from './spellings.js';

/** A place of bytes where a secret stands. */
interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const encoder = new TextEncoder();

/**
 * Replaces secrets by `[secret:NAME]` wherever they stand: as they are, percent-encoded, escaped as in JSON, wholly or in
 * part; as base64 or base64url, also inside of a longer text; as hexadecimal digits. `secrets`: name → value. The time
 * grows with the bytes, whatever they are.
 */
export function maskBytes(bytes: Uint8Array, secrets: ReadonlyMap<string, string>): Uint8Array {
  const spans = findSpans(bytes, secrets).sort((a, b) => a.from - b.from || b.to - a.to);
  if (spans.length === 0) return bytes;
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { name, from, to } of spans) {
    if (from >= end) parts.push(bytes.subarray(end, from), encoder.encode(`[secret:${name}]`));
    // One that begins inside of another is part of the same mark.
    end = Math.max(end, to);
  }
  parts.push(bytes.subarray(end));
  return join(parts);
}

/** The same for a text. */
export const maskText = (text: string, secrets: ReadonlyMap<string, string>): string =>
  secrets.size === 0 ? text : new TextDecoder().decode(maskBytes(encoder.encode(text), secrets));

function findSpans(bytes: Uint8Array, secrets: ReadonlyMap<string, string>): Span[] {
  const spans: Span[] = [];
  if (secrets.size === 0) return spans;
  const patterns = [...secrets].map(([name, value]) => ({ name, ...patternsOf(value) }));
  for (const { text, places } of viewsOf(bytes)) {
    const small = text.toLowerCase();
    const find = (name: string, where: string, pattern: string) => {
      for (let at = where.indexOf(pattern); at >= 0; at = where.indexOf(pattern, at + pattern.length)) {
        spans.push({ name, from: places[at] ?? 0, to: places[at + pattern.length] ?? bytes.length });
      }
    };
    for (const { name, exact, hex } of patterns) {
      for (const pattern of exact) find(name, text, pattern);
      find(name, small, hex);
    }
  }
  return spans;
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
