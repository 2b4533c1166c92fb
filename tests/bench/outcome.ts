/** How one alternative did: milliseconds of one call, or of one start, over all rounds. */
export interface Timing {
  readonly name: string;
  /** Median over the rounds. */
  readonly p50: number;
  readonly min: number;
  readonly max: number;
}

export interface Goal {
  readonly limit: number;
  /** Whether the measured number may be at most, or must be at least, the limit. */
  readonly bound: 'most' | 'least';
  readonly stretch?: number;
}

/** What a bench answers for each of its goals. */
export interface Outcome {
  readonly name: string;
  /** What is compared, in words. */
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** `null` where the goal is a number and not a comparison; then `ratio` is `null`, too. */
  readonly peer: number | null;
  /** Median over the rounds of each round's own ratio. */
  readonly ratio: number | null;
  readonly ratioMin: number | null;
  readonly ratioMax: number | null;
  readonly goal: Goal;
  readonly rounds: number;
  readonly alternatives: readonly Timing[];
  /** Says how the alternatives' answers differ, where they do: then the numbers mean nothing. */
  readonly differ: string | null;
  readonly notes: readonly string[];
}

/** One bench of the suite; it answers at least one outcome, the first of its own name. */
export interface Bench {
  readonly name: string;
  /**
   * True where nothing of ours runs in a tool worker, so that the browser may have a global `gc`: in a realm that has one,
   * wall 4 does not stand, and nothing is loaded.
   */
  readonly collects?: boolean;
  /** `quick`: with fewer rounds and fewer questions, where it takes long; for looking, not for telling. */
  run(quick: boolean): Promise<readonly Outcome[]>;
}

export const atMost = (limit: number, stretch?: number): Goal => ({
  limit,
  bound: 'most',
  ...(stretch !== undefined && { stretch }),
});
export const atLeast = (limit: number, stretch?: number): Goal => ({
  limit,
  bound: 'least',
  ...(stretch !== undefined && { stretch }),
});
