import type { Graph } from '../graph/graph.js';
import { byTimeline } from '../reads/lists.js';
import { nameTexts, searchText } from '../reads/search-text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { FuzzyIndex } from './fuzzy-index.js';
import { KeywordIndex } from './keyword-index.js';
import { NameIndex } from './name-index.js';
import type { CjkMode } from './tokens.js';

/** An index that follows a graph: built at its first use, then kept in step with what changed. */
class Followed<I extends { remove(doc: number): void }> {
  readonly #graph: Graph;
  readonly #make: () => I;
  readonly #put: (index: I, slot: number, types: TypeIndex) => void;
  #index: I | undefined;
  #types: TypeIndex | undefined;
  #changes: { take(): readonly number[] } | undefined;

  constructor(graph: Graph, make: () => I, put: (index: I, slot: number, types: TypeIndex) => void) {
    this.#graph = graph;
    this.#make = make;
    this.#put = put;
  }

  /** The index as of now. What is read of a node depends on its type: other types are another index. */
  of(types: TypeIndex): I {
    this.#changes ??= this.#graph.watch();
    const again = this.#index === undefined || this.#types !== types;
    const changed = this.#changes.take();
    const index = again || this.#index === undefined ? this.#make() : this.#index;
    for (const slot of again ? this.#graph.nodes.slots() : changed) {
      if (this.#graph.nodes.isActive(slot)) this.#put(index, slot, types);
      else index.remove(slot);
    }
    this.#index = index;
    this.#types = types;
    return index;
  }
}

/** A document that matches, and how well. */
export interface Hit {
  readonly doc: number;
  readonly score: number;
}
type Accept = (slot: number) => boolean;

/** The searches by words of one graph. */
export class LiveSearch {
  readonly #graph: Graph;
  readonly #keyword: Followed<KeywordIndex>;
  readonly #names: Followed<NameIndex>;
  readonly #fuzzy: Followed<FuzzyIndex>;

  constructor(graph: Graph, cjk: CjkMode = 'bigram') {
    this.#graph = graph;
    this.#keyword = new Followed(
      graph,
      () => new KeywordIndex(cjk),
      (index, slot, types) => index.set(slot, searchText(graph, types, slot)),
    );
    this.#names = new Followed(
      graph,
      () => new NameIndex(),
      (index, slot, types) => index.set(slot, nameTexts(graph, types, slot)),
    );
    this.#fuzzy = new Followed(
      graph,
      () => new FuzzyIndex(),
      (index, slot, types) => index.set(slot, searchText(graph, types, slot)),
    );
  }

  keyword(query: string, k: number, types: TypeIndex, accept: Accept): readonly Hit[] {
    return query === '' ? [] : this.#keyword.of(types).search(query, k, accept);
  }

  fuzzy(query: string, k: number, types: TypeIndex, accept: Accept): readonly Hit[] {
    return query === '' ? [] : this.#fuzzy.of(types).search(query, k, accept);
  }

  /** Slots whose name holds the text, oldest first. */
  names(query: string, types: TypeIndex, accept: Accept): readonly number[] {
    if (query === '') return [];
    return [...this.#names.of(types).find(query, accept)].sort(byTimeline(this.#graph));
  }
}
