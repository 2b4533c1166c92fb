import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { assemble, kernelBytesText } from '../../../../scripts/assemble-kernel.mjs';
import { openKernel, type ScanKernel, type WasmHost } from '../../../../worker/memory/vectors/kernel.js';

const file = (name: string) =>
  readFileSync(new URL(`../../../../worker/memory/vectors/${name}`, import.meta.url), 'utf8');

test('the checked-in bytes are what the source assembles to', () => {
  expect(file('kernel-bytes.ts')).toBe(kernelBytesText());
});

test('the assembler refuses what it does not know', () => {
  const source = file('kernel.wat');
  for (const [known, unknown] of [
    ['i32x4.dot_i16x8_s', 'i32x4.mul'],
    ['local.get $count', 'local.get $nobody'],
    ['br_if $fourRows', 'br_if $nowhere'],
    ['v128.load align=4', 'v128.load align=3'],
  ] as const) {
    expect(source).toContain(known);
    expect(() => assemble(source.replace(known, unknown))).toThrow('not known here');
  }
});

/** Scores rows with a kernel: the floats it writes. */
function run(kernel: ScanKernel, query: Int16Array, rows: Int8Array, scales: Float32Array): number[] {
  const at = { scales: query.byteLength, rows: query.byteLength + scales.byteLength, out: 0 };
  at.out = at.rows + Math.ceil(rows.length / 16) * 16;
  kernel.reserve(at.out + scales.byteLength);
  new Int16Array(kernel.buffer, 0, query.length).set(query);
  new Float32Array(kernel.buffer, at.scales, scales.length).set(scales);
  new Int8Array(kernel.buffer, at.rows, rows.length).set(rows);
  kernel.scan(0, query.length, at.scales, at.rows, scales.length, at.out);
  return [...new Float32Array(kernel.buffer, at.out, scales.length)];
}

test('vector instructions and plain JavaScript give the same floats, bit for bit', () => {
  const byte = fc.integer({ min: -128, max: 127 });
  const scene = fc
    .record({ stride: fc.integer({ min: 1, max: 12 }), groups: fc.integer({ min: 0, max: 5 }) })
    .chain(({ stride, groups }) =>
      fc.record({
        query: fc.array(fc.integer({ min: -10_000, max: 10_000 }), { minLength: stride * 16, maxLength: stride * 16 }),
        rows: fc.array(byte, { minLength: stride * 64 * groups, maxLength: stride * 64 * groups }),
        scales: fc.array(fc.float(), { minLength: groups * 4, maxLength: groups * 4 }),
      }),
    );
  const simd = openKernel();
  // The runtime of the tests has them; without this line the comparison would be of one with itself.
  expect([simd.simd, openKernel(noWasm()).simd]).toEqual([true, false]);
  fc.assert(
    fc.property(scene, ({ query, rows, scales }) => {
      const given = [Int16Array.from(query), Int8Array.from(rows), Float32Array.from(scales)] as const;
      expect(run(simd, ...given)).toEqual(run(openKernel(noWasm()), ...given));
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
