import type { Image } from './image.js';

/** A plugin changes a few thousand bytes all over the heap, so small pieces pay: in pages of 4 KiB it was 164 kB where this is 14. */
const PIECE_WORDS = 16;
const HEAD_WORDS = 3;

const pieces = (bytes: number): number => Math.ceil(bytes / (PIECE_WORDS * 4));

/** Static data and heap of an image, one behind the other, filled up to whole pieces. */
function flat({ data, heap }: Image): Uint32Array {
  const words = new Uint32Array(pieces(data.length + heap.length) * PIECE_WORDS);
  const bytes = new Uint8Array(words.buffer);
  bytes.set(data, 0);
  bytes.set(heap, data.length);
  return words;
}

function isSame(words: Uint32Array, base: Uint32Array, from: number): boolean {
  for (let i = from; i < from + PIECE_WORDS; i++) if (words[i] !== (base[i] ?? 0)) return false;
  return true;
}

/** How many of the pieces from `first` on lie side by side: copied at once, they cost one view in place of one each. */
function runFrom(starts: Uint32Array, first: number): number {
  const at = starts[first] ?? 0;
  let run = 1;
  while (first + run < starts.length && starts[first + run] === at + run * PIECE_WORDS) run += 1;
  return run;
}

/** Packs the pieces of an image that differ from the base. @returns `undefined` where they take more than `maxBytes`. */
export function packImage(image: Image, base: Image, maxBytes: number): ArrayBuffer | undefined {
  // What lies beyond the base differs, unless it is all zero: such a heap is not worth a look.
  if (image.heap.length - base.heap.length > maxBytes * 4) return undefined;
  const [words, known] = [flat(image), flat(base)];
  const changed = new Uint32Array(
    Math.min(words.length / PIECE_WORDS, Math.max(0, Math.floor(maxBytes / ((PIECE_WORDS + 1) * 4) - 1))),
  );
  let count = 0;
  for (let at = 0; at < words.length; at += PIECE_WORDS) {
    if (isSame(words, known, at)) continue;
    if (count === changed.length) return undefined;
    changed[count] = at;
    count += 1;
  }
  const { data, heap } = image;
  const body = HEAD_WORDS + count;
  const packed = new Uint32Array(body + count * PIECE_WORDS);
  packed.set([data.length, data.length + heap.length, count]);
  const starts = changed.subarray(0, count);
  packed.set(starts, HEAD_WORDS);
  for (let i = 0, run = 0; i < count; i += run) {
    run = runFrom(starts, i);
    const at = starts[i] ?? 0;
    packed.set(words.subarray(at, at + run * PIECE_WORDS), body + i * PIECE_WORDS);
  }
  return packed.buffer;
}

/** The image that was packed over the same base, and has its pointers; `undefined` for bytes that are no such thing. */
export function unpackImage(packed: ArrayBuffer, base: Image, maxBytes: number): Image | undefined {
  if (packed.byteLength < HEAD_WORDS * 4 || packed.byteLength % 4 !== 0) return undefined;
  const given = new Uint32Array(packed);
  const [dataBytes = 0, allBytes = 0, count = 0] = given;
  if (dataBytes !== base.data.length || allBytes < dataBytes || allBytes > maxBytes) return undefined;
  const body = HEAD_WORDS + count;
  if (given.length !== body + count * PIECE_WORDS) return undefined;
  const words = new Uint32Array(pieces(allBytes) * PIECE_WORDS);
  const filled = new Uint8Array(words.buffer);
  filled.set(base.data);
  filled.set(base.heap.subarray(0, filled.length - dataBytes), dataBytes);
  const bytes = filled.subarray(0, allBytes);
  const starts = given.subarray(HEAD_WORDS, body);
  for (let i = 0, run = 0; i < count; i += run) {
    run = runFrom(starts, i);
    const at = starts[i] ?? 0;
    if (at + run * PIECE_WORDS > words.length) return undefined;
    words.set(given.subarray(body + i * PIECE_WORDS, body + (i + run) * PIECE_WORDS), at);
  }
  return { ...base, data: bytes.subarray(0, dataBytes), heap: bytes.subarray(dataBytes) };
}
