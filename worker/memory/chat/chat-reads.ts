import type { Graph } from '../graph/graph.js';
import type { Injection } from '../reads/injection.js';
import { Reads } from '../reads/reads.js';
import { typesInForce } from '../schema/normalize.js';
import { TypeIndex } from '../schema/type-index.js';
import { FuzzyIndex } from '../search/fuzzy-index.js';
import { LiveSearch } from '../search/live-search.js';
import type { CjkMode } from '../search/tokens.js';

/** Node types as they were given: of everybody, and of the chat's character. */
export interface GivenTypes {
  readonly types: unknown;
  readonly ownTypes: unknown;
}

/** What reads a chat's graph. Made when it is first wanted, and anew as soon as the graph is another object. */
export class ChatReads {
  readonly #graph: () => Graph;
  readonly #injection: Injection;
  readonly #cjk: CjkMode | undefined;
  #given: GivenTypes;
  /** The graph that all below was made for. */
  #of: Graph | undefined;
  #types: TypeIndex | undefined;
  #search: LiveSearch | undefined;
  #reads: Reads | undefined;

  constructor(graph: () => Graph, injection: Injection, given: GivenTypes, cjk: CjkMode | undefined) {
    this.#graph = graph;
    this.#injection = injection;
    this.#given = given;
    this.#cjk = cjk;
  }

  get types(): TypeIndex {
    const graph = this.#now();
    this.#types ??= new TypeIndex(typesInForce(this.#given.ownTypes, this.#given.types), graph.nodes);
    return this.#types;
  }

  get search(): LiveSearch {
    const graph = this.#now();
    this.#search ??= new LiveSearch(graph, this.#cjk, (texts) => new FuzzyIndex(texts));
    return this.#search;
  }

  get api(): Reads {
    const graph = this.#now();
    this.#reads ??= new Reads({
      graph,
      types: () => this.types,
      injection: this.#injection,
      search: this.search,
      // What they answer is copied to another thread, and frozen there.
      frozen: false,
    });
    return this.#reads;
  }

  setTypes(given: GivenTypes): void {
    this.#given = given;
    this.#types = undefined;
  }

  /** What was made for another graph is of no use. */
  #now(): Graph {
    const graph = this.#graph();
    if (graph === this.#of) return graph;
    this.#of = graph;
    this.#types = undefined;
    this.#search = undefined;
    this.#reads = undefined;
    return graph;
  }
}
