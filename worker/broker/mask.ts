import type { BulkheadError } from '../protocol/errors.js';
import { join } from './bytes.js';
import { listsOf } from './lists.js';
import { patternsOf } from './spellings.js';
import { type Squeezed, squeezeBlanks, squeezeDigits, toBinary, viewsOf } from './views.js';

/** A place of bytes where a secret stands. */
interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const encoder = new TextEncoder();

/** Names and values of secrets; one name may have several values, when it was changed a moment ago. */
export type Secrets = Iterable<readonly [name: string, value: string]>;

/**
 * Replaces secrets by `[secret:NAME]` wherever they stand: as they are, in letters of any case, escaped up to three times
 * as in JSON or a script, in an address, in a page or in a mail, in base64 and in hexadecimal digits, also inside of a longer
 * text and with line breaks in between, and as a list of characters or of their codes. When in doubt it masks more. The time grows with the bytes, whatever they are.
 */
export function maskBytes(bytes: Uint8Array, secrets: Secrets): Uint8Array {
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
export function maskText(text: string, secrets: Secrets): string {
  const bytes = encoder.encode(text);
  const masked = maskBytes(bytes, secrets);
  return masked === bytes ? text : new TextDecoder().decode(masked);
}

/** The same for names and values of headers. */
export const maskHeaders = (
  headers: { readonly [name: string]: string },
  secrets: Secrets,
): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(headers).map((pair) => pair.map((text) => maskText(text, secrets)) as [string, string]),
  );

function findSpans(bytes: Uint8Array, secrets: Secrets): Span[] {
  const spans: Span[] = [];
  const patterns = [...secrets].map(([name, value]) => ({ name, ...patternsOf(value) }));
  if (patterns.length === 0) return spans;
  for (const view of viewsOf(bytes)) {
    const text = toBinary(view.bytes);
    const blanks = squeezeBlanks(view);
    const hex = squeezeDigits(view);
    const add = (name: string, from: number, last: number) =>
      spans.push({ name, from: view.places[from] ?? 0, to: view.places[last + 1] ?? bytes.length });
    const addSqueezed = (name: string, { indices }: Squeezed, from: number, last: number) =>
      add(name, indices[from] ?? 0, indices[last] ?? 0);
    const lists = listsOf(view.bytes);
    for (const { name, plain, squeezed, digits } of patterns) {
      for (const list of lists)
        find(list.text, plain, (from, last) => add(name, list.from[from] ?? 0, list.to[last] ?? 0));
      find(text, plain, (from, last) => add(name, from, last));
      find(blanks.text, squeezed, (from, last) => addSqueezed(name, blanks, from, last));
      find(hex.text, digits, (from, last) => addSqueezed(name, hex, from, last));
    }
  }
  return spans;
}

function find(text: string, patterns: readonly string[], found: (from: number, last: number) => void): void {
  for (const pattern of patterns) {
    const { length } = pattern;
    for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + length)) found(at, at + length - 1);
  }
}

/** Masks an answer by whole lines: an event of a stream waits for its own end only. @throws what `tooLarge` makes, for a line above `maxBytes`. */
export async function* maskLines(
  pieces: AsyncIterable<Uint8Array>,
  secrets: Secrets,
  maxBytes: number,
  tooLarge: () => BulkheadError,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const end = Math.max(piece.lastIndexOf(LINE_FEED), piece.lastIndexOf(RETURN)) + 1;
    if (end > 0) {
      yield maskBytes(join([...held, piece.subarray(0, end)]), secrets);
      held = [];
      size = 0;
    }
    held.push(piece.subarray(end));
    size += piece.length - end;
    if (size > maxBytes) throw tooLarge();
  }
  if (size > 0) yield maskBytes(join(held), secrets);
}
