import { grown } from '../graph/columns.js';

const NONE = 0xffff_ffff;

/** Numbers entries as they come; a document that is set again gets a new one. Knows how many are in the order of documents. */
export class Entries {
  #docs = new Uint32Array(32);
  #entryOf = new Uint32Array(32).fill(NONE);
  #live = new Uint32Array(1);
  size = 0;
  dead = 0;
  /** Entries before this one ascend by document. */
  ordered = 0;

  get bytes(): number {
    return this.#docs.byteLength + this.#entryOf.byteLength + this.#live.byteLength;
  }

  /** A new entry for a document that has none. */
  add(doc: number): number {
    const entry = this.size++;
    this.#docs = grown(this.#docs, entry + 1);
    this.#docs[entry] = doc;
    if (this.ordered === entry && (entry === 0 || (this.#docs[entry - 1] ?? 0) < doc)) this.ordered++;
    const known = this.#entryOf.length;
    this.#entryOf = grown(this.#entryOf, doc + 1);
    if (this.#entryOf.length > known) this.#entryOf.fill(NONE, known);
    this.#entryOf[doc] = entry;
    this.#live = grown(this.#live, (entry >>> 5) + 1);
    this.#live[entry >>> 5] = this.liveBits(entry >>> 5) | (1 << (entry & 31));
    return entry;
  }

  /** Lets go of a document; false for one that is unknown. */
  remove(doc: number): boolean {
    const entry = this.#entryOf[doc] ?? NONE;
    if (entry === NONE) return false;
    this.#entryOf[doc] = NONE;
    this.#live[entry >>> 5] = this.liveBits(entry >>> 5) & ~(1 << (entry & 31));
    this.dead++;
    return true;
  }

  docOf(entry: number): number {
    return this.#docs[entry] ?? 0;
  }

  /** The document's entry, or -1. */
  entryOf(doc: number): number {
    const entry = this.#entryOf[doc] ?? NONE;
    return entry === NONE ? -1 : entry;
  }

  /** Which of a block's 32 entries are alive. */
  liveBits(block: number): number {
    return this.#live[block] ?? 0;
  }

  *documents(): Generator<number> {
    for (let doc = 0; doc < this.#entryOf.length; doc++) if (this.#entryOf[doc] !== NONE) yield doc;
  }
}
