/** A row that may be among the best. */
export interface Candidate {
  readonly key: number;
  readonly row: number;
  readonly score: number;
}

const order = (a: Candidate, b: Candidate) => b.score - a.score || a.key - b.key;

/**
 * The best of what passes by, equal ones by key. It holds at most twice as many as wanted, and sorts only when it is full,
 * which soon is seldom: nearly all of a long row of scores is below `least`.
 */
export class Selection {
  readonly #most: number;
  #held: Candidate[] = [];
  #last: Candidate | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** A score below this is not among the best. */
  get least(): number {
    return this.#last?.score ?? Number.NEGATIVE_INFINITY;
  }

  /** @returns `least` after it. */
  add(key: number, row: number, score: number): number {
    const last = this.#last;
    if (!last || score > last.score || (score === last.score && key < last.key)) {
      this.#held.push({ key, row, score });
      if (this.#held.length >= 2 * this.#most) this.#cut();
    }
    return this.least;
  }

  best(): readonly Candidate[] {
    this.#cut();
    return this.#held;
  }

  #cut(): void {
    if (this.#held.length < this.#most) return;
    this.#held = this.#held.sort(order).slice(0, this.#most);
    this.#last = this.#held.at(-1);
  }
}
