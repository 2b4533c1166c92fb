import type { NodeView, RankedView, ScoreMode } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { toCount, toFilter, toRecord, trimmed } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import type { Hit } from '../search/best.js';
import type { LiveSearch } from '../search/live-search.js';
import type { Views } from './views.js';

const HITS = 20;

/** Searches as callers ask for them: over every active node that is no trace of a recall, not only the pool. */
export class Searches {
  readonly #graph: Graph;
  readonly #search: LiveSearch;
  readonly #views: Views;

  constructor(graph: Graph, search: LiveSearch, views: Views) {
    this.#graph = graph;
    this.#search = search;
    this.#views = views;
  }

  /** The hits of a search by words, or with typing errors forgiven. */
  words(kind: 'keyword' | 'fuzzy', options: unknown, inForce: TypeIndex): readonly RankedView<'keyword'>[] {
    const { query, types, k } = toRecord(options);
    const accept = this.#accepts(types, inForce);
    return this.#ranked(this.#search[kind](trimmed(query), toCount(k, HITS), inForce, accept), 'keyword');
  }

  vectors(hits: readonly Hit[], options: unknown, inForce: TypeIndex): readonly RankedView<'vector'>[] {
    const { types, k } = toRecord(options);
    const accept = this.#accepts(types, inForce);
    return this.#ranked(hits.filter(({ doc }) => accept(doc)).slice(0, toCount(k, HITS)), 'vector');
  }

  names(options: unknown, inForce: TypeIndex): { readonly matches: readonly NodeView[] } {
    const { query, types } = toRecord(options);
    const found = this.#search.names(trimmed(query), inForce, this.#accepts(types, inForce));
    return this.#views.answer({ matches: this.#views.nodes(found) });
  }

  #accepts(types: unknown, inForce: TypeIndex): (slot: number) => boolean {
    const { nodes } = this.#graph;
    const filter = toFilter(types);
    return (slot) =>
      nodes.isActive(slot) &&
      !inForce.isDiagnostic(slot) &&
      (!filter || filter.has(nodes.types.key(nodes.typeKey(slot))));
  }

  #ranked<M extends ScoreMode>(hits: readonly Hit[], scoreMode: M): readonly RankedView<M>[] {
    return this.#views.answer(hits.map(({ doc, score }) => ({ ...this.#views.node(doc), score, scoreMode })));
  }
}
