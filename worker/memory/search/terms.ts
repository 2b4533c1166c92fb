import { grown } from '../graph/columns.js';
import type { Token } from './tokens.js';

const EMPTY = 0xffff_ffff;

/** Spreads a hash, so that its low bits depend on all of it. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (half ^ (half >>> 13)) >>> 0;
}

/** Numbers terms in the order of their first appearance; compares the whole term, never only its hash. */
export class Terms {
  #slots = new Uint32Array(64).fill(EMPTY);
  #hashes = new Uint32Array(32);
  /** Where each term begins in `#units`; one more than there are terms. */
  #starts = new Uint32Array(33);
  #units = new Uint16Array(256);
  size = 0;

  get bytes(): number {
    return this.#slots.byteLength + this.#hashes.byteLength + this.#starts.byteLength + this.#units.byteLength;
  }

  /** The term's number, or -1. */
  find(token: Token): number {
    const term = this.#slots[this.#slotOf(token)] ?? EMPTY;
    return term === EMPTY ? -1 : term;
  }

  /** The term's number; a new one where it had none. */
  intern(token: Token): number {
    const slot = this.#slotOf(token);
    const known = this.#slots[slot] ?? EMPTY;
    if (known !== EMPTY) return known;
    const term = this.size++;
    const start = this.#starts[term] ?? 0;
    const end = start + token.length;
    this.#units = grown(this.#units, end);
    for (let i = 0; i < token.length; i++) this.#units[start + i] = token.units[i] ?? 0;
    this.#hashes = grown(this.#hashes, term + 1);
    this.#hashes[term] = token.hash;
    this.#starts = grown(this.#starts, term + 2);
    this.#starts[term + 1] = end;
    this.#slots[slot] = term;
    if (this.size * 2 > this.#slots.length) this.#spread();
    return term;
  }

  tokenOf(term: number): Token {
    const start = this.#starts[term] ?? 0;
    const end = this.#starts[term + 1] ?? 0;
    return { units: this.#units.subarray(start, end), length: end - start, hash: this.#hashes[term] ?? 0 };
  }

  /** Where the term stands, or would stand. */
  #slotOf({ units, length, hash }: Token): number {
    const slots = this.#slots;
    const own = this.#units;
    const wanted = hash >>> 0;
    const mask = slots.length - 1;
    for (let slot = mixed(hash) & mask; ; slot = (slot + 1) & mask) {
      const term = slots[slot] ?? EMPTY;
      if (term === EMPTY) return slot;
      if (this.#hashes[term] !== wanted) continue;
      const start = this.#starts[term] ?? 0;
      if ((this.#starts[term + 1] ?? 0) - start !== length) continue;
      let same = 0;
      while (same < length && own[start + same] === units[same]) same++;
      if (same === length) return slot;
    }
  }

  #spread(): void {
    const slots = new Uint32Array(this.#slots.length * 2).fill(EMPTY);
    const mask = slots.length - 1;
    for (let term = 0; term < this.size; term++) {
      let slot = mixed(this.#hashes[term] ?? 0) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = term;
    }
    this.#slots = slots;
  }
}
