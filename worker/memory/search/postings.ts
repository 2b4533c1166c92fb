import { grown } from '../graph/columns.js';
import type { EntrySink } from './counters.js';

/** Cells of one page of the arena; a page holds chunks of one size. */
const PAGE_BITS = 13;
const PAGE = 1 << PAGE_BITS;
/** A list's chunks have 8 cells, then 16, 32 …; the last two cells of a chunk say where the next one is. */
const FIRST_BITS = 3;
const CLASSES = 9;
const LINK = 2;
/** A cell with this bit says which stretch of 32 768 entries the following cells are of. */
const STRETCH = 0x8000;
const STRETCH_BITS = 15;

/** Where a bitmap takes no more room than a list: one entry of 16. */
const DENSE_SHARE = 16;
const DENSE_LEAST = 256;
/** Class of a term that is kept as a bitmap. */
const DENSE = 0xff;

/** The entries of every term, ascending: a chain of chunks in a shared arena, a bitmap for a common term, a number for a single entry. */
export class Postings {
  readonly #pages: Uint16Array[] = [];
  /** First free cell for each class, in a page of its own; 0 for none. */
  readonly #fresh = new Uint32Array(CLASSES);
  /** First of the chunks given back, for each class, plus one. */
  readonly #returned = new Uint32Array(CLASSES);
  readonly #bitmaps = new Map<number, Uint32Array>();
  #heads = new Uint32Array(32);
  #writes = new Uint32Array(32);
  #lasts = new Uint32Array(32);
  #counts = new Uint32Array(32);
  #classes = new Uint8Array(32);

  get bytes(): number {
    let bytes = this.#pages.length * PAGE * 2 + this.#classes.byteLength + this.#heads.byteLength * 4;
    for (const bitmap of this.#bitmaps.values()) bytes += bitmap.byteLength;
    return bytes;
  }

  /** Entries of a term, those that were replaced or removed since among them. */
  countOf(term: number): number {
    return this.#counts[term] ?? 0;
  }

  /** Adds an entry, none of which is less than the one before; a second time counts for nothing. */
  append(term: number, entry: number): void {
    if (term >= this.#counts.length) this.#grow(term + 1);
    const count = this.#counts[term] ?? 0;
    const last = this.#lasts[term] ?? 0;
    if (count > 0 && last === entry) return;
    this.#counts[term] = count + 1;
    this.#lasts[term] = entry;
    if (count === 0) return;
    if (this.#classes[term] === DENSE) this.#mark(term, entry);
    else if (count >= DENSE_LEAST && count * DENSE_SHARE > entry) this.#makeDense(term, entry);
    else {
      if (count === 1) {
        const head = this.#take(0);
        this.#heads[term] = head;
        this.#writes[term] = head;
        this.#writeEntry(term, last, 0);
      }
      this.#writeEntry(term, entry, last);
    }
  }

  /** Gives a term's entries away, ascending. */
  read(term: number, sink: EntrySink): void {
    const count = this.countOf(term);
    const bitmap = this.#bitmaps.get(term);
    if (count === 1) sink.add(this.#lasts[term] ?? 0);
    else if (bitmap) sink.addBits(bitmap, ((this.#lasts[term] ?? 0) >>> 5) + 1);
    else if (count > 1) this.#readChain(term, sink);
  }

  #readChain(term: number, sink: EntrySink): void {
    const write = this.#writes[term] ?? 0;
    let at = this.#heads[term] ?? 0;
    let base = 0;
    for (let cls = 0; ; cls = Math.min(cls + 1, CLASSES - 1)) {
      const page = this.#page(at);
      const link = at + (1 << (cls + FIRST_BITS)) - LINK;
      const last = write >= at && write <= link;
      const end = (last ? write : link) & (PAGE - 1);
      for (let i = at & (PAGE - 1); i < end; i++) {
        const cell = page[i] ?? 0;
        if (cell & STRETCH) base = (cell & (STRETCH - 1)) << STRETCH_BITS;
        else sink.add(base + cell);
      }
      if (last) return;
      at = linkAt(page, end);
    }
  }

  #page(at: number): Uint16Array {
    return this.#pages[at >>> PAGE_BITS] as Uint16Array;
  }

  #writeEntry(term: number, entry: number, before: number): void {
    const stretch = entry >>> STRETCH_BITS;
    if (stretch !== before >>> STRETCH_BITS) this.#write(term, STRETCH | stretch);
    this.#write(term, entry & (STRETCH - 1));
  }

  #write(term: number, cell: number): void {
    const cls = this.#classes[term] ?? 0;
    let at = this.#writes[term] ?? 0;
    let page = this.#page(at);
    const size = 1 << (cls + FIRST_BITS);
    // A page holds chunks of one size, so a chunk's end follows from any place in it.
    if ((at | (size - 1)) - LINK + 1 === at) {
      const larger = Math.min(cls + 1, CLASSES - 1);
      const next = this.#take(larger);
      setLink(page, at & (PAGE - 1), next);
      this.#classes[term] = larger;
      at = next;
      page = this.#page(at);
    }
    page[at & (PAGE - 1)] = cell;
    this.#writes[term] = at + 1;
  }

  /** A chunk: one that was given back, else a fresh one. */
  #take(cls: number): number {
    const size = 1 << (cls + FIRST_BITS);
    const returned = (this.#returned[cls] ?? 0) - 1;
    if (returned >= 0) {
      this.#returned[cls] = linkAt(this.#page(returned), (returned + size - LINK) & (PAGE - 1));
      return returned;
    }
    let fresh = this.#fresh[cls] ?? 0;
    if ((fresh & (PAGE - 1)) === 0) {
      fresh = this.#pages.length * PAGE;
      this.#pages.push(new Uint16Array(PAGE));
    }
    this.#fresh[cls] = fresh + size;
    return fresh;
  }

  #makeDense(term: number, entry: number): void {
    const bitmap = new Uint32Array(Math.ceil(((entry >>> 5) + 1) * 1.5));
    this.#readChain(term, {
      add: (old) => {
        bitmap[old >>> 5] = (bitmap[old >>> 5] ?? 0) | (1 << (old & 31));
      },
      addBits: () => undefined,
    });
    this.#giveBack(term);
    this.#bitmaps.set(term, bitmap);
    this.#classes[term] = DENSE;
    this.#mark(term, entry);
  }

