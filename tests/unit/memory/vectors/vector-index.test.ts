import { expect, test } from 'vitest';
import { openKernel, type ScanKernel, type WasmHost } from '../../../../worker/memory/vectors/kernel.js';
import { type VectorHit, VectorIndex } from '../../../../worker/memory/vectors/vector-index.js';
import { fc } from '../../../fixtures/property.js';
import { generator } from '../../../fixtures/random.js';

const plainKernel = (): ScanKernel => openKernel({} as WasmHost);

/** Vectors around centres, as texts about the same things are. */
function clustered(dims: number, centres: number, spread: number, seed: number): () => Float32Array {
  const random = generator(seed);
  const normal = () => random() + random() + random() + random() - 2;
  const around = Array.from({ length: centres }, () => Float32Array.from({ length: dims }, normal));
  return () => {
    const centre = around[Math.floor(random() * centres)] ?? new Float32Array(dims);
    return centre.map((value) => value + spread * normal());
  };
}

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
};
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Every vector of length 1, scored and sorted. */
const nearest = (units: ReadonlyMap<number, Float32Array>, query: Float32Array, k: number): VectorHit[] => {
  const direction = unit(query);
  return [...units]
    .map(([key, vector]) => ({ key, score: dot(direction, vector) }))
    .sort((a, b) => b.score - a.score || a.key - b.key)
    .slice(0, k);
};
const naive = (vectors: ReadonlyMap<number, Float32Array>, query: Float32Array, k: number): VectorHit[] =>
  nearest(new Map([...vectors].map(([key, vector]) => [key, unit(vector)])), query, k);

