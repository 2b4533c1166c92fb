import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assemble, kernelBytesText } from '../../../../scripts/assemble-kernel.mjs';
import { openKernel, type ScanKernel, type WasmHost } from '../../../../worker/memory/vectors/kernel.js';
import { fc } from '../../../fixtures/property.js';

const file = (name: string) =>
  readFileSync(new URL(`../../../../worker/memory/vectors/${name}`, import.meta.url), 'utf8');

test('the checked-in bytes are what the source assembles to', async () => {
  expect(file('kernel-bytes.ts')).toBe(await kernelBytesText());
});

test('a source that is wrong is refused with its line', async () => {
  await expect(assemble(file('kernel.wat').replace('local.get $count', 'local.get $nobody'))).rejects.toThrow(
    /kernel\.wat:\d+:\d+: error: undefined local variable "\$nobody"/,
  );
});

interface Scene {
  readonly query: Int16Array;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  readonly least: number;
}

/** Scores rows with a kernel: what it writes. */
function run(kernel: ScanKernel, { query, rows, scales, least }: Scene): { groups: number[]; scores: number[] } {
  const at = { scales: query.byteLength, rows: query.byteLength + scales.byteLength, scores: 0, groups: 0 };
  at.scores = at.rows + Math.ceil(rows.length / 16) * 16;
  at.groups = at.scores + scales.byteLength;
  kernel.reserve(at.groups + scales.length);
  new Int16Array(kernel.buffer, 0, query.length).set(query);
  new Float32Array(kernel.buffer, at.scales, scales.length).set(scales);
  new Int8Array(kernel.buffer, at.rows, rows.length).set(rows);
  const { length } = scales;
  const found = kernel.scan(0, query.length, at.scales, at.rows, length, least, at.scores, at.groups);
  return {
    groups: [...new Int32Array(kernel.buffer, at.groups, found)],
    scores: [...new Float32Array(kernel.buffer, at.scores, found * 4)],
  };
}

test('a group is written when one of its four rows is wanted, and a row without a score never is', () => {
  for (const kernel of [openKernel(), openKernel(noWasm())]) {
    const query = Int16Array.from({ length: 16 }, (_, i) => i);
    const rows = new Int8Array(16 * 12).fill(1);
    // Each row's dot product is 120.
    const scales = Float32Array.of(1, 2, 3, 4, 1, 1, Number.NaN, 1, Number.NaN, 5, 1, 1);
    const scores = [120, 240, 360, 480, 120, 120, Number.NaN, 120, Number.NaN, 600, 120, 120];
    const all = { query, rows, scales };
    expect(run(kernel, { ...all, least: Number.NEGATIVE_INFINITY })).toEqual({ groups: [0, 1, 2], scores });
    expect(run(kernel, { ...all, least: 480 }).groups).toEqual([0, 2]);
    expect(run(kernel, { ...all, least: 601 })).toEqual({ groups: [], scores: [] });
  }
});

test('vector instructions and plain JavaScript give the same floats, bit for bit', () => {
  const byte = fc.integer({ min: -128, max: 127 });
  const scene = fc
    .record({ stride: fc.integer({ min: 1, max: 12 }), groups: fc.integer({ min: 0, max: 5 }) })
    .chain(({ stride, groups }) =>
      fc.record({
        query: fc.array(fc.integer({ min: -10_000, max: 10_000 }), { minLength: stride * 16, maxLength: stride * 16 }),
        rows: fc.array(byte, { minLength: stride * 64 * groups, maxLength: stride * 64 * groups }),
        scales: fc.array(fc.float(), { minLength: groups * 4, maxLength: groups * 4 }),
        least: fc.oneof(fc.constant(Number.NEGATIVE_INFINITY), fc.float({ noNaN: true })),
      }),
    );
  const simd = openKernel();
  // The runtime of the tests has them; without this line the comparison would be of one with itself.
  expect([simd.simd, openKernel(noWasm()).simd]).toEqual([true, false]);
  fc.assert(
    fc.property(scene, ({ query, rows, scales, least }) => {
      const given = {
        query: Int16Array.from(query),
        rows: Int8Array.from(rows),
        scales: Float32Array.from(scales),
        least,
      };
      expect(run(simd, given)).toEqual(run(openKernel(noWasm()), given));
    }),
    { numRuns: 200 },
  );
});

/** A realm whose policy compiles nothing. */
function noWasm(): WasmHost {
  class Refused {
    constructor() {
      throw new WebAssembly.CompileError('Refused to compile or instantiate WebAssembly module');
    }
  }
  return { Module: Refused, Instance: Refused, Memory: WebAssembly.Memory } as unknown as WasmHost;
}

test('a realm that compiles nothing gets the plain kernel, and memory keeps what it holds when it grows', () => {
  for (const kernel of [openKernel(), openKernel(noWasm())]) {
    new Uint8Array(kernel.buffer)[5] = 7;
    kernel.reserve(1_000_000);
    expect(kernel.buffer.byteLength).toBeGreaterThanOrEqual(1_000_000);
    expect(new Uint8Array(kernel.buffer)[5]).toBe(7);
    kernel.reserve(10);
    expect(kernel.buffer.byteLength).toBeGreaterThanOrEqual(1_000_000);
  }
});
