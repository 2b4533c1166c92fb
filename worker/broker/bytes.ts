import type { BulkheadError } from '../protocol/errors.js';

/** A whole number of triples, so that pieces of base64 can be joined. */
const PIECE = 3 * 8_192;

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}

/** Bytes of base64; `undefined` when the text is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Bytes one after another. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The pieces of a stream as they come. */
export async function* piecesOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!stream) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops reading needs no more of it.
    reader.cancel().catch(() => {});
  }
}

/** Reads a stream to its end. @throws what `tooLarge` makes, once more than `maxBytes` have come. */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  tooLarge: (bytes: number) => BulkheadError,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of piecesOf(stream)) {
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(size);
    pieces.push(piece);
  }
  return join(pieces);
}
