import { Bigrams } from './bigrams.js';
import { InvertedIndex } from './inverted-index.js';

/** From how many documents on pairs are indexed, and below how many no more; a scan of fewer takes half a millisecond. */
const INDEXED_FROM = 20_000;
const INDEXED_TO = 10_000;
/** Documents that one change, and one search, index besides their own work until all are. */
const PER_SET = 2;
const PER_FIND = 500;
/** Pairs of a query that are looked up, the rarest; what holds them is looked at itself. */
const PAIRS = 4;
/** Stands between the names of one document. A noncharacter: a query that holds one is looked up name by name. */
const BETWEEN = '\uffff';

/** Finds documents by a part of one of their names. A document is a non-negative integer. */
export class NameIndex {
  /** Names in lower case, by document. */
  readonly #texts: (string | undefined)[] = [];
  /** The names of those documents in which one holds the separator. */
  readonly #odd = new Map<number, readonly string[]>();
  readonly #from: number;
  readonly #to: number;
  #size = 0;
  #chars = 0;
  #pairs: InvertedIndex | undefined;
  /** Documents from here on are not indexed yet, unless they were set since. */
  #backlog = 0;
  #backlogEnd = 0;

  /** @param indexedFrom From how many documents on pairs are indexed. */
  constructor(indexedFrom = INDEXED_FROM) {
    this.#from = indexedFrom;
    this.#to = Math.min(INDEXED_TO, indexedFrom / 2);
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of what is kept: texts, by their length, and the index. */
  get bytes(): number {
    return this.#chars * 2 + this.#texts.length * 8 + (this.#pairs?.bytes ?? 0);
  }

  /** Adds a document, or replaces its names. */
  set(doc: number, names: readonly string[]): void {
    this.#drop(doc);
    const small = names.map((name) => name.toLowerCase());
    const text = small.join(BETWEEN);
    this.#texts.length = Math.max(this.#texts.length, doc);
    this.#texts[doc] = text;
    this.#size++;
    this.#chars += text.length;
    if (small.some((name) => name.includes(BETWEEN))) this.#odd.set(doc, small);
    if (!this.#pairs && this.#size > this.#from) {
      this.#pairs = new InvertedIndex(new Bigrams());
      this.#backlog = 0;
      this.#backlogEnd = this.#texts.length;
    } else if (doc >= this.#backlogEnd || doc < this.#backlog) this.#pairs?.set(doc, text);
    this.#catchUp(PER_SET);
  }

  remove(doc: number): void {
    if (!this.#drop(doc)) return;
    this.#pairs?.remove(doc);
    if (this.#size < this.#to) this.#pairs = undefined;
  }

  /** The accepted documents with a name that the query is a part of, ascending. White space around it does not count. */
  find(query: string, accept?: (doc: number) => boolean): number[] {
    const wanted = query.trim().toLowerCase();
    if (wanted === '') return [];
    this.#catchUp(PER_FIND);
    if (wanted.includes(BETWEEN)) return this.#findOdd(wanted, accept);
    if (this.#pairs && this.#backlog >= this.#backlogEnd && wanted.length > 1) {
      return this.#look(this.#pairs, wanted, accept);
    }
    const found: number[] = [];
    for (let doc = 0; doc < this.#texts.length; doc++) {
      if (this.#texts[doc]?.includes(wanted) && (!accept || accept(doc))) found.push(doc);
    }
    return found;
  }

  #findOdd(wanted: string, accept: ((doc: number) => boolean) | undefined): number[] {
    const found: number[] = [];
    for (const [doc, names] of this.#odd) {
      if (names.some((name) => name.includes(wanted)) && (!accept || accept(doc))) found.push(doc);
    }
    return found.sort((a, b) => a - b);
  }

  #look(pairs: InvertedIndex, wanted: string, accept: ((doc: number) => boolean) | undefined): number[] {
    const { terms, unknown } = pairs.query(wanted);
    if (unknown > 0) return [];
    const rare = [...terms].sort((a, b) => pairs.countOf(a) - pairs.countOf(b)).slice(0, PAIRS);
    pairs.count(rare);
    const { counters, entries } = pairs;
    const found: number[] = [];
    let last = -1;
    let ascending = true;
    for (let block = 0; block * 32 < entries.size; block++) {
      let bits = counters.atLeast(block, rare.length) & entries.liveBits(block);
      for (; bits !== 0; bits &= bits - 1) {
        const doc = entries.docOf(block * 32 + 31 - Math.clz32(bits & -bits));
        if (wanted.length > 2 && !this.#texts[doc]?.includes(wanted)) continue;
        if (accept && !accept(doc)) continue;
        ascending &&= doc > last;
        last = doc;
        found.push(doc);
      }
    }
    return ascending ? found : found.sort((a, b) => a - b);
  }

  #drop(doc: number): boolean {
    const text = this.#texts[doc];
    if (text === undefined) return false;
    this.#texts[doc] = undefined;
    this.#size--;
    this.#chars -= text.length;
    this.#odd.delete(doc);
    return true;
  }

  #catchUp(documents: number): void {
    const pairs = this.#pairs;
    if (!pairs) return;
    const end = Math.min(this.#backlogEnd, this.#backlog + documents);
    for (; this.#backlog < end; this.#backlog++) {
      const text = this.#texts[this.#backlog];
      if (text !== undefined) pairs.set(this.#backlog, text);
    }
  }
}
