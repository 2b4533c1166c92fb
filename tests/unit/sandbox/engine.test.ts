import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { startEngine } from '../../../sandbox/engine.js';
import { LAYOUT } from '../../../sandbox/image.js';

const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
const seed = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

const compiled = readFile(file).then((bytes) => WebAssembly.compile(bytes));

const start = async () =>
  startEngine({
    module: await compiled,
    memoryBytes: 32 * 1024 * 1024,
    stackBytes: 65_536,
    seed: () => seed,
  });

/** A reader of WebAssembly's own numbers. */
class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.#bytes[this.at] ?? 0;
    this.at += 1;
    return byte;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }
}

/** Initial value of the module's first global, which is its stack pointer. */
function firstGlobal(bytes: Uint8Array): number {
  const reader = new Reader(bytes, 8);
  while (reader.at < bytes.length) {
    const section = reader.byte();
    const end = reader.number() + reader.at;
    if (section === 6) {
      reader.number();
      const [type, mutable, constant] = [reader.byte(), reader.byte(), reader.byte()];
      expect([type, mutable, constant]).toEqual([0x7f, 1, 0x41]);
      return reader.number();
    }
    reader.at = end;
  }
  throw new Error('no global');
}

test('Math.random keeps its state at the recorded place and nowhere else', async () => {
  const { context, contextPointer, memory } = await start();
  const place = contextPointer + LAYOUT.randomState;
  expect(new Uint8Array(memory.buffer.slice(place, place + 8))).toEqual(seed);
  const draw = context.unwrapResult(context.evalCode('Math.random'));
  const call = () => context.unwrapResult(context.callFunction(draw, context.undefined)).dispose();
  call();
  const before = new BigUint64Array(memory.buffer.slice(0));
  call();
  const after = new BigUint64Array(memory.buffer);

  // xorshift64*: the one word that became its own successor.
  const next = (x: bigint) => {
    x ^= x >> 12n;
    x = BigInt.asUintN(64, x ^ (x << 25n));
    return x ^ (x >> 27n);
  };
  const hits: number[] = [];
  before.forEach((word, i) => {
    if (word !== 0n && word !== after[i] && next(word) === after[i]) hits.push(i * 8);
  });
  expect(hits).toEqual([place]);
});

test('the C stack begins where the engine’s first global says, and is five MiB deep', async () => {
  expect(firstGlobal(await readFile(file))).toBe(LAYOUT.stackEnd);
  expect(LAYOUT.stackEnd - LAYOUT.stackStart).toBe(5 * 1024 * 1024);
});

test('the heap’s break is at the recorded place and nowhere else, and nothing above it was ever used', async () => {
  const { context, memory } = await start();
  const words = () => new Uint32Array(memory.buffer.slice(0, LAYOUT.stackStart));
  const highest = () => new Uint8Array(memory.buffer).findLastIndex((byte) => byte !== 0);
  const [before, lower] = [words(), highest()];
  context.unwrapResult(context.evalCode('globalThis.kept = Array.from({ length: 5000 }, (_, i) => ({ i }))')).dispose();
  const [after, higher] = [words(), highest()];
  expect(higher).toBeGreaterThan(lower + 100_000);
  const hits: number[] = [];
  const size = memory.buffer.byteLength;
  before.forEach((word, i) => {
    const now = after[i] ?? 0;
    if (word > lower && word < higher && now > higher && now <= size) hits.push(i * 4);
  });
  expect(hits).toEqual([LAYOUT.heapBreak]);
});

test('the engine leaves out source texts by the byte at the recorded place and by no other', async () => {
  const own = 'function own() { return 123; }';
  const hits: number[] = [];
  for (let place = 0; place < 512; place++) {
    const { context, runtimePointer, memory } = await start();
    const at = (flags: number) => new DataView(memory.buffer).setUint8(runtimePointer + place, flags);
    if (new DataView(memory.buffer).getUint8(runtimePointer + place) !== 0) continue;
    at(1);
    let text = own;
    try {
      const made = context.evalCode(`(${own}).toString()`);
      at(0);
      text = String(context.dump(context.unwrapResult(made)));
    } catch {
      // A byte of something else that the engine needs.
    }
    if (!text.includes('123')) hits.push(place);
  }
  expect(hits).toEqual([LAYOUT.stripFlags]);
});
