import { Counters, type EntrySink } from './counters.js';
import { Entries } from './entries.js';
import { Postings } from './postings.js';
import { Terms } from './terms.js';
import type { Token } from './tokens.js';

/** Dead entries that are always put up with, and the share from which on they are cleared away. */
const DEAD_LEAST = 64;
const DEAD_SHARE = 5;

/** What gives the tokens of a text, one after another. */
export interface TokenSource extends Token {
  open(text: string): void;
  next(): boolean;
}

export interface Query {
  /** Its terms, each once. */
  readonly terms: readonly number[];
  /** How many tokens it has, repetitions among them. */
  readonly tokens: number;
  /** How many of them no document ever held. */
  readonly unknown: number;
}

export class InvertedIndex {
  readonly #source: TokenSource;
  #terms = new Terms();
  #postings = new Postings();
  #entries = new Entries();
  readonly counters = new Counters();

  constructor(source: TokenSource) {
    this.#source = source;
  }

  get entries(): Entries {
    return this.#entries;
  }

  get bytes(): number {
    return this.#terms.bytes + this.#postings.bytes + this.#entries.bytes + this.counters.bytes;
  }

  set(doc: number, text: string): void {
    this.#entries.remove(doc);
    const source = this.#source;
    source.open(text);
    if (source.next()) {
      const entry = this.#entries.add(doc);
      do this.#postings.append(this.#terms.intern(source), entry);
      while (source.next());
    }
    this.#tidy();
  }

  remove(doc: number): void {
    if (this.#entries.remove(doc)) this.#tidy();
  }

  query(text: string, source: TokenSource = this.#source): Query {
    const terms = new Set<number>();
    let tokens = 0;
    let unknown = 0;
    source.open(text);
    for (; source.next(); tokens++) {
      const term = this.#terms.find(source);
      if (term >= 0) terms.add(term);
      else unknown++;
    }
    return { terms: [...terms], tokens, unknown };
  }

  /** The number of a term; -1 where no document ever held it. */
  find(token: Token): number {
    return this.#terms.find(token);
  }

  /** Gives the entries of a term away, ascending, those of dead documents among them. */
  read(term: number, sink: EntrySink): void {
    this.#postings.read(term, sink);
  }

  countOf(term: number): number {
    return this.#postings.countOf(term);
  }

  /** Counts in `counters` how many of the terms each entry holds. */
  count(terms: readonly number[]): void {
    this.counters.clear(this.#entries.size, terms.length);
    for (const term of terms) this.#postings.read(term, this.counters);
  }

  #tidy(): void {
    const { dead, size } = this.#entries;
    if (dead > DEAD_LEAST && dead * DEAD_SHARE > size) this.#compact();
  }

  /** Leaves out what is dead, and numbers entries by document again. */
  #compact(): void {
    const [terms, postings, entries] = [this.#terms, this.#postings, this.#entries];
    const moved = new Int32Array(entries.size).fill(-1);
    this.#terms = new Terms();
    this.#postings = new Postings();
    this.#entries = new Entries();
    for (const doc of entries.documents()) moved[entries.entryOf(doc)] = this.#entries.add(doc);
    const found = new Uint32Array(this.#entries.size);
    let count = 0;
    const add = (entry: number): void => {
      const now = moved[entry] ?? -1;
      if (now >= 0) found[count++] = now;
    };
    const addBits = (bits: Uint32Array, words: number): void => {
      for (let block = 0; block < words; block++) {
        for (let rest = bits[block] ?? 0; rest !== 0; rest &= rest - 1) {
          add(block * 32 + 31 - Math.clz32(rest & -rest));
        }
      }
    };
    for (let term = 0; term < terms.size; term++) {
      count = 0;
      postings.read(term, { add, addBits });
      if (count === 0) continue;
      const id = this.#terms.intern(terms.tokenOf(term));
      const sorted = found.subarray(0, count).sort();
      for (let i = 0; i < count; i++) this.#postings.append(id, sorted[i] ?? 0);
    }
  }
}