  #mark(term: number, entry: number): void {
    let bitmap = this.#bitmaps.get(term) as Uint32Array;
    if (entry >>> 5 >= bitmap.length) {
      bitmap = grown(bitmap, (entry >>> 5) + 1);
      this.#bitmaps.set(term, bitmap);
    }
    bitmap[entry >>> 5] = (bitmap[entry >>> 5] ?? 0) | (1 << (entry & 31));
  }

  #giveBack(term: number): void {
    const write = this.#writes[term] ?? 0;
    let at = this.#heads[term] ?? 0;
    for (let cls = 0; ; cls = Math.min(cls + 1, CLASSES - 1)) {
      const page = this.#page(at);
      const link = at + (1 << (cls + FIRST_BITS)) - LINK;
      const next = linkAt(page, link & (PAGE - 1));
      setLink(page, link & (PAGE - 1), this.#returned[cls] ?? 0);
      this.#returned[cls] = at + 1;
      if (write >= at && write <= link) return;
      at = next;
    }
  }

  #grow(length: number): void {
    this.#heads = grown(this.#heads, length);
    this.#writes = grown(this.#writes, length);
    this.#lasts = grown(this.#lasts, length);
    this.#counts = grown(this.#counts, length);
    this.#classes = grown(this.#classes, length);
  }
}

function linkAt(page: Uint16Array, at: number): number {
  return ((page[at] ?? 0) | ((page[at + 1] ?? 0) << 16)) >>> 0;
}

function setLink(page: Uint16Array, at: number, to: number): void {
  page[at] = to & 0xffff;
  page[at + 1] = to >>> 16;
}
