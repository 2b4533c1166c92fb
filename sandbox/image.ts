/**
 * Memory images: the linear memory of a guest at rest, to be put into a fresh instance, or back into its own. An image is
 * valid for one exact engine and prelude; it holds no handle of ours but the pointers named here, and no stack.
 */
export interface Image {
  readonly runtime: number;
  readonly context: number;
  readonly dispatcher: number;
  /** Static data: everything below the C stack. */
  readonly data: Uint8Array;
  /** Everything above the C stack, up to the heap's break. */
  readonly heap: Uint8Array;
}

/** The addresses of the three pointers of an image's guest. */
export type Pointers = Pick<Image, 'runtime' | 'context' | 'dispatcher'>;

/** Where this exact build of the engine keeps what an image must know, in bytes. A test finds each place anew. */
export const LAYOUT = {
  /** The C stack lies between static data and heap, and is dead while no call is inside. */
  stackStart: 90_208,
  stackEnd: 5_333_088,
  /** The heap's break: no byte above it has ever been used. */
  heapBreak: 86_864,
  /** From the context: the state of Math.random. The engine seeds it from a clock: guests of one moment would draw the same. */
  randomState: 224,
  /** From the runtime: what the compiler leaves out of the functions that it makes. */
  stripFlags: 228,
} as const;

/** Source texts, and the places of instructions in them. */
const STRIP_ALL = 3;

/**
 * Whether what is compiled from now on keeps its source texts. Those of the prelude would be a quarter of its memory, which every
 * reset copies.
 */
export function keepSources(memory: WebAssembly.Memory, runtime: number, keep: boolean): void {
  new DataView(memory.buffer).setUint8(runtime + LAYOUT.stripFlags, keep ? 0 : STRIP_ALL);
}

const breakOf = (memory: WebAssembly.Memory): number => new DataView(memory.buffer).getUint32(LAYOUT.heapBreak, true);

/** Copies a guest at rest. */
export function takeImage(memory: WebAssembly.Memory, pointers: Pointers): Image {
  return {
    ...pointers,
    data: new Uint8Array(memory.buffer.slice(0, LAYOUT.stackStart)),
    heap: new Uint8Array(memory.buffer.slice(LAYOUT.stackEnd, breakOf(memory))),
  };
}

const endOf = (heap: Uint8Array): number => LAYOUT.stackEnd + heap.length;

/** Size that a memory must have for an image to be put into it, in bytes. */
export const imageBytes = ({ heap }: Image): number => endOf(heap);

/** Restores a memory to the state of the image. */
export function putImage(memory: WebAssembly.Memory, { data, heap }: Image): void {
  const bytes = new Uint8Array(memory.buffer);
  const end = endOf(heap);
  const used = breakOf(memory);
  bytes.set(data, 0);
  bytes.set(heap, LAYOUT.stackEnd);
  if (used > end) bytes.fill(0, end, used);
}

/** Seeds a context with random numbers of its own. */
export function reseed(memory: WebAssembly.Memory, context: number, seed: Uint8Array): void {
  const state = seed.slice(0, 8);
  // All zero is the one state this generator never leaves.
  if (state.every((byte) => byte === 0)) state[0] = 1;
  new Uint8Array(memory.buffer).set(state, context + LAYOUT.randomState);
}

const KEY_BYTES = 32;
const HEAD_BYTES = KEY_BYTES + 4 * 4;

/** Packs an image into bytes, with the key of its source. */
export function encodeImage({ runtime, context, dispatcher, data, heap }: Image, key: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + data.length + heap.length);
  bytes.set(key.subarray(0, KEY_BYTES), 0);
  const head = new DataView(bytes.buffer);
  [runtime, context, dispatcher, data.length].forEach((word, i) => {
    head.setUint32(KEY_BYTES + i * 4, word, true);
  });
  bytes.set(data, HEAD_BYTES);
  bytes.set(heap, HEAD_BYTES + data.length);
  return bytes;
}

/** The image in these bytes; `undefined` when it is one of something else. */
export function decodeImage(bytes: Uint8Array, key: Uint8Array): Image | undefined {
  if (bytes.length < HEAD_BYTES || !key.every((byte, i) => bytes[i] === byte)) return undefined;
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  const word = (i: number) => head.getUint32(KEY_BYTES + i * 4, true);
  const body = bytes.subarray(HEAD_BYTES);
  const [runtime, context, dispatcher, size] = [word(0), word(1), word(2), word(3)];
  return { runtime, context, dispatcher, data: body.subarray(0, size), heap: body.subarray(size) };
}
