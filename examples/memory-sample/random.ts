/** A source of numbers that a seed decides: the same in every browser. */
export interface Random {
  /** From 0 up to, but never, 1. */
  next(): number;
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Makes a source of numbers: mulberry32, good enough for data to look at and to measure with, and for nothing secret. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (list) => {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
  };
}

/** Ranks from 0 to `size - 1`, rank r about 1 / (r + 1) times as often as the first: words of a language, hubs of a net. */
export function createZipf(size: number, random: Random): () => number {
  const upTo = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank += 1) {
    sum += 1 / (rank + 1);
    upTo[rank] = sum;
  }
  return () => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? sum) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
