import { BulkheadError } from '../../protocol/errors.js';
import { openKernel, placeOf, type ScanKernel } from './kernel.js';
import { Selection } from './selection.js';

export interface VectorHit {
  readonly key: number;
  /** Cosine of the angle to the query: 1 for the same direction. */
  readonly score: number;
}

/** Rows of one stretch of memory. */
const BLOCK = 1_024;
const LEAST_CANDIDATES = 60;
/** Steps of a byte that a row may score below the best and still be one: five times the 0.29 steps that two rows err. */
const MARGIN = 2;
const FLOAT = 4;
/** Keeps rows, floats and 16-bit numbers where vector instructions like them. */
const ALIGN = 16;

/**
 * Vectors by key, for the nearest ones to a query. Each is kept twice: as bytes, which a search scans from the first to the
 * last, and exactly, for the order of the best. A scan reads `dims` bytes a row; nothing is trained or built beforehand.
 * A key is a safe integer of the caller's; the memory worker takes the embedding hash, which names a node, its text and
 * the model at once. The memory of removed rows is used again, and never given back.
 */
export class VectorIndex {
  readonly dims: number;
  readonly #kernel: ScanKernel;
  readonly #stride: number;
  /** Where a block's scores go, and their groups; where the blocks begin, and what each takes. */
  readonly #scores: number;
  readonly #groups: number;
  readonly #blocks: number;
  readonly #blockBytes: number;
  readonly #exact: Float32Array[] = [];
  readonly #keys: number[] = [];
  readonly #rowOf = new Map<number, number>();
  readonly #free: number[] = [];
  /** The largest scale a row has had: no byte is further from its number than half of it. */
  #coarsest = 0;

  /** `kernel`: nobody else's. @throws `BAD_ARGS` for a number of dimensions that is no integer from 1 to 16384. */
  constructor(dims: number, kernel: ScanKernel = openKernel()) {
    if (!Number.isInteger(dims) || dims < 1 || dims > 16_384) throw wrong(`${dims} dimensions: 1 to 16384`);
    this.dims = dims;
    this.#kernel = kernel;
    this.#stride = Math.ceil(dims / ALIGN) * ALIGN;
    this.#scores = this.#stride * 2;
    this.#groups = this.#scores + BLOCK * FLOAT;
    this.#blocks = this.#groups + BLOCK;
    this.#blockBytes = BLOCK * (FLOAT + this.#stride);
  }

  get size(): number {
    return this.#rowOf.size;
  }

  /** Memory of the vectors in both forms. */
  get bytes(): number {
    return this.#kernel.buffer.byteLength + this.#exact.length * BLOCK * this.dims * FLOAT;
  }

  /** True when scans use vector instructions. */
  get simd(): boolean {
    return this.#kernel.simd;
  }

  keys(): IterableIterator<number> {
    return this.#rowOf.keys();
  }

  has(key: number): boolean {
    return this.#rowOf.has(key);
  }

  /** A copy of a vector, as long as 1. */
  get(key: number): Float32Array | undefined {
    const row = this.#rowOf.get(key);
    return row === undefined ? undefined : this.#vector(row).slice();
  }

