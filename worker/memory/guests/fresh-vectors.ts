import { LOCAL_DIMS, LOCAL_MAKER } from '../../protocol/embeddings.js';
import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';
import type { TypeIndex } from '../schema/type-index.js';
import type { Hit } from '../search/best.js';
import { indexedText } from '../vectors/embedding-text.js';
import { featureHash } from '../vectors/feature-hash.js';
import { VectorIndex } from '../vectors/vector-index.js';
import type { Meaning } from './meanings.js';

/** Vectors of nodes in an overlay, which the chat's index lacks; only by the local maker, others stay as they were. */
export class FreshVectors {
  readonly #graph: Graph;
  readonly #types: TypeIndex;
  readonly #written: ReadonlyMap<string, unknown>;
  readonly #texts = new Map<number, string | undefined>();
  #index: VectorIndex | undefined;

  /** `written`: by id, nodes that were written. */
  constructor(graph: Graph, types: TypeIndex, written: ReadonlyMap<string, unknown>) {
    this.#graph = graph;
    this.#types = types;
    this.#written = written;
  }

  /** Nodes that may be found otherwise than the chat's index finds them. */
  get size(): number {
    return this.#written.size;
  }

  /** Hits of the chat's index, and the `k` nearest of what was written in the place of what it was, the most similar first. */
  among(hits: readonly Hit[], { maker, query }: Meaning, k: number): readonly Hit[] {
    if (maker.source !== LOCAL_MAKER.source || typeof query !== 'string' || this.size === 0) return hits;
    this.#index ??= new VectorIndex(LOCAL_DIMS);
    for (const id of this.#written.keys()) this.#look(this.#index, this.#graph.nodes.find(id));
    const found = this.#index.search(featureHash(query), k).map(({ key, score }) => ({ doc: key, score }));
    return [...hits.filter(({ doc }) => !this.#texts.has(doc)), ...found].sort((a, b) => b.score - a.score);
  }

  #look(index: VectorIndex, slot: number): void {
    if (slot === NONE) return;
    const text = indexedText(this.#graph.nodes.read(slot), this.#types.of(slot));
    if (this.#texts.has(slot) && this.#texts.get(slot) === text) return;
    this.#texts.set(slot, text);
    if (text === undefined) index.remove(slot);
    else index.set(slot, featureHash(text));
  }
}
