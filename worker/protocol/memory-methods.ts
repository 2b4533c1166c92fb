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
 * The nine reads that everybody has who may read a memory: pages, plugins' tools, and who holds a plain store. `Also`: what
 * the options of each may hold besides; `Ids`: how lists of ids are given. @experimental
 */
export interface MemoryReads<Also = unknown, Ids extends Iterable<string> = Iterable<string>> {
  /** The node types. */
  getSchema(...options: unknown extends Also ? [] : [options?: Also]): Promise<SchemaView>;
  /** What a recall may choose from, newest first. */
  listVisibleCandidates(options?: PoolOptions & Also): Promise<readonly NodeView[]>;
  /** All zero for a node that is missing or archived, and before the first recall where no `visibleNodeIds` are given. */
  getEdgeSummary(id: string, options?: EdgeSummaryOptions<Ids> & Also): Promise<EdgeSummaryView>;
  /** What a model that chooses for a recall is shown of it; `null` for one that is missing or archived. */
  getNodeBrief(id: string, options?: BriefOptions<Ids> & Also): Promise<NodeBriefView | null>;
  /** The seeds, then what is reached from them, in the order it is found. Before the first recall `projectTo: 'raw'` is of use. */
  expandFromSeeds(ids: Ids, options?: ExpandOptions & Also): Promise<readonly NodeView[]>;
  /** By words, exact; Chinese by pairs of characters. All active nodes, those too that a rollup sums up. */
  keywordSearch(options: SearchOptions & Also): Promise<readonly RankedView<'keyword'>[]>;
  /** @throws `NO_EMBEDDING_PROFILE` where there is no index of meaning. */
  vectorSearch(options: SearchOptions & Also): Promise<readonly RankedView<'vector'>[]>;
  /** By a part of a title, or of a primary key such as an alias; the oldest turn first. To look before something is created twice. */
  findByName(
    options: { readonly query: string; readonly types?: readonly string[] } & Also,
  ): Promise<{ readonly matches: readonly NodeView[] }>;
  /** Which nodes of a type are ripe to be summed up; `depth` 0, the default, is leaves. No model is asked. */
  compactionCandidates(
    options: { readonly type: string; readonly depth?: number } & Also,
  ): Promise<{ readonly groups: readonly CompactionGroup[] }>;
}

/** The seven writes that everybody has who may change a memory. Each resolves when the change is kept. @experimental */
export interface MemoryWrites<Also = unknown> {
  /**
   * Several changes as one, kept and undone together: those that can be made are, the others are in `rejected`.
   * `maxSeq`: ordinal of the turn they belong to; by default the one that is open.
   */
  applyExtractionBatch(
    options: { readonly ops: readonly ExtractionOp[]; readonly maxSeq?: number } & Also,
  ): Promise<{ readonly applied: readonly ExtractionOp[]; readonly rejected: readonly Rejection[] }>;
  /** Always a new node, whatever its title: `findByName` tells whether there is one. @throws `OP_FAILED` with `details.rejected`. */
  createNode(
    options: {
      readonly type: string;
      readonly title?: string;
      readonly fields?: Fields;
      readonly links?: readonly LinkSpec[];
      readonly ref?: string;
    } & Also,
  ): Promise<{ readonly id: string; readonly ref?: string }>;
  /** Each field is replaced whole. `ok: false` with an `error` for a node that is missing or archived. */
  editNode(
    options: {
      readonly id: string;
      readonly setFields?: Fields;
      readonly clearFields?: readonly string[];
      readonly title?: string;
    } & Also,
  ): Promise<{ readonly ok: boolean; readonly error?: CodedError }>;
  /** Archives: the node is hidden, its edges stay. */
  deleteNode(options: { readonly id: string } & Also): Promise<{ readonly ok: boolean; readonly error?: CodedError }>;
  /** Adds links, or freshens those that are there; `applied` is 1 when the source was found, 0 when not. */
  upsertLinks(
    options: {
      readonly source: { readonly id?: string; readonly ref?: string };
      readonly links: readonly LinkSpec[];
    } & Also,
  ): Promise<{ readonly applied: number; readonly rejected?: readonly Rejection[] }>;
  /** `removed`: edges that were there. Default: both directions. */
  deleteLinks(
    options: {
      readonly source: { readonly id: string };
      readonly target: { readonly id: string };
      readonly relation: string;
      readonly direction?: LinkDirection;
    } & Also,
  ): Promise<{ readonly removed: number }>;
  /** Puts a rollup with this summary above nodes. @throws `BAD_ARGS`, `CHILD_NOT_FOUND`, `CHILD_HAS_PARENT`. */
  compactNodes(
    options: {
      readonly type: string;
      readonly childIds: readonly string[];
      readonly summary: string;
      readonly fields?: Fields;
    } & Also,
  ): Promise<{ readonly rollupNodeId: string }>;
}

/** The same methods where they answer at once. */
export type AtOnce<Methods> = {
  [Method in keyof Methods]: Methods[Method] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Answer
    : never;
};
