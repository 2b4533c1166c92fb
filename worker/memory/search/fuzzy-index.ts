import { openTexts, type TextIndex } from '../../adapters/search.js';
import type { Hit } from './best.js';
import { tokenize } from './tokens.js';

/** Characters that are indexed without a break: a few milliseconds' worth. */
const SLICE_CHARS = 8192;

/** Finds documents by words misspelt or only begun. Nothing is indexed before the first search. */
export class FuzzyIndex {
  readonly #documents: () => Iterable<readonly [doc: number, text: string]>;
  #index: TextIndex | undefined;
  /** Set while the index is being made. */
  #making: Generator<void> | undefined;
  /** Documents that changed since the build of the index began: the text read for them may be old. */
  readonly #changed = new Set<number>();

  /** @param documents What is there when it is first needed; from then on every change has to be reported. */
  constructor(documents: () => Iterable<readonly [doc: number, text: string]>) {
    this.#documents = documents;
  }

  set(doc: number, text: string): void {
    if (this.#making) this.#changed.add(doc);
    this.#index?.put(doc, text);
  }

  remove(doc: number): void {
    if (this.#making) this.#changed.add(doc);
    this.#index?.remove(doc);
  }

  /** Indexes, a few milliseconds a step, what a first search would index at once; between two steps anything may change. */
  *build(): Generator<void> {
    if (!this.#index) {
      this.#index = openTexts((text) => tokenize(text));
      this.#making = this.#make(this.#index);
    }
    while (this.#making) {
      if (!this.#making.next().done) yield;
      else {
        this.#making = undefined;
        this.#changed.clear();
      }
    }
  }

  *#make(index: TextIndex): Generator<void> {
    let chars = 0;
    for (const [doc, text] of this.#documents()) {
      if (!this.#changed.has(doc)) index.put(doc, text);
      chars += text.length + 64;
      if (chars < SLICE_CHARS) continue;
      chars = 0;
      yield;
    }
  }

  /** The `k` best of the accepted documents; what the scores are is the library's affair. */
  search(query: string, k: number, accept?: (doc: number) => boolean): readonly Hit[] {
    for (const _ of this.build());
    if (!this.#index || query.trim() === '') return [];
    return this.#index
      .search(query, accept)
      .map(({ id, score }) => ({ doc: id, score }))
      .sort((a, b) => b.score - a.score || a.doc - b.doc)
      .slice(0, Math.max(0, Math.floor(k)));
  }
}
