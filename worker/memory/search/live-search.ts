import type { Graph } from '../graph/graph.js';
import type { TypeIndex } from '../schema/type-index.js';
import type { Hit } from './best.js';
import { Followed } from './followed.js';
import { FuzzyIndex } from './fuzzy-index.js';
import { KeywordIndex } from './keyword-index.js';
import { NameIndex } from './name-index.js';
import { sortByTimeline } from './order.js';
import { nameTexts, searchText } from './search-text.js';
import type { CjkMode } from './tokens.js';

type Accept = (slot: number) => boolean;
export type SearchKind = 'keyword' | 'fuzzy' | 'names';

/** The searches by words of one graph. Each index is made at its first use and follows every change. */
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
      (types) => new FuzzyIndex(() => this.#texts(types)),
      (index, slot, types) => index.set(slot, searchText(graph, types, slot)),
      // It reads everything itself when it is first asked.
      false,
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
    return sortByTimeline(this.#graph, this.#names.of(types).find(query, accept));
  }

  /** Makes ready what a search needs, a few milliseconds a step; between two steps anything may happen. */
  *prepare(kind: SearchKind, types: TypeIndex): Generator<void> {
    if (kind === 'keyword') yield* this.#keyword.prepare(types);
    else if (kind === 'names') yield* this.#names.prepare(types);
    else yield* this.#fuzzy.of(types).build();
  }

  /** Bytes of the two indexes that are there as a rule. */
  bytes(types: TypeIndex): { readonly keyword: number; readonly names: number } {
    return { keyword: this.#keyword.of(types).bytes, names: this.#names.of(types).bytes };
  }

  *#texts(types: TypeIndex): Generator<readonly [number, string]> {
    for (const slot of this.#graph.nodes.slots()) {
      if (this.#graph.nodes.isActive(slot)) yield [slot, searchText(this.#graph, types, slot)];
    }
  }
}
