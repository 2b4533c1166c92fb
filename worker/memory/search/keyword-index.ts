import { Best, type Hit } from './best.js';
import { InvertedIndex } from './inverted-index.js';
import { type CjkMode, TokenScanner } from './tokens.js';

/** Finds documents by the words they share with a query. A document is a non-negative integer. */
export class KeywordIndex {
  readonly #index: InvertedIndex;

  constructor(cjk: CjkMode = 'bigram') {
    this.#index = new InvertedIndex(new TokenScanner(cjk));
  }

  get bytes(): number {
    return this.#index.bytes;
  }

  set(doc: number, text: string): void {
    this.#index.set(doc, text);
  }

  remove(doc: number): void {
    this.#index.remove(doc);
  }

  /** The `k` best accepted documents, equal ones by number. Score: distinct query tokens in it, by all tokens of the query. */
  search(query: string, k: number, accept?: (doc: number) => boolean): readonly Hit[] {
    const { terms, tokens } = this.#index.query(query);
    if (terms.length === 0 || !(k >= 1)) return [];
    const { counters, entries } = this.#index;
    this.#index.count(terms);
    const best = new Best(Math.floor(k));
    const blocks = (entries.size + 31) >>> 5;
    // Documents that follow one another in order have to be better than the worst; elsewhere the number may decide.
    const ordered = entries.ordered >>> 5;
    let need = 1;
    for (let block = 0; block < blocks; block++) {
      if (best.full) need = best.least + (block < ordered ? 1 : 0);
      if (need > terms.length) {
        block = ordered - 1;
        need = terms.length;
        continue;
      }
      let found = counters.atLeast(block, need) & entries.liveBits(block);
      for (; found !== 0; found &= found - 1) {
        const entry = block * 32 + 31 - Math.clz32(found & -found);
        const doc = entries.docOf(entry);
        const count = counters.countOf(entry);
        if (best.wants(count, doc) && (!accept || accept(doc))) best.put(count, doc);
      }
    }
    return best.hits(tokens);
  }
}
