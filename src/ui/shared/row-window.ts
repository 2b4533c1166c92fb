/** Rows drawn above and below what is seen, in pixels. */
const SPARE = 600;

/** The rows of a long list that are near what is seen: how high each is, is known once it was drawn. */
export class RowWindow {
  readonly #heights = new Map<string, number>();
  #tops: Float64Array = new Float64Array(1);
  #ids: readonly string[] = [];
  first = 0;
  /** Not itself among the rows. */
  end = 0;

  /** What is above the first row, and below the last, in pixels. */
  get before(): number {
    return this.#tops[this.first] ?? 0;
  }

  get after(): number {
    return this.total - (this.#tops[this.end] ?? this.total);
  }

  get total(): number {
    return this.#tops[this.#ids.length] ?? 0;
  }

  /** These are the rows now, as high as they are known or thought to be. */
  set(ids: readonly string[], guess: (index: number) => number): void {
    const tops = new Float64Array(ids.length + 1);
    let top = 0;
    for (const [index, id] of ids.entries()) {
      tops[index] = top;
      top += this.#heights.get(id) ?? guess(index);
    }
    tops[ids.length] = top;
    [this.#tops, this.#ids] = [tops, ids];
    this.end = Math.min(this.end, ids.length);
    this.first = Math.min(this.first, this.end);
  }

  /** A row was measured. @returns whether that is news. */
  measure(id: string, height: number): boolean {
    const known = this.#heights.get(id);
    if (known !== undefined && Math.abs(known - height) < 0.5) return false;
    this.#heights.set(id, height);
    return true;
  }

  /** Forgets heights, as when the list has another width. */
  forget(): void {
    this.#heights.clear();
  }

  /** Looks at another part. @returns whether other rows are near it. */
  look(top: number, height: number): boolean {
    const first = this.#at(top - SPARE);
    const end = Math.min(this.#ids.length, this.#at(top + height + SPARE) + 1);
    if (first === this.first && end === this.end) return false;
    [this.first, this.end] = [first, end];
    return true;
  }

  topOf(index: number): number {
    return this.#tops[index] ?? this.total;
  }

  /** The row that a place is in. */
  #at(place: number): number {
    let [low, high] = [0, Math.max(0, this.#ids.length - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#tops[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
