import type {
  BriefOptions,
  CodedError,
  CompactionGroup,
  EdgeSummaryOptions,
  EdgeSummaryView,
  ExpandOptions,
  ExtractionOp,
  Fields,
  LinkDirection,
  LinkSpec,
  NodeBriefView,
  NodeView,
  PoolOptions,
  RankedView,
  Rejection,
  SchemaView,
  SearchOptions,
} from './memory-types.js';

/**
 * The nine read methods of a memory. Pages, plugins' tools and plain stores have them. `Also` is the type of additional options,
 * `Ids` the type of lists of ids. @experimental
 */
export interface MemoryReads<Also = unknown, Ids extends Iterable<string> = Iterable<string>> {
  /** Returns the node types. */
  getSchema(...options: unknown extends Also ? [] : [options?: Also]): Promise<SchemaView>;
  /** Returns the nodes that a recall may choose from, the newest first. */
  listVisibleCandidates(options?: PoolOptions & Also): Promise<readonly NodeView[]>;
  /** Sums up the edges of a node. All zero for a missing or archived node, and, without `visibleNodeIds`, before the first recall. */
  getEdgeSummary(id: string, options?: EdgeSummaryOptions<Ids> & Also): Promise<EdgeSummaryView>;
  /** Returns what a model sees of a node when it chooses for a recall; `null` for a missing or archived node. */
  getNodeBrief(id: string, options?: BriefOptions<Ids> & Also): Promise<NodeBriefView | null>;
  /** Returns the seeds, then the nodes reached from them, in the order found. Before the first recall, pass `projectTo: 'raw'`. */
  expandFromSeeds(ids: Ids, options?: ExpandOptions & Also): Promise<readonly NodeView[]>;
  /** Searches all active nodes, also those that a rollup sums up, by exact words; Chinese by pairs of characters. */
  keywordSearch(options: SearchOptions & Also): Promise<readonly RankedView<'keyword'>[]>;
  /** Searches by meaning. @throws `NO_EMBEDDING_PROFILE` if there is no vector index. */
  vectorSearch(options: SearchOptions & Also): Promise<readonly RankedView<'vector'>[]>;
  /** Finds nodes by a part of a title or of a primary key such as an alias, the oldest turn first. Use it before you create a node. */
  findByName(
    options: { readonly query: string; readonly types?: readonly string[] } & Also,
  ): Promise<{ readonly matches: readonly NodeView[] }>;
  /** Returns groups of nodes of a type that are due to be summed up. `depth` 0, the default, means leaves. No model is asked. */
  compactionCandidates(
    options: { readonly type: string; readonly depth?: number } & Also,
  ): Promise<{ readonly groups: readonly CompactionGroup[] }>;
}

/** The seven write methods of a memory. Each resolves when the change is stored. @experimental */
export interface MemoryWrites<Also = unknown> {
  /**
   * Makes several changes as one, which is stored and undone as a whole. Changes that cannot be made are in `rejected`.
   * `maxSeq` is the ordinal of the turn they belong to. Default: the open turn.
   */
  applyExtractionBatch(
    options: { readonly ops: readonly ExtractionOp[]; readonly maxSeq?: number } & Also,
  ): Promise<{ readonly applied: readonly ExtractionOp[]; readonly rejected: readonly Rejection[] }>;
  /** Creates a node, even if its title exists; see `findByName`. @throws `OP_FAILED` with `details.rejected`. */
  createNode(
    options: {
      readonly type: string;
      readonly title?: string;
      readonly fields?: Fields;
      readonly links?: readonly LinkSpec[];
      readonly ref?: string;
    } & Also,
  ): Promise<{ readonly id: string; readonly ref?: string }>;
  /** Changes a node. Each field is replaced as a whole. `ok: false` with an `error` for a missing or archived node. */
  editNode(
    options: {
      readonly id: string;
      readonly setFields?: Fields;
      readonly clearFields?: readonly string[];
      readonly title?: string;
    } & Also,
  ): Promise<{ readonly ok: boolean; readonly error?: CodedError }>;
  /** Archives a node: it is hidden, its edges stay. */
  deleteNode(options: { readonly id: string } & Also): Promise<{ readonly ok: boolean; readonly error?: CodedError }>;
  /** Adds links, or updates existing ones. `applied` is 1 if the source was found, otherwise 0. */
  upsertLinks(
    options: {
      readonly source: { readonly id?: string; readonly ref?: string };
      readonly links: readonly LinkSpec[];
    } & Also,
  ): Promise<{ readonly applied: number; readonly rejected?: readonly Rejection[] }>;
  /** Deletes links, by default in both directions. `removed` is the number of deleted edges. */
  deleteLinks(
    options: {
      readonly source: { readonly id: string };
      readonly target: { readonly id: string };
      readonly relation: string;
      readonly direction?: LinkDirection;
    } & Also,
  ): Promise<{ readonly removed: number }>;
  /** Creates a rollup with this summary above the nodes. @throws `BAD_ARGS`, `CHILD_NOT_FOUND`, `CHILD_HAS_PARENT`. */
  compactNodes(
    options: {
      readonly type: string;
      readonly childIds: readonly string[];
      readonly summary: string;
      readonly fields?: Fields;
    } & Also,
  ): Promise<{ readonly rollupNodeId: string }>;
}

/** The same methods, synchronous. */
export type AtOnce<Methods> = {
  [Method in keyof Methods]: Methods[Method] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Answer
    : never;
};
