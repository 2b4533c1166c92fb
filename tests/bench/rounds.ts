import type { Goal, Outcome, Timing } from './outcome.js';

/** One block of calls, or one start. */
export interface Sample {
  /** Of one call. */
  readonly ms: number;
  /** JSON text; absent where there is nothing to answer, e.g. of an instance that nobody calls. */
  readonly answer?: string;
}

/** One way to do the same work. */
export interface Alternative {
  readonly name: string;
  sample(): Promise<Sample>;
}

/** Calls in a block: with less, the clock of a page that is not isolated (0.1 ms) would show. */
export const BLOCK = 300;
/** Rounds of benches whose samples are blocks. */
export const ROUNDS = 7;
/** Rounds of benches whose samples are single starts. */
export const STARTS = 21;

export interface Rounds {
  readonly count: number;
  readonly differ: string | null;
  readonly timings: readonly Timing[];
  /** Milliseconds of each round, by the alternative's name. */
  readonly of: (name: string) => readonly number[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Milliseconds of one of `calls` calls made one after another. What the last answers is made text when the clock stands. */
export async function block<T>(
  calls: number,
  call: () => Promise<T>,
  show: (value: T) => string = (value) => JSON.stringify(value),
): Promise<Sample> {
  const began = performance.now();
  for (let i = 1; i < calls; i++) await call();
  const last = await call();
  const ms = (performance.now() - began) / calls;
  return { ms, answer: show(last) };
}

/** Runs every alternative once per round, in turn, after one round that is not counted; compares all answers. */
export async function interleave(alternatives: readonly Alternative[], count = ROUNDS): Promise<Rounds> {
  const times = new Map(alternatives.map(({ name }) => [name, [] as number[]]));
  let first: { readonly name: string; readonly answer: string } | undefined;
  let differ: string | null = null;
  for (let round = -1; round < count; round++) {
    for (const { name, sample } of alternatives) {
      const { ms, answer } = await sample();
      if (round >= 0) times.get(name)?.push(ms);
      if (answer === undefined) continue;
      first ??= { name, answer };
      if (answer !== first.answer) {
        differ ??= `${first.name}: ${first.answer.slice(0, 80)}; ${name}: ${answer.slice(0, 80)}`;
      }
    }
  }
  const of = (name: string): readonly number[] => {
    const found = times.get(name);
    if (!found) throw new Error(`no alternative ${name}`);
    return found;
  };
  const timings = alternatives.map(({ name }) => {
    const all = of(name);
    return { name, p50: median(all), min: Math.min(...all), max: Math.max(...all) };
  });
  return { count, differ, timings, of };
}

export interface Comparison {
  readonly name: string;
  readonly what: string;
  readonly goal: Goal;
  readonly ours: string;
  readonly peer: string;
  /** True where the goal asks how many times the peer takes of our time. */
  readonly inverted?: boolean;
  readonly notes?: readonly string[];
}

/** The outcome of comparing two alternatives of the same rounds. */
export function compare(rounds: Rounds, { ours, peer, inverted, notes = [], ...rest }: Comparison): Outcome {
  const [own, others] = [rounds.of(ours), rounds.of(peer)];
  const ratios = own.map((ms, round) => {
    const other = others[round] ?? Number.NaN;
    return inverted ? other / ms : ms / other;
  });
  return {
    ...rest,
    unit: 'ms',
    ours: median(own),
    peer: median(others),
    ratio: median(ratios),
    ratioMin: Math.min(...ratios),
    ratioMax: Math.max(...ratios),
    rounds: rounds.count,
    alternatives: rounds.timings,
    differ: rounds.differ,
    notes,
  };
}
