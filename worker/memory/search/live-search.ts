import type { Graph } from '../graph/graph.js';
import type { TypeIndex } from '../schema/type-index.js';
import type { Hit } from './best.js';
import { Followed } from './followed.js';
import type { FuzzyIndex } from './fuzzy-index.js';
import { KeywordIndex } from './keyword-index.js';
import { NameIndex } from './name-index.js';
import { isEvent, textOfNode } from './node-text.js';
import { sortByTimeline } from './order.js';
import { RecallIndex } from './recall-index.js';
import { nameTexts, searchText } from './search-text.js';
import type { CjkMode } from './tokens.js';

type Accept = (slot: number) => boolean;
export type SearchKind = 'keyword' | 'fuzzy' | 'names' | 'recall';

/** The searches by words of one graph. Each index is made at its first use and follows every change. */
export class LiveSearch {
  readonly #graph: Graph;
  readonly #keyword: Followed<KeywordIndex>;
  readonly #names: Followed<NameIndex>;
  readonly #fuzzy: Followed<FuzzyIndex> | undefined;
  readonly #recall: Followed<RecallIndex>;

  /** `makeFuzzy`: makes the index of searches that forgive typing errors, over the texts of all nodes. Without it there are none. */
  constructor(
    graph: Graph,
    cjk: CjkMode = 'bigram',
    makeFuzzy?: (texts: () => Iterable<readonly [number, string]>) => FuzzyIndex,
  ) {
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
    this.#recall = new Followed(
      graph,
      () => new RecallIndex(),
      // Events are too many to be shown all: they come as they fit.
      (index, slot, types) =>
        index.set(slot, textOfNode(graph, slot), types.of(slot)?.alwaysInject === true && !isEvent(graph.nodes, slot)),
    );
    if (!makeFuzzy) return;
    this.#fuzzy = new Followed(
      graph,
      (types) => makeFuzzy(() => this.#texts(types)),
      (index, slot, types) => index.set(slot, searchText(graph, types, slot)),
      // It reads everything itself when it is first asked.
      false,
    );
  }

  keyword(query: string, k: number, types: TypeIndex, accept: Accept): readonly Hit[] {
    return query === '' ? [] : this.#keyword.of(types).search(query, k, accept);
  }

  fuzzy(query: string, k: number, types: TypeIndex, accept: Accept): readonly Hit[] {
    return query === '' ? [] : (this.#fuzzy?.of(types).search(query, k, accept) ?? []);
  }

  /** Slots whose name holds the text, oldest first. */
  names(query: string, types: TypeIndex, accept: Accept): readonly number[] {
    if (query === '') return [];
    return sortByTimeline(this.#graph, this.#names.of(types).find(query, accept));
  }

  /** What recalls look in. */
  recall(types: TypeIndex): RecallIndex {
    return this.#recall.of(types);
  }

  /** Makes ready what a search needs, a few milliseconds a step; between two steps anything may happen. */
  *prepare(kind: SearchKind, types: TypeIndex): Generator<void> {
    if (kind === 'keyword') yield* this.#keyword.prepare(types);
    else if (kind === 'names') yield* this.#names.prepare(types);
    else if (kind === 'recall') yield* this.#recall.prepare(types);
    else if (this.#fuzzy) yield* this.#fuzzy.of(types).build();
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
