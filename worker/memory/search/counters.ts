import { grown } from '../graph/columns.js';

/** Takes the entries of a term: one by one, or 32 to a word where they are many. */
export interface EntrySink {
  add(entry: number): void;
  addBits(bits: Uint32Array, words: number): void;
}

/** Counts the terms of every entry, bit-sliced: word `p` of a block has bit `p` of 32 counts, so 32 are added or compared at a time. */
export class Counters implements EntrySink {
  #words = new Uint32Array(0);
  /** Bits of a count. */
  #depth = 1;

  get bytes(): number {
    return this.#words.byteLength;
  }

  /** Sets everything to zero, with room to count up to `most`. */
  clear(entries: number, most: number): void {
    this.#depth = Math.max(1, 32 - Math.clz32(most));
    const length = ((entries + 31) >>> 5) * this.#depth;
    this.#words = length > this.#words.length ? grown(new Uint32Array(0), length) : this.#words.fill(0, 0, length);
  }

  add(entry: number): void {
    const words = this.#words;
    let carry = 1 << (entry & 31);
    for (let i = (entry >>> 5) * this.#depth; carry !== 0; i++) {
      const word = words[i] ?? 0;
      words[i] = word ^ carry;
      carry &= word;
    }
  }

  addBits(bits: Uint32Array, count: number): void {
    const words = this.#words;
    const depth = this.#depth;
    for (let block = 0, at = 0; block < count; block++, at += depth) {
      let carry = bits[block] ?? 0;
      for (let i = at; carry !== 0; i++) {
        const word = words[i] ?? 0;
        words[i] = word ^ carry;
        carry &= word;
      }
    }
  }

  /** Which of a block's 32 entries count at least `need`; `need` is at least 1. */
  atLeast(block: number, need: number): number {
    const words = this.#words;
    const from = block * this.#depth;
    let above = 0;
    let equal = -1;
    for (let bit = this.#depth - 1; bit >= 0; bit--) {
      const word = words[from + bit] ?? 0;
      if ((need >>> bit) & 1) equal &= word;
      else {
        above |= equal & word;
        equal &= ~word;
      }
    }
    return above | equal;
  }

  countOf(entry: number): number {
    const from = (entry >>> 5) * this.#depth;
    let count = 0;
    for (let bit = 0; bit < this.#depth; bit++) {
      count |= (((this.#words[from + bit] ?? 0) >>> (entry & 31)) & 1) << bit;
    }
    return count;
  }
}
