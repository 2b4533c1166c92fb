import { Grams } from './grams.js';
import { InvertedIndex } from './inverted-index.js';
import { KeptTexts } from './kept-texts.js';

/** From how many documents on the parts of names are indexed; a scan of fewer is as fast. */
const INDEXED_FROM = 500;
/** Documents that one change, and one search, index besides their own work until all are. */
const PER_SET = 2;
const PER_FIND = 500;
/** Longest part of a name that is indexed. */
const LONGEST = 3;
/** Parts of a query that are looked up, the rarest; what holds them is looked at itself. */
const PARTS = 3;
/** Stands between the names of one document. A noncharacter: a query that holds one is looked up name by name. */
const BETWEEN = '\uffff';

/** Finds documents by a part of one of their names. A document is a non-negative integer. */
export class NameIndex {
  /** Names in lower case, by document. */
  readonly #texts = new KeptTexts();
  /** The names of those documents in which one holds the separator. */
  readonly #odd = new Map<number, readonly string[]>();
  readonly #from: number;
  /** The parts that a query of one, two, and three or more units is looked up by. */
  readonly #parts = [new Grams(1, 1), new Grams(2, 2), new Grams(3, 3)] as const;
  #index: InvertedIndex | undefined;
  /** Documents between these two are indexed bit by bit. */
  #next = 0;
  #end = 0;

  /** @param indexedFrom From how many documents on parts of names are indexed; below half as many they are no more. */
  constructor(indexedFrom = INDEXED_FROM) {
    this.#from = indexedFrom;
  }

  get size(): number {
    return this.#texts.size;
  }

  get bytes(): number {
    return this.#texts.bytes + (this.#index?.bytes ?? 0);
  }

  set(doc: number, names: readonly string[]): void {
    const small = names.map((name) => name.toLowerCase());
    const text = small.join(BETWEEN);
    this.#texts.set(doc, text);
    this.#odd.delete(doc);
    if (small.some((name) => name.includes(BETWEEN))) this.#odd.set(doc, small);
    if (!this.#index && this.size > this.#from) {
      this.#index = new InvertedIndex(new Grams(1, 3));
      this.#next = 0;
      this.#end = this.#texts.end;
    } else this.#index?.set(doc, text);
    this.#catchUp(PER_SET);
  }

  remove(doc: number): void {
    if (!this.#texts.remove(doc)) return;
    this.#odd.delete(doc);
    this.#index?.remove(doc);
    if (this.size < this.#from / 2) this.#index = undefined;
  }

  /** The accepted documents with a name that the query is a part of, ascending. White space around it does not count. */
  find(query: string, accept?: (doc: number) => boolean): number[] {
    const wanted = query.trim().toLowerCase();
    if (wanted === '') return [];
    this.#catchUp(PER_FIND);
    if (wanted.includes(BETWEEN)) return this.#findOdd(wanted, accept);
    if (this.#index && this.#next >= this.#end) return this.#look(this.#index, wanted, accept);
    const units = unitsOf(wanted);
    const found: number[] = [];
    for (let doc = 0; doc < this.#texts.end; doc++) {
      if (this.#texts.includes(doc, units) && (!accept || accept(doc))) found.push(doc);
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

  #look(index: InvertedIndex, wanted: string, accept: ((doc: number) => boolean) | undefined): number[] {
    const { terms, unknown } = index.query(wanted, this.#parts[Math.min(wanted.length, LONGEST) - 1]);
    if (unknown > 0) return [];
    const rare = [...terms].sort((a, b) => index.countOf(a) - index.countOf(b)).slice(0, PARTS);
    index.count(rare);
    const { counters, entries } = index;
    const units = unitsOf(wanted);
    const found: number[] = [];
    for (let block = 0; block * 32 < entries.size; block++) {
      let bits = counters.atLeast(block, rare.length) & entries.liveBits(block);
      for (; bits !== 0; bits &= bits - 1) {
        const doc = entries.docOf(block * 32 + 31 - Math.clz32(bits & -bits));
        if (units.length > LONGEST && !this.#texts.includes(doc, units)) continue;
        if (!accept || accept(doc)) found.push(doc);
      }
    }
    return entries.ordered === entries.size ? found : found.sort((a, b) => a - b);
  }

  #catchUp(documents: number): void {
    if (!this.#index) return;
    const end = Math.min(this.#end, this.#next + documents);
    for (; this.#next < end; this.#next++) {
      if (this.#texts.has(this.#next)) this.#index.set(this.#next, this.#texts.read(this.#next));
    }
  }
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}
