import type { Image } from './image.js';

const PAGE = 4_096;
const HEAD_WORDS = 6;

/** Static data and heap of an image, one behind the other. */
function flat({ data, heap }: Image): Uint8Array {
  const bytes = new Uint8Array(data.length + heap.length);
  bytes.set(data, 0);
  bytes.set(heap, data.length);
  return bytes;
}

function isSame(bytes: Uint8Array, base: Uint8Array, from: number): boolean {
  const to = Math.min(from + PAGE, bytes.length);
  for (let i = from; i < to; i++) if (bytes[i] !== (base[i] ?? 0)) return false;
  return true;
}

/** Puts into one buffer what of an image is not in the base already: its pointers, and the pages that differ. */
export function packImage(image: Image, base: Image): ArrayBuffer {
  const [bytes, known] = [flat(image), flat(base)];
  const pages: number[] = [];
  for (let page = 0; page * PAGE < bytes.length; page++) if (!isSame(bytes, known, page * PAGE)) pages.push(page);
  const head = (HEAD_WORDS + pages.length) * 4;
  const packed = new ArrayBuffer(head + pages.length * PAGE);
  const words = new Uint32Array(packed, 0, HEAD_WORDS + pages.length);
  const { runtime, context, dispatcher, data } = image;
  words.set([runtime, context, dispatcher, data.length, bytes.length, pages.length, ...pages]);
  pages.forEach((page, i) => {
    new Uint8Array(packed, head + i * PAGE).set(bytes.subarray(page * PAGE, (page + 1) * PAGE));
  });
  return packed;
}

/** The image that was packed over the same base; `undefined` for bytes that are no such thing. */
export function unpackImage(packed: ArrayBuffer, base: Image, maxBytes: number): Image | undefined {
  if (packed.byteLength < HEAD_WORDS * 4 || packed.byteLength % 4 !== 0) return undefined;
  const words = new Uint32Array(packed);
  const [runtime = 0, context = 0, dispatcher = 0, dataBytes = 0, allBytes = 0, count = 0] = words;
  const head = (HEAD_WORDS + count) * 4;
  if (dataBytes !== base.data.length || allBytes < dataBytes || allBytes > maxBytes) return undefined;
  if (packed.byteLength !== head + count * PAGE) return undefined;
  const bytes = new Uint8Array(allBytes);
  const known = flat(base);
  bytes.set(known.subarray(0, allBytes));
  for (let i = 0; i < count; i++) {
    const at = (words[HEAD_WORDS + i] ?? 0) * PAGE;
    if (at >= allBytes) return undefined;
    bytes.set(new Uint8Array(packed, head + i * PAGE, Math.min(PAGE, allBytes - at)), at);
  }
  return { runtime, context, dispatcher, data: bytes.subarray(0, dataBytes), heap: bytes.subarray(dataBytes) };
}
