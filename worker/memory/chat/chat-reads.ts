import type { Graph } from '../graph/graph.js';
import type { Injection } from '../reads/injection.js';
import { Reads } from '../reads/reads.js';
import { typesInForce } from '../schema/normalize.js';
import { TypeIndex } from '../schema/type-index.js';
import { LiveSearch } from '../search/live-search.js';
import type { CjkMode } from '../search/tokens.js';

/** Node types as they were given: of everybody, and of the chat's character. */
export interface GivenTypes {
  readonly types: unknown;
  readonly ownTypes: unknown;
}

/** What reads a chat's graph. Made when it is first wanted, and anew when the graph is another object. */
export class ChatReads {
  readonly #graph: () => Graph;
  readonly #injection: Injection;
  readonly #cjk: CjkMode | undefined;
  #given: GivenTypes;
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
    this.#types ??= new TypeIndex(typesInForce(this.#given.ownTypes, this.#given.types), this.#graph().nodes);
    return this.#types;
  }

  get search(): LiveSearch {
    this.#search ??= new LiveSearch(this.#graph(), this.#cjk);
    return this.#search;
  }

  get api(): Reads {
    this.#reads ??= new Reads({
      graph: this.#graph(),
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

  /** The graph is another object: what was made for the one before is of no use. */
  forget(): void {
    this.#types = undefined;
    this.#search = undefined;
    this.#reads = undefined;
  }
}
