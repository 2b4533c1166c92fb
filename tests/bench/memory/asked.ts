import { median, type Rounds } from '../rounds.js';

/** One way to answer queries. */
export interface Asked {
  readonly name: string;
  /** Queries of each round; fewer for who is slow. The first of the round's. */
  readonly each: number;
  /** How often each is asked, where once is less than the clock can tell. Default: 1. */
  readonly times?: number;
  ask(query: string): unknown;
  /** What is compared of an answer; absent for who answers something else. */
  readonly show?: (answer: never) => string;
}

/** The names under which an alternative's times stand. */
export const p50 = (name: string): string => `${name}, p50`;
export const p99 = (name: string): string => `${name}, p99`;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

/**
 * Asks everybody the same queries in each round, in turn, each query timed by itself; one round is not counted. The queries of
 * two rounds are different ones. Answers are compared in every round.
 */
export async function askAll(
  alternatives: readonly Asked[],
  queries: readonly string[],
  count: number,
): Promise<Rounds> {
  const most = Math.max(...alternatives.map(({ each }) => each));
  const times = new Map<string, number[]>();
  let differ: string | null = null;
  for (let round = -1; round < count; round++) {
    const own = Array.from({ length: most }, (_, i) => queries[((round + 1) * most + i) % queries.length] ?? '');
    const right = new Map<string, { readonly name: string; readonly text: string }>();
    for (const { name, each, times: again = 1, ask, show } of alternatives) {
      const asked = own.slice(0, each);
      const answers: unknown[] = [];
      const taken = asked.map((query) => {
        const began = performance.now();
        for (let i = 1; i < again; i++) ask(query);
        answers.push(ask(query));
        return (performance.now() - began) / again;
      });
      taken.sort((a, b) => a - b);
      if (round >= 0) {
        for (const [key, ms] of [
          [p50(name), at(taken, 0.5)],
          [p99(name), at(taken, 0.99)],
        ] as const) {
          times.set(key, [...(times.get(key) ?? []), ms]);
        }
      }
      if (!show) continue;
      for (const [i, query] of asked.entries()) {
        const text = show(answers[i] as never);
        const known = right.get(query);
        if (!known) right.set(query, { name, text });
        else if (known.text !== text) {
          differ ??= `"${query.slice(0, 40)}" ${known.name}: ${known.text.slice(0, 80)}; ${name}: ${text.slice(0, 80)}`;
        }
      }
    }
  }
  const of = (name: string): readonly number[] => times.get(name) ?? [];
  const timings = [...times].map(([name, all]) => ({
    name,
    p50: median(all),
    min: Math.min(...all),
    max: Math.max(...all),
  }));
  return { count, differ, timings, of };
}

/** The better of two rounds' `differ`. */
export const bothOf = (...differs: readonly (string | null)[]): string | null => differs.find((one) => one) ?? null;