  /** Sets a vector, scaled to length 1; all zeros remove it. @returns whether it is there. @throws `BAD_ARGS`, `EMBEDDING_FAILED`: no memory. */
  set(key: number, vector: Float32Array): boolean {
    if (!Number.isSafeInteger(key)) throw wrong('a key is a safe integer');
    const unit = this.#unit(vector);
    if (!unit) {
      this.remove(key);
      return false;
    }
    const row = this.#rowOf.get(key) ?? this.#newRow();
    this.#keys[row] = key;
    this.#rowOf.set(key, row);
    this.#vector(row).set(unit);
    let most = 0;
    for (const value of unit) most = Math.max(most, Math.abs(value));
    const { buffer } = this.#kernel;
    const bytes = new Int8Array(buffer, this.#rowsOf(row));
    const place = placeOf(row % BLOCK, this.#stride);
    for (let i = 0; i < unit.length; i += 1) {
      bytes[place + (i >> 3) * 32 + (i & 7)] = Math.round(((unit[i] as number) / most) * 127);
    }
    new Float32Array(buffer, this.#scaleAt(row), 1)[0] = most / 127;
    this.#coarsest = Math.max(this.#coarsest, most / 127);
    return true;
  }

  remove(key: number): boolean {
    const row = this.#rowOf.get(key);
    if (row === undefined) return false;
    this.#rowOf.delete(key);
    this.#free.push(row);
    this.#kill(row, 1);
    return true;
  }

  /** The best `k` accepted rows: candidates by bytes, then their exact order. @throws `BAD_ARGS` for other dimensions, or no numbers. */
  search(query: Float32Array, k: number, accept?: (key: number) => boolean): readonly VectorHit[] {
    const unit = this.#unit(query);
    if (!unit || !(k >= 1)) return [];
    const wanted = Math.floor(k);
    const { numbers, factor } = this.#numbers(unit);
    const margin = MARGIN * this.#coarsest * factor;
    const selection = new Selection({ wanted, least: Math.max(LEAST_CANDIDATES, 3 * wanted), margin });
    new Int16Array(this.#kernel.buffer, 0, this.#stride).set(numbers);
    for (let block = 0; block * BLOCK < this.#keys.length; block += 1) this.#scan(block, selection, accept);
    return selection
      .best()
      .map(({ key, row }) => ({ key, score: dot(unit, this.#vector(row)) }))
      .sort((a, b) => b.score - a.score || a.key - b.key)
      .slice(0, wanted);
  }

  #scan(block: number, selection: Selection, accept: ((key: number) => boolean) | undefined): void {
    const { buffer } = this.#kernel;
    const first = block * BLOCK;
    const count = Math.min(BLOCK, this.#keys.length - first);
    const rounded = Math.ceil(count / 4) * 4;
    const [scales, rows] = [this.#scaleAt(first), this.#rowsOf(first)];
    let { least } = selection;
    const found = this.#kernel.scan(0, this.#stride, scales, rows, rounded, least, this.#scores, this.#groups);
    const scores = new Float32Array(buffer, this.#scores, found * 4);
    const groups = new Int32Array(buffer, this.#groups, found);
    for (let i = 0; i < scores.length; i += 1) {
      const score = scores[i] as number;
      // False for a row that is gone: its score is not a number.
      if (!(score >= least)) continue;
      const row = first + (groups[i >> 2] as number) * 4 + (i & 3);
      const key = this.#keys[row] as number;
      if (!accept || accept(key)) least = selection.add(key, row, score);
    }
  }

  /** The query as whole numbers, as large as sums of 32 bits allow: `factor` times its own. */
  #numbers(unit: Float32Array): { readonly numbers: Int16Array; readonly factor: number } {
    const largest = Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * this.#stride)));
    let most = 0;
    for (const value of unit) most = Math.max(most, Math.abs(value));
    const numbers = new Int16Array(this.#stride);
    unit.forEach((value, i) => {
      numbers[i] = Math.round((value / most) * largest);
    });
    return { numbers, factor: largest / most };
  }

  #unit(vector: Float32Array): Float32Array | undefined {
    if (vector.length !== this.dims) throw wrong(`a vector of ${vector.length} dimensions, not ${this.dims}`);
    let sum = 0;
    for (const value of vector) sum += value * value;
    if (!Number.isFinite(sum)) throw wrong('a vector of finite numbers');
    const length = Math.sqrt(sum);
    return length === 0 ? undefined : vector.map((value) => value / length);
  }

  #newRow(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const row = this.#keys.length;
    if (row % BLOCK === 0) this.#grow(row / BLOCK);
    return row;
  }

  #grow(blocks: number): void {
    try {
      // Some more than needed: where growing means copying, it does not do so for each block.
      this.#kernel.reserve(this.#blocks + (blocks + 1 + Math.floor(blocks / 8)) * this.#blockBytes);
      this.#exact.push(new Float32Array(BLOCK * this.dims));
    } catch (cause) {
      const what = `no memory for more than ${this.size} vectors of ${this.dims} dimensions`;
      throw new BulkheadError('EMBEDDING_FAILED', `${what}: choose a model with fewer`, {}, { cause });
    }
    this.#kill(blocks * BLOCK, BLOCK);
  }

  #kill(row: number, count: number): void {
    new Float32Array(this.#kernel.buffer, this.#scaleAt(row), count).fill(Number.NaN);
  }

  #scaleAt(row: number): number {
    return this.#blocks + Math.floor(row / BLOCK) * this.#blockBytes + (row % BLOCK) * FLOAT;
  }

  /** Where the bytes of a row's block begin. */
  #rowsOf(row: number): number {
    return this.#blocks + Math.floor(row / BLOCK) * this.#blockBytes + BLOCK * FLOAT;
  }

  #vector(row: number): Float32Array {
    const at = (row % BLOCK) * this.dims;
    return this.#exact[Math.floor(row / BLOCK)]?.subarray(at, at + this.dims) ?? new Float32Array(this.dims);
  }
}

const wrong = (what: string) => new BulkheadError('BAD_ARGS', `vectors: ${what}`);

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
