import { type Cjk, tokenize } from './tokens.js';
export class KeywordIndex {
  readonly #texts = new Map<number, Set<string>>();
  constructor(readonly cjk: Cjk) {}
  set(doc: number, text: string) {
    this.#texts.set(doc, new Set(tokenize(text, this.cjk)));
  }
  remove(doc: number) {
    this.#texts.delete(doc);
  }
  search(query: string, k: number, accept: (doc: number) => boolean = () => true) {
    const tokens = tokenize(query, this.cjk);
    const want = new Set(tokens);
    const hits: { doc: number; score: number }[] = [];
    for (const doc of [...this.#texts.keys()].sort((a, b) => a - b)) {
      if (!accept(doc)) continue;
      let n = 0;
      for (const w of want) if (this.#texts.get(doc)?.has(w)) n++;
      if (n) hits.push({ doc, score: n / Math.max(1, tokens.length) });
    }
    return hits.sort((a, b) => b.score - a.score).slice(0, k);
  }
}
