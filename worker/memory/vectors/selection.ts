export interface Candidate {
  readonly key: number;
  readonly row: number;
  readonly score: number;
}

const order = (a: Candidate, b: Candidate) => b.score - a.score || a.key - b.key;

export interface SelectionSize {
  /** How many are wanted in the end. */
  readonly wanted: number;
  /** How many are kept at least, where there are so many. */
  readonly least: number;
  /** How much worse than the last wanted one a row may score and still be kept: scores are not quite exact. */
  readonly margin: number;
}

/** However many score nearly alike, no more are kept: then the better ones, equal ones by key. */
const MOST = 8_192;

/** The best of what passes by. It sorts only when it holds twice as many as it keeps. */
export class Selection {
  readonly #size: SelectionSize;
  #held: Candidate[] = [];
  #full: number;
  #least = Number.NEGATIVE_INFINITY;
  #leastKey = Number.POSITIVE_INFINITY;

  constructor(size: SelectionSize) {
    this.#size = size;
    this.#full = 2 * size.least;
  }

  /** A score below this is not among the best; a 32-bit float. */
  get least(): number {
    return this.#least;
  }

  /** @returns `least` after it. */
  add(key: number, row: number, score: number): number {
    if (score > this.#least || (score === this.#least && key < this.#leastKey)) {
      this.#held.push({ key, row, score });
      if (this.#held.length >= this.#full) this.#cut();
    }
    return this.#least;
  }

  best(): readonly Candidate[] {
    this.#cut();
    return this.#held;
  }

  #cut(): void {
    const { wanted, least, margin } = this.#size;
    const held = this.#held.sort(order);
    const [enough, last] = [held[least - 1], held[wanted - 1]];
    if (!enough || !last) return;
    const limit = Math.fround(last.score - margin);
    let count = least;
    while (count < held.length && (held[count]?.score ?? limit) >= limit) count += 1;
    const most = Math.max(MOST, least);
    held.length = Math.min(count, most);
    const end = held.at(-1) ?? enough;
    // Where the margin reaches further than the count, all within it are still welcome.
    const open = limit <= enough.score && held.length < most;
    this.#least = open ? limit : end.score;
    this.#leastKey = open ? Number.POSITIVE_INFINITY : end.key;
    this.#full = 2 * held.length;
  }
}
