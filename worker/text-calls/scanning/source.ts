/** A reader runs until it needs more of the text, and then yields. */
export type Reading<T = boolean> = Generator<void, T, void>;

/**
 * A text that arrives in pieces. Readers look at `chunk` from `at` on and move `at` only past what they are certain of;
 * when the chunk ends too early they yield, and find the rest of it at the head of the next. Only what is held is kept.
 */
export class Source {
  chunk = '';
  at = 0;
  /** No more will come. */
  ended = false;
  /** Position of the chunk's first character in the whole text. */
  #base = 0;
  /** What lies before the chunk and is kept, oldest first. */
  #kept: string[] = [];
  /** From where on the text is kept; -1 for nothing. */
  #hold = -1;

  get position(): number {
    return this.#base + this.at;
  }

  get base(): number {
    return this.#base;
  }

  push(next: string): void {
    if (this.#hold >= 0 && this.at > 0) {
      this.#kept.push(this.chunk.slice(Math.max(0, this.#hold - this.#base), this.at));
    }
    this.chunk = this.at === this.chunk.length ? next : this.chunk.slice(this.at) + next;
    this.#base += this.at;
    this.at = 0;
  }

  /** Keeps the text from here on, for `slice` and `rewind`. */
  hold(): void {
    this.#hold = this.position;
    this.#kept = [];
  }

  /** Text between two positions, neither before the hold nor after the chunk. */
  slice(from: number, to: number): string {
    if (from >= this.#base) return this.chunk.slice(from - this.#base, to - this.#base);
    // Back from the chunk, so that a short piece of a long candidate costs its own length.
    const parts = [to > this.#base ? this.chunk.slice(0, to - this.#base) : ''];
    let start = this.#base;
    for (let index = this.#kept.length - 1; index >= 0 && start > from; index--) {
      const part = this.#kept[index] as string;
      start -= part.length;
      parts.push(part.slice(Math.max(0, from - start), Math.max(0, to - start)));
    }
    return parts.reverse().join('');
  }

  /** Goes back to a position, not before the hold. */
  rewind(to: number): void {
    if (to >= this.#base) {
      this.at = to - this.#base;
      return;
    }
    const back = this.slice(to, this.#base);
    this.chunk = back + this.chunk;
    this.#base = to;
    this.at = 0;
    // What is in the chunk again need not be kept beside it.
    const kept = this.#kept.join('').slice(0, Math.max(0, to - this.#hold));
    this.#kept = kept === '' ? [] : [kept];
  }
}
