import { crc32 } from '../../worker/adapters/crc32.js';
import { sha256Parts } from '../../worker/adapters/hash.js';
import { damaged } from './faults.js';
import { fromJson, toJson } from './values.js';
import type { ZipFile } from './zip.js';

/** Bytes of lines that are turned into one piece. */
const PIECE_CHARS = 256 * 1024;
/** A longer line is no pair that was ever stored: the largest is a plugin's source. */
const LINE_CHARS = 64 * 1024 * 1024;

/** Collects pairs as lines of JSON. The file is never built as one string. */
export class LineWriter {
  readonly #encoder = new TextEncoder();
  readonly #hash = sha256Parts();
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #text = '';
  #crc = 0;
  #bytes = 0;
  pairs = 0;

  add(key: unknown, value: unknown): void {
    this.#text += `${JSON.stringify([toJson(key), toJson(value)])}\n`;
    this.pairs += 1;
    if (this.#text.length >= PIECE_CHARS) this.#flush();
  }

  /** Packs it. @throws the signal's reason. */
  async end(name: string, signal?: AbortSignal): Promise<{ readonly file: ZipFile; readonly sha256: string }> {
    this.#flush();
    const blob = new Blob(this.#pieces);
    const packed = await deflated(blob, signal);
    return {
      file: { name, packed, stored: false, crc: this.#crc, size: this.#bytes },
      sha256: this.#hash.hex(),
    };
  }

  #flush(): void {
    const piece = this.#encoder.encode(this.#text);
    this.#text = '';
    this.#pieces.push(piece);
    this.#hash.add(piece);
    this.#crc = crc32(piece, this.#crc);
    this.#bytes += piece.length;
  }
}

function deflated(blob: Blob, signal?: AbortSignal): Promise<Blob> {
  const packing = new CompressionStream('deflate-raw') as ReadableWritablePair<
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>
  >;
  return new Response(blob.stream().pipeThrough(packing, signal ? { signal } : {})).blob();
}

/** What a header says of a file of lines. */
export interface Expected {
  readonly file: string;
  readonly pairs: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Reads a file of lines. What it yields is checked as a whole only once it has ended.
 * @throws `STORE_BROKEN` where the file is not what its header says, or the signal's reason.
 */
export async function* readLines(
  { packed, stored }: ZipFile,
  { file, pairs, bytes, sha256 }: Expected,
  signal?: AbortSignal,
): AsyncGenerator<readonly [key: unknown, value: unknown, chars: number]> {
  const hash = sha256Parts();
  const text = new TextDecoder('utf-8', { fatal: true });
  let [size, found, rest] = [0, 0, ''];
  const reader = (stored ? packed.stream() : inflated(packed)).getReader();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read().catch((cause) => {
        throw damaged(`${file} cannot be unpacked`, cause);
      });
      if (value) {
        hash.add(value);
        size += value.length;
        if (size > bytes) throw damaged(`${file} is longer than it should be`);
      }
      const lines = decoded(text, value, file).split('\n');
      lines[0] = rest + lines[0];
      rest = lines.pop() ?? '';
      if (rest.length > LINE_CHARS) throw damaged(`a line of ${file} is too long`);
      for (const line of lines) {
        found += 1;
        yield [...pairIn(line, file), line.length];
      }
      if (done) break;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  if (rest !== '' || size !== bytes || found !== pairs) throw damaged(`${file} is cut off`);
  if (hash.hex() !== sha256) throw damaged(`the SHA-256 of ${file} is another`);
}

const inflated = (packed: Blob): ReadableStream<Uint8Array<ArrayBuffer>> =>
  packed
    .stream()
    .pipeThrough(
      new DecompressionStream('deflate-raw') as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
    );

function decoded(text: TextDecoder, value: Uint8Array<ArrayBuffer> | undefined, file: string): string {
  try {
    return value ? text.decode(value, { stream: true }) : text.decode();
  } catch (cause) {
    throw damaged(`${file} is no text`, cause);
  }
}

function pairIn(line: string, file: string): readonly [unknown, unknown] {
  try {
    const [key, value, ...more] = JSON.parse(line) as unknown[];
    if (more.length > 0) throw new TypeError('more than a pair');
    return [fromJson(key), fromJson(value)];
  } catch (cause) {
    throw damaged(`a line of ${file} cannot be read`, cause);
  }
}
