import { KERNEL_BYTES } from './kernel-bytes.js';

/** Scores many rows of bytes against one query, in memory of its own. All addresses are bytes, and multiples of 16. */
export interface ScanKernel {
  /** False for the slower one in plain JavaScript. */
  readonly simd: boolean;
  /** Changes when `reserve` had to grow it: views over an earlier one are dead. */
  readonly buffer: ArrayBuffer;
  /** Makes room for so many bytes in all; what is there stays. @throws `RangeError` when there is none. */
  reserve(bytes: number): void;
  /**
   * Writes a 32-bit float for each row to `out`: its dot product with the query, times the row's scale. `query`: 16-bit
   * numbers; `scales`: 32-bit floats; `rows`: signed bytes, four rows interleaved as `placeOf` says; `stride`: numbers of
   * a row, a multiple of 8; `count`: a multiple of 4.
   */
  scan(query: number, stride: number, scales: number, rows: number, count: number, out: number): void;
}

/** Rows that lie interleaved, and how many bytes of each come in turn. */
const LANES = 4;
const RUN = 8;

/** Where the first byte of a row lies, counted from that of the first row. Byte `i` lies at `(i >> 3) * 32 + (i & 7)` from there. */
export const placeOf = (row: number, stride: number): number => (row - (row % LANES)) * stride + (row % LANES) * RUN;

/** What of `WebAssembly` a kernel needs. */
export type WasmHost = Pick<typeof WebAssembly, 'Module' | 'Instance' | 'Memory'>;

const PAGE = 65_536;

/**
 * Opens the fastest kernel that this realm allows: where there is no WebAssembly, no SIMD in it, or a policy of the page
 * that forbids it (`script-src` without `wasm-unsafe-eval`), the one in plain JavaScript. Both give the same floats.
 */
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
    scan(query, stride, scales, rows, count, out) {
      const numbers = new Int16Array(buffer, query, stride);
      const factors = new Float32Array(buffer, scales, count);
      const all = new Int8Array(buffer, rows, count * stride);
      const floats = new Float32Array(buffer, out, count);
      for (let row = 0; row < count; row += 1) {
        const sum = dotBytes(numbers, all, placeOf(row, stride));
        // Rounded where the other kernel rounds.
        floats[row] = Math.fround(sum) * (factors[row] ?? 0);
      }
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
