/** A candidate of which more than this was read in vain counts: it is longer than any marker. */
const TAG_CHARS = 64;
const STRIKES = 8;

/**
 * Counts how often a stretch of text was read in vain. Within a stretch where that was too often, candidates that fail are
 * text as far as they were read, and the others are short: so no character is read for ever.
 */
export class Strikes {
  /** What was read farthest, whatever the chunks were. */
  reached = 0;
  #frontier = 0;
  #strikes = 0;

  reach(position: number): void {
    this.reached = Math.max(this.reached, position);
  }

  /** A candidate that begins at `from` ends, or is given up, at `taken`. */
  count(from: number, taken: number): void {
    if (this.reached - taken <= TAG_CHARS) return;
    this.#strikes = from < this.#frontier ? this.#strikes + 1 : 1;
    this.#frontier = Math.max(this.#frontier, this.reached);
  }

  /** True where it was too often. */
  out(position: number): boolean {
    return this.#strikes > STRIKES && position < this.#frontier;
  }
}
