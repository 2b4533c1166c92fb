import { Semaphore } from '../primitives/semaphore.js';
import type { Computation } from './computations.js';
import type { BrowserParts } from './platform.js';

/** Bytes that unpacked data may have: half of what a guest's memory holds by default. A bomb ends here, piece by piece. */
const MOST = 32 * 1_048_576;
/** Work of one worker's guests that runs at once: each may hold as many bytes as unpacked data may have. */
const AT_ONCE = 2;

type Transform = { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<Uint8Array> };

/** Sends bytes through a transform and collects what comes out. @throws RangeError above the bound, TypeError for data that is no such thing. */
async function through(transform: Transform, bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await collected(transform, bytes);
  } catch (error) {
    throw error instanceof RangeError ? error : new TypeError((error as Error).message);
  }
}

async function collected({ readable, writable }: Transform, bytes: Uint8Array): Promise<Uint8Array> {
  const writer = writable.getWriter();
  // Its failure is the reader's, too.
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {});
  const reader = readable.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel().catch(() => {});
      throw new RangeError(`the unpacked data has more than ${MOST} bytes`);
    }
    pieces.push(value);
  }
  await written;
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Compression for guests, by the browser's own; a browser without it has none to give. */
export function compressionComputations({ CompressionStream, DecompressionStream }: BrowserParts): {
  readonly [name: string]: Computation;
} {
  if (!CompressionStream || !DecompressionStream) return {};
  const turns = new Semaphore(AT_ONCE);
  const by = (Class: typeof CompressionStream | typeof DecompressionStream): Computation => {
    return (format, bytes, signal) =>
      turns.run(() => through(new Class(format as CompressionFormat) as unknown as Transform, bytes), signal);
  };
  return { compress: by(CompressionStream), decompress: by(DecompressionStream) };
}
