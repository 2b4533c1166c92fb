import { featureHash } from '../../../worker/memory/vectors/feature-hash.js';
import { VectorIndex } from '../../../worker/memory/vectors/vector-index.js';
import { generator } from '../../fixtures/random.js';
import { atLeast, type Bench, type Outcome } from '../outcome.js';
import { type Alternative, compare, interleave } from '../rounds.js';

const DIMS = 384;
const TOP = 20;
const QUERIES = 10;

interface Scored {
  readonly key: number;
  readonly score: number;
}

/** Vectors around centres, as texts about the same things are. */
function clustered(centres: number, spread: number): () => Float32Array {
  const random = generator(7);
  const normal = () => random() + random() + random() + random() - 2;
  const around = Array.from({ length: centres }, () => Float32Array.from({ length: DIMS }, normal));
  return () => (around[Math.floor(random() * centres)] ?? new Float32Array(DIMS)).map((v) => v + spread * normal());
}

/** Local embeddings of sentences of made-up words, the common ones far more often than the others. */
function sentences(): () => Float32Array {
  const random = generator(9);
  const word = () =>
    Math.floor(20_000 ** random())
      .toString(36)
      .repeat(2);
  return () => featureHash(Array.from({ length: 30 }, word).join(' '));
}

/** What suggests itself: every number of every row, four at a time, and the best so far. */
function scan(rows: Float32Array, count: number, query: Float32Array): readonly Scored[] {
  let best: Scored[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const at = (list: Float32Array, i: number) => list[i] as number;
  for (let key = 0, from = 0; key < count; key += 1, from += DIMS) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < DIMS; i += 4) {
      a += at(rows, from + i) * at(query, i);
      b += at(rows, from + i + 1) * at(query, i + 1);
      c += at(rows, from + i + 2) * at(query, i + 2);
      d += at(rows, from + i + 3) * at(query, i + 3);
    }
    const score = a + b + c + d;
    if (score <= least) continue;
    best.push({ key, score });
    if (best.length < 2 * TOP) continue;
    best = best.sort((x, y) => y.score - x.score || x.key - y.key).slice(0, TOP);
    least = best.at(-1)?.score ?? least;
  }
  return best.sort((x, y) => y.score - x.score || x.key - y.key).slice(0, TOP);
}

async function measure(name: string, what: string, count: number, next: () => Float32Array): Promise<Outcome[]> {
  const index = new VectorIndex(DIMS);
  const rows = new Float32Array(count * DIMS);
  for (let key = 0; key < count; key += 1) {
    index.set(key, next());
    rows.set(index.get(key) ?? [], key * DIMS);
  }
  const queries = Array.from({ length: QUERIES }, () => {
    const query = next();
    const length = Math.hypot(...query);
    return query.map((value) => value / length);
  });
  const found = new Map<string, (readonly Scored[])[]>();
  const running = (alternative: string, search: (query: Float32Array) => readonly Scored[]): Alternative => ({
    name: alternative,
    sample: async () => {
      const began = performance.now();
      const hits = queries.map(search);
      const ms = (performance.now() - began) / QUERIES;
      found.set(alternative, hits);
      return { ms };
    },
  });
  const [ours, peer] = ['ours', 'Float32Array, in JavaScript'];
  const rounds = await interleave(
    [running(ours, (query) => index.search(query, TOP)), running(peer, (query) => scan(rows, count, query))],
    7,
  );
  const wanted = (found.get(peer) ?? []).map((hits) => new Set(hits.map(({ key }) => key)));
  const right = (found.get(ours) ?? []).flatMap((hits, i) => hits.filter(({ key }) => wanted[i]?.has(key)));
  const recall = right.length / (QUERIES * TOP);
  const notes = [
    `recall ${recall}`,
    index.simd ? 'vector instructions' : 'no vector instructions',
    `${index.bytes} bytes`,
  ];
  const first = compare(rounds, { name, what, goal: atLeast(7, 20), ours, peer, inverted: true, notes });
  return [{ ...first, differ: recall >= 0.995 ? first.differ : `recall ${recall}, at least 0.995 is wanted` }];
}

/** The best twenty of a hundred thousand vectors, against a loop over their floats. */
export const vectorSearch: Bench = {
  name: 'memory-vectors',
  async run() {
    const what = (of: string) => `top 20 of 100 000 × 384 (${of}): a loop over Float32Array / ours, recall ≥ 0.995`;
    return [
      ...(await measure('memory-vectors', what('clusters'), 100_000, clustered(1_000, 0.6))),
      ...(await measure('memory-vectors-texts', what('local embeddings of sentences'), 100_000, sentences())),
    ];
  },
};
