import type { BulkheadError } from '../protocol/errors.js';

/**
 * Reads a stream to its end, or to the limit.
 * @throws what `tooLarge` makes, once more than `maxBytes` have come.
 */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  tooLarge: (bytes: number) => BulkheadError,
): Promise<Uint8Array> {
  if (!stream) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      // A server that goes on sending is left alone; whether it hears of it does not matter.
      void reader.cancel().catch(() => {});
      throw tooLarge(size);
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