test('after any sets and removals, a search of up to sixty rows is exactly the naive one', () => {
  const value = fc.integer({ min: -3, max: 3 });
  const vector = (dims: number) => fc.array(value, { minLength: dims, maxLength: dims });
  const scene = fc.integer({ min: 1, max: 20 }).chain((dims) =>
    fc.record({
      dims: fc.constant(dims),
      steps: fc.array(fc.record({ key: fc.integer({ min: -5, max: 50 }), vector: fc.option(vector(dims)) }), {
        maxLength: 120,
      }),
      query: vector(dims),
      k: fc.integer({ min: 1, max: 70 }),
      plain: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(scene, ({ dims, steps, query, k, plain }) => {
      const index = new VectorIndex(dims, plain ? plainKernel() : openKernel());
      const all = new Map<number, Float32Array>();
      for (const { key, vector: numbers } of steps) {
        if (numbers === null) {
          expect(index.remove(key)).toBe(all.delete(key));
          continue;
        }
        const some = numbers.some((number) => number !== 0);
        expect(index.set(key, Float32Array.from(numbers))).toBe(some);
        if (some) all.set(key, Float32Array.from(numbers));
        else all.delete(key);
      }
      expect(index.size).toBe(all.size);
      const expected = query.some((number) => number !== 0) ? naive(all, Float32Array.from(query), k) : [];
      expect(index.search(Float32Array.from(query), k)).toEqual(expected);
      const even = (key: number) => key % 2 === 0;
      const evens = new Map([...all].filter(([key]) => even(key)));
      expect(index.search(Float32Array.from(query), k, even)).toEqual(
        expected.length === 0 ? [] : naive(evens, Float32Array.from(query), k),
      );
    }),
    { numRuns: 300 },
  );
});

test('among thousands of clustered vectors the best twenty are found, with and without vector instructions', () => {
  const [dims, count, rounds] = [384, 3_000, 20];
  for (const [centres, spread] of [
    [40, 0.6],
    [8, 0.3],
    [1, 1],
    // Hundreds of rows nearer to each other than a byte can tell.
    [4, 0.1],
  ] as const) {
    const next = clustered(dims, centres, spread, 11);
    const all = new Map(Array.from({ length: count }, (_, key) => [key, next()] as const));
    const [index, plain] = [new VectorIndex(dims), new VectorIndex(dims, plainKernel())];
    expect([index.simd, plain.simd]).toEqual([true, false]);
    for (const [key, vector] of all) {
      index.set(key, vector);
      plain.set(key, vector);
    }
    const units = new Map([...all].map(([key, vector]) => [key, unit(vector)] as const));
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const query = next();
      const expected = new Set(nearest(units, query, 20).map(({ key }) => key));
      const hits = index.search(query, 20);
      found += hits.filter(({ key }) => expected.has(key)).length;
      expect(plain.search(query, 20)).toEqual(hits);
    }
    expect(found / (rounds * 20)).toBeGreaterThanOrEqual(0.995);
  }
});

test('equal rows come by key, however many there are and in whatever order they came', () => {
  const index = new VectorIndex(8);
  const same = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  for (let key = 2_999; key >= 0; key -= 1) index.set(key, same);
  expect(index.search(same, 5).map(({ key }) => key)).toEqual([0, 1, 2, 3, 4]);
});

test('a filter is asked before the cut, so what it lets through is found however far down it is', () => {
  const next = clustered(16, 1, 1, 5);
  const index = new VectorIndex(16);
  const all = new Map(Array.from({ length: 3_000 }, (_, key) => [key, next()] as const));
  for (const [key, vector] of all) index.set(key, vector);
  const query = next();
  const last = naive(all, query, all.size).at(-1);
  expect(index.search(query, 3, (key) => key === last?.key)).toEqual([last]);
});

test('removed rows make room for new ones', () => {
  const index = new VectorIndex(32);
  const next = clustered(32, 4, 0.5, 3);
  for (let key = 0; key < 1_000; key += 1) index.set(key, next());
  const { bytes } = index;
  for (let round = 1; round < 6; round += 1) {
    for (const key of [...index.keys()]) index.remove(key);
    expect(index.search(next(), 5)).toEqual([]);
    for (let key = 0; key < 1_000; key += 1) index.set(round * 1_000 + key, next());
  }
  expect([index.size, index.bytes]).toEqual([1_000, bytes]);
});

test('where memory ends, what is there stays and the next vector is refused with what to do', () => {
  const kernel = openKernel();
  let most = Number.POSITIVE_INFINITY;
  const index = new VectorIndex(4, {
    simd: kernel.simd,
    get buffer() {
      return kernel.buffer;
    },
    reserve(bytes) {
      if (bytes > most) throw new RangeError('out of memory');
      kernel.reserve(bytes);
    },
    scan: kernel.scan,
  });
  const vector = Float32Array.of(1, 2, 3, 4);
  for (let key = 0; key < 1_024; key += 1) index.set(key, vector);
  most = 0;
  expect(() => index.set(5_000, vector)).toThrow(expect.objectContaining({ code: 'EMBEDDING_FAILED' }));
  index.set(3, vector);
  index.remove(7);
  index.set(5_001, vector);
  expect([index.size, index.has(5_000), index.search(vector, 1)[0]?.key]).toEqual([1_024, false, 0]);
  most = Number.POSITIVE_INFINITY;
  expect(index.set(5_000, vector)).toBe(true);
});

test('a vector is given back as long as 1, and as a copy', () => {
  const index = new VectorIndex(2);
  index.set(7, Float32Array.of(3, 4));
  index.get(7)?.fill(9);
  expect([...(index.get(7) ?? [])]).toEqual([...Float32Array.of(0.6, 0.8)]);
  expect(index.get(8)).toBeUndefined();
});

test('what is no vector, no key or no number of dimensions is refused', () => {
  const index = new VectorIndex(2);
  const wrong: (() => unknown)[] = [
    () => new VectorIndex(0),
    () => new VectorIndex(1.5),
    () => new VectorIndex(100_000),
    () => index.set(1, Float32Array.of(1)),
    () => index.set(1, Float32Array.of(1, Number.NaN)),
    () => index.set(1, Float32Array.of(1, Number.POSITIVE_INFINITY)),
    () => index.set(1.5, Float32Array.of(1, 1)),
    () => index.search(Float32Array.of(1, 2, 3), 1),
  ];
  for (const call of wrong) expect(call).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  expect(index.size).toBe(0);
  index.set(1, Float32Array.of(1, 1));
  for (const k of [0, -1, Number.NaN]) expect(index.search(Float32Array.of(1, 1), k)).toEqual([]);
});
