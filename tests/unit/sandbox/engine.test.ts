import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { RANDOM_STATE_OFFSET, startEngine } from '../../../sandbox/engine.js';

const wasm = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');

test('Math.random keeps its state at the recorded place and nowhere else', async () => {
  const seed = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const { context, contextPointer, memory } = await startEngine(
    await WebAssembly.compile(await readFile(wasm)),
    32 * 1024 * 1024,
    65_536,
    () => seed,
  );
  const at = () =>
    new Uint8Array(memory.buffer.slice(contextPointer + RANDOM_STATE_OFFSET, contextPointer + RANDOM_STATE_OFFSET + 8));
  expect(at()).toEqual(seed);
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
  expect(hits).toEqual([contextPointer + RANDOM_STATE_OFFSET]);
});
