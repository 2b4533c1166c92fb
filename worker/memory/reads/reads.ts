import { BulkheadError } from '../../protocol/errors.js';
import type {
  BriefOptions,
  CompactionGroup,
  EdgeSummaryOptions,
  EdgeSummaryView,
  EdgeView,
  ExpandOptions,
  Exposure,
  InjectionState,
  NeighborView,
  NodeBriefView,
  NodeView,
  PoolOptions,
  RankedView,
  RecallOptions,
  RecallView,
  SchemaView,
  SearchOptions,
} from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';
import { toNumber, toRecord, trimmed } from '../graph/text.js';
import { recall } from '../recall/recall.js';
import type { TypeIndex } from '../schema/type-index.js';
import type { Hit } from '../search/best.js';
import type { LiveSearch } from '../search/live-search.js';
import { briefOf, exposureOf } from './brief.js';
import { compactionGroups } from './compaction.js';
import { expand } from './expand.js';
import type { Injection } from './injection.js';
import { ancestorsOf, descendantsOf } from './lineage.js';
import { type EdgeFilter, listEdges, listNodes, type NodeFilter } from './lists.js';
import { neighborsOf } from './neighbors.js';
import { type Page, Pages } from './pages.js';
import { narrowPool } from './pool.js';
import { Projections } from './projections.js';
import { Searches } from './searches.js';
import { summarize, Tally, zeroSummary } from './summary.js';
import { Views } from './views.js';
import { liftAll, toVisible, type VisibleSet } from './visible-set.js';

export interface ReadParts {
  readonly graph: Graph;
  /** The types of this call: a character's own may come and go. */
  readonly types: () => TypeIndex;
  readonly injection: Injection;
  readonly search: LiveSearch;
  /** Copied and frozen all the way down; not needed for what crosses to another thread. */
  readonly frozen: boolean;
}

/** The reads of one graph, which share nothing with it. `BAD_ARGS` is thrown only for a missing argument. @see contract of the memory graph */
export class Reads {
  readonly #parts: ReadParts;
  readonly #views: Views;
  readonly #projections: Projections;
  readonly #pages: Pages;
  readonly #searches: Searches;
  readonly #tally = new Tally();

  constructor(parts: ReadParts) {
    this.#parts = parts;
    this.#views = new Views(parts.graph, parts.frozen);
    this.#projections = new Projections(parts.graph);
    this.#searches = new Searches(parts.graph, parts.search, this.#views);
    this.#pages = new Pages(parts.graph, this.#projections, this.#views);
  }

  getSchema(): SchemaView {
    return this.#views.answer(this.#types.view());
  }

  listVisibleCandidates(options?: PoolOptions): readonly NodeView[] {
    const pool = this.#projections.pool(this.#types);
    return this.#views.nodes(narrowPool(this.#graph, pool, toRecord(options) as PoolOptions));
  }

  listNodes(filter?: NodeFilter): readonly NodeView[] {
    return this.#views.nodes(listNodes(this.#graph, this.#types, toRecord(filter) as NodeFilter));
  }

  getNode(id: unknown): NodeView | null {
    const slot = this.#find(id);
    return slot === NONE ? null : this.#views.node(slot);
  }

  listEdges(filter?: EdgeFilter): readonly EdgeView[] {
    return this.#views.answer(listEdges(this.#graph, toRecord(filter) as EdgeFilter));
  }

