import { KERNEL_BYTES } from './kernel-bytes.js';

/** Scores rows of bytes in its own memory: dot product with the query, times the row's scale. Addresses are bytes, multiples of 16. */
export interface ScanKernel {
  /** False for the slower one in plain JavaScript. */
  readonly simd: boolean;
  /** Changes when `reserve` had to grow it: views over an earlier one are dead. */
  readonly buffer: ArrayBuffer;
  /** Makes room for so many bytes in all; what is there stays. @throws `RangeError` when there is none. */
  reserve(bytes: number): void;
  /** @returns how many groups it wrote. */
  scan(
    /** 16-bit numbers, `stride` of them. */
    query: number,
    /** Numbers of a row; a multiple of 8. */
    stride: number,
    /** A 32-bit float for each row. */
    scales: number,
    /** Signed bytes, four rows interleaved as `placeOf` says. */
    rows: number,
    /** Number of rows; a multiple of 4. */
    count: number,
    /** A score below it is not wanted, nor one that is not a number. */
    least: number,
    /** Where 32-bit floats go: four for each group of four rows in which one is wanted. */
    scores: number,
    /** Where the numbers of these groups go, of 32 bits. */
    groups: number,
  ): number;
}

/** Rows that lie interleaved, and how many bytes of each come in turn. */
const LANES = 4;
const RUN = 8;

/** Where the first byte of a row lies, counted from that of the first row. Byte `i` lies at `(i >> 3) * 32 + (i & 7)` from there. */
export const placeOf = (row: number, stride: number): number => (row - (row % LANES)) * stride + (row % LANES) * RUN;

export type WasmHost = Pick<typeof WebAssembly, 'Module' | 'Instance' | 'Memory'>;

const PAGE = 65_536;

/** Opens the SIMD kernel; where the realm or the page's policy has none, one in plain JavaScript that gives the same floats. */
export function openKernel(wasm: WasmHost | undefined = globalThis.WebAssembly): ScanKernel {
  try {
    return wasm ? simdKernel(wasm) : plainKernel();
  } catch {
    return plainKernel();
  }
}

function simdKernel(wasm: WasmHost): ScanKernel {
  const bytes = Uint8Array.from(atob(KERNEL_BYTES), (char) => char.charCodeAt(0));
  const memory = new wasm.Memory({ initial: 1 });
  const { exports } = new wasm.Instance(new wasm.Module(bytes), { bulkhead: { memory } });
  return {
    simd: true,
    get buffer() {
      return memory.buffer as ArrayBuffer;
    },
    reserve(bytes) {
      const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
      if (missing > 0) memory.grow(missing);
    },
    scan: exports.scan as ScanKernel['scan'],
  };
}

function plainKernel(): ScanKernel {
  let buffer = new ArrayBuffer(PAGE);
  return {
    simd: false,
    get buffer() {
      return buffer;
    },
    reserve(bytes) {
      if (bytes <= buffer.byteLength) return;
      const grown = new ArrayBuffer(bytes);
      new Uint8Array(grown).set(new Uint8Array(buffer));
      buffer = grown;
    },
    scan(query, stride, scales, rows, count, least, scores, groups) {
      const numbers = new Int16Array(buffer, query, stride);
      const factors = new Float32Array(buffer, scales, count);
      const all = new Int8Array(buffer, rows, count * stride);
      const floats = new Float32Array(buffer, scores, count);
      const found = new Int32Array(buffer, groups, count / LANES);
      let written = 0;
      for (let row = 0; row < count; row += LANES) {
        let wanted = false;
        for (let lane = 0; lane < LANES; lane += 1) {
          const sum = dotBytes(numbers, all, placeOf(row + lane, stride));
          // Rounded where the other kernel rounds.
          const score = Math.fround(Math.fround(sum) * (factors[row + lane] ?? 0));
          floats[written * LANES + lane] = score;
          wanted ||= score >= least;
        }
        if (wanted) found[written++] = row / LANES;
      }
      return written;
    },
  };
}

function dotBytes(query: Int16Array, rows: Int8Array, from: number): number {
  let even = 0;
  let odd = 0;
  for (let i = 0, at = from; i < query.length; at += LANES * RUN) {
    for (let j = 0; j < RUN; j += 2, i += 2) {
      even += (query[i] as number) * (rows[at + j] as number);
      odd += (query[i + 1] as number) * (rows[at + j + 1] as number);
    }
  }
  return even + odd;
}
