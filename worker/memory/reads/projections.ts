import type { Graph } from '../graph/graph.js';
import { toFilter } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { LivePool } from './live-pool.js';
import { endsOf, type ProjectedEnds, type Projection, project, relationFilter } from './projection.js';
import { type VisibleSet, VisibleSets } from './visible-set.js';

interface Kept {
  readonly revision: number;
  readonly set: number;
  readonly relations: string;
  readonly projection: Projection;
  ends?: ProjectedEnds;
}

/** What is computed from the whole graph, kept until the graph changes. It changes nothing but the time a read takes. */
export class Projections {
  readonly sets: VisibleSets;
  readonly #graph: Graph;
  #kept: readonly Kept[] = [];
  readonly #pool: LivePool;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.sets = new VisibleSets(graph);
    this.#pool = new LivePool(graph);
  }

  /** Good until the next change. */
  pool(types: TypeIndex): readonly number[] {
    return this.#pool.of(types);
  }

  edges(set: VisibleSet, edgeTypes: unknown, excludeInternal: boolean): Projection {
    return this.#of(set, edgeTypes, excludeInternal).projection;
  }

  /** With the ranges of each node; internal relations count. */
  byNode(set: VisibleSet, edgeTypes: unknown): { readonly projection: Projection; readonly ends: ProjectedEnds } {
    const kept = this.#of(set, edgeTypes, false);
    kept.ends ??= endsOf(kept.projection, this.#graph.nodes.size);
    return { projection: kept.projection, ends: kept.ends };
  }

  #of(set: VisibleSet, edgeTypes: unknown, excludeInternal: boolean): Kept {
    const { revision } = this.#graph;
    const wanted = toFilter(edgeTypes);
    const relations = wanted
      ? JSON.stringify([excludeInternal, [...wanted].sort()])
      : excludeInternal
        ? 'all but internal ones'
        : 'all';
    const known = this.#kept.find(
      (one) => one.revision === revision && one.set === set.key && one.relations === relations,
    );
    if (known) return known;
    const admit = relationFilter(this.#graph.edges, wanted, excludeInternal);
    const made: Kept = { revision, set: set.key, relations, projection: project(this.#graph, set, admit) };
    this.#kept = [made, ...this.#kept.filter((one) => one.revision === revision)].slice(0, 4);
    return made;
  }
}