  getNeighbors(
    id: unknown,
    options?: { readonly edgeTypes?: unknown; readonly direction?: unknown; readonly projectTo?: unknown },
  ): readonly NeighborView[] {
    const slot = this.#find(id);
    const given = toRecord(options) as NonNullable<typeof options>;
    const set = this.#setOf(given.projectTo, 'raw');
    if (slot === NONE) return this.#views.nodes([]) as never;
    const lift = set && liftAll(this.#graph, set);
    const neighbors = neighborsOf(this.#graph, slot, given, lift && ((other) => lift[other] as number));
    return this.#views.answer(
      neighbors.map(({ slot: other, edgeType, direction }) => ({ node: this.#views.node(other), edgeType, direction })),
    );
  }

  getAncestor(
    id: unknown,
    options?: { readonly activeOnly?: unknown; readonly predicate?: (node: NodeView) => unknown },
  ): NodeView | null {
    const slot = this.#find(id);
    const { activeOnly, predicate } = toRecord(options) as NonNullable<typeof options>;
    if (slot === NONE) return null;
    for (const above of ancestorsOf(this.#graph, slot, activeOnly === false)) {
      const view = this.#views.node(above);
      if (typeof predicate !== 'function' || predicate(view)) return view;
    }
    return null;
  }

  /** All that `getAncestor` would look at, nearest first: for a predicate that runs elsewhere. */
  ancestors(id: unknown, options?: { readonly activeOnly?: unknown }): readonly NodeView[] {
    const slot = this.#find(id);
    const all = toRecord(options).activeOnly === false;
    return this.#views.nodes(slot === NONE ? [] : ancestorsOf(this.#graph, slot, all));
  }

  getDescendants(
    id: unknown,
    options?: { readonly activeOnly?: unknown; readonly maxDepth?: unknown },
  ): readonly NodeView[] {
    const slot = this.#find(id);
    const { activeOnly, maxDepth } = toRecord(options);
    const depth = toNumber(maxDepth);
    const levels = Number.isNaN(depth) ? Number.POSITIVE_INFINITY : Math.floor(depth);
    return this.#views.nodes(slot === NONE ? [] : descendantsOf(this.#graph, slot, activeOnly === false, levels));
  }

  getNearestVisibleAncestor(id: unknown, options?: { readonly visibleNodeIds?: Iterable<string> }): NodeView | null {
    const lift = liftAll(this.#graph, this.#required(options));
    const slot = this.#find(id);
    const found = slot === NONE ? NONE : (lift[slot] as number);
    return found === NONE ? null : this.#views.node(found);
  }

  projectEdges(options?: {
    readonly visibleNodeIds?: Iterable<string>;
    readonly edgeTypes?: unknown;
    readonly excludeInternal?: unknown;
  }): readonly EdgeView[] {
    const set = this.#required(options);
    const { edgeTypes, excludeInternal } = toRecord(options);
    const { size, from, to, relation, weight } = this.#projections.edges(set, edgeTypes, excludeInternal !== false);
    const { nodes, edges } = this.#graph;
    const views: EdgeView[] = [];
    for (let edge = 0; edge < size; edge++) {
      views.push({
        from: nodes.ids[from[edge] as number] as string,
        to: nodes.ids[to[edge] as number] as string,
        type: edges.types.key(relation[edge] as number),
        weight: weight[edge] as number,
      });
    }
    return this.#views.answer(views);
  }

  getEdgeSummary(id: unknown, options?: EdgeSummaryOptions): EdgeSummaryView {
    return this.#views.answer(this.#summary(this.#find(id), toRecord(options) as EdgeSummaryOptions));
  }

  getNodeExposure(id: unknown): Exposure | null {
    const slot = this.#find(id);
    return this.#graph.nodes.isActive(slot) ? exposureOf(this.#graph, this.#types, slot) : null;
  }

  getNodeBrief(id: unknown, options?: BriefOptions): NodeBriefView | null {
    const slot = this.#find(id);
    if (!this.#graph.nodes.isActive(slot)) return null;
    const { visibleNodeIds, includeEdgeSummary, edgeSummaryLimit } = toRecord(options) as BriefOptions;
    const limit = {
      ...(visibleNodeIds && { visibleNodeIds }),
      ...(edgeSummaryLimit !== undefined && { limit: edgeSummaryLimit }),
    };
    const summary = includeEdgeSummary === false ? null : this.#summary(slot, limit);
    const held = this.#parts.injection.state.alwaysInjectIds.has(this.#graph.nodes.ids[slot] as string);
    return this.#views.answer(briefOf(this.#graph, this.#types, slot, summary, held));
  }

  /** `most`: as soon as more nodes are found, nothing more is looked for. */
  expandFromSeeds(ids: unknown, options?: ExpandOptions, most?: number): readonly NodeView[] {
    const seeds = Array.from(idsOf(ids, 'seedIds'), (id) => this.#find(id)).filter((slot) => slot !== NONE);
    const given = toRecord(options) as ExpandOptions;
    const pool = this.#setOf(given.projectTo, 'visible');
    return this.#views.nodes(seeds.length === 0 ? [] : expand(this.#graph, seeds, given, pool, most));
  }

  /** One page of nodes, of candidates, or of edges, with the filter of the list. @throws `BAD_ARGS`. */
  page(options?: unknown): Page<NodeView | EdgeView> {
    return this.#pages.page(options, this.#types);
  }

  keywordSearch(options?: SearchOptions): readonly RankedView<'keyword'>[] {
    return this.#searches.words('keyword', options, this.#types);
  }

  /** The same with typing errors forgiven; its scores are those of BM25. */
  fuzzySearch(options?: SearchOptions): readonly RankedView<'keyword'>[] {
    return this.#searches.words('fuzzy', options, this.#types);
  }

  /** The nodes of hits that came from a vector index. */
  rankVectors(hits: readonly Hit[], options?: SearchOptions): readonly RankedView<'vector'>[] {
    return this.#searches.vectors(hits, options, this.#types);
  }

  /** What a model should be shown, within a budget. `meaning`: hits of a search by meaning. @throws `BAD_ARGS`. */
  recall(options?: RecallOptions, meaning?: readonly Hit[]): readonly RecallView[] {
    const types = this.#types;
    const { graph, search } = this.#parts;
    const view = (slot: number) => this.#views.node(slot);
    const given = toRecord(options) as RecallOptions;
    return this.#views.answer(recall({ graph, types, index: search.recall(types), meaning, view }, given));
  }

  findByName(options?: { readonly query?: unknown; readonly types?: unknown }): {
    readonly matches: readonly NodeView[];
  } {
    return this.#searches.names(options, this.#types);
  }

  compactionCandidates(options?: { readonly type?: unknown; readonly depth?: unknown }): {
    readonly groups: readonly CompactionGroup[];
  } {
    return this.#views.answer({ groups: compactionGroups(this.#graph, this.#types, toRecord(options)) });
  }

  getInjectionState(): InjectionState {
    return this.#parts.injection.copy();
  }

  get #graph(): Graph {
    return this.#parts.graph;
  }

  get #types(): TypeIndex {
    return this.#parts.types();
  }

  #find(id: unknown): number {
    return this.#graph.nodes.find(trimmed(id));
  }

  #summary(slot: number, { visibleNodeIds, edgeTypes, limit }: EdgeSummaryOptions): EdgeSummaryView {
    const given =
      visibleNodeIds === undefined || visibleNodeIds === null ? undefined : idsOf(visibleNodeIds, 'visibleNodeIds');
    if (!this.#graph.nodes.isActive(slot)) return zeroSummary();
    const set = given ? this.#projections.sets.of(given) : this.#visible;
    const { projection, ends } = this.#projections.byNode(set, edgeTypes);
    return summarize(this.#graph, projection, ends, slot, limit, this.#tally);
  }

  /** The nodes of the last recall. */
  get #visible(): VisibleSet {
    return this.#projections.sets.ofConstant(this.#parts.injection.state.visibleIds);
  }

  #setOf(projectTo: unknown, otherwise: 'raw' | 'visible'): VisibleSet | undefined {
    const target = projectTo ?? otherwise;
    if (target === 'raw') return undefined;
    if (target === 'visible') return this.#visible;
    const { nodes } = this.#graph;
    const slots = Array.from(idsOf(target, 'projectTo'), (id) => nodes.find(trimmed(id)));
    return toVisible(
      this.#graph,
      slots.filter((slot) => nodes.isActive(slot)),
    );
  }

  #required(options: unknown): VisibleSet {
    return this.#projections.sets.of(idsOf(toRecord(options).visibleNodeIds, 'visibleNodeIds'));
  }
}

function idsOf(value: unknown, name: string): Iterable<string> {
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) return value as Iterable<string>;
  throw new BulkheadError('BAD_ARGS', `${name} must be a list or set of ids`);
}
