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
  getSchema(...options: unknown extends Also ? [] : [options?: Also]): Promise<SchemaView>;
  /** What a recall may choose from, newest first. */
  listVisibleCandidates(options?: PoolOptions & Also): Promise<readonly NodeView[]>;
  getEdgeSummary(id: string, options?: EdgeSummaryOptions<Ids> & Also): Promise<EdgeSummaryView>;
  getNodeBrief(id: string, options?: BriefOptions<Ids> & Also): Promise<NodeBriefView | null>;
  expandFromSeeds(ids: Ids, options?: ExpandOptions & Also): Promise<readonly NodeView[]>;
  keywordSearch(options: SearchOptions & Also): Promise<readonly RankedView<'keyword'>[]>;
  /** @throws `NO_EMBEDDING_PROFILE` where there is no index of meaning. */
  vectorSearch(options: SearchOptions & Also): Promise<readonly RankedView<'vector'>[]>;
  findByName(
    options: { readonly query: string; readonly types?: readonly string[] } & Also,
  ): Promise<{ readonly matches: readonly NodeView[] }>;
  compactionCandidates(
    options: { readonly type: string; readonly depth?: number } & Also,
  ): Promise<{ readonly groups: readonly CompactionGroup[] }>;
}

/** The seven writes that everybody has who may change a memory. Each resolves when the change is kept. @experimental */
export interface MemoryWrites<Also = unknown> {
  /** What fits is done, what does not is rejected, one by one. */
  applyExtractionBatch(
    options: { readonly ops: readonly ExtractionOp[]; readonly maxSeq?: number } & Also,
  ): Promise<{ readonly applied: readonly ExtractionOp[]; readonly rejected: readonly Rejection[] }>;
  createNode(
    options: {
      readonly type: string;
      readonly title?: string;
      readonly fields?: Fields;
      readonly links?: readonly LinkSpec[];
      readonly ref?: string;
    } & Also,
  ): Promise<{ readonly id: string; readonly ref?: string }>;
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
  upsertLinks(
    options: {
      readonly source: { readonly id?: string; readonly ref?: string };
      readonly links: readonly LinkSpec[];
    } & Also,
  ): Promise<{ readonly applied: number; readonly rejected?: readonly Rejection[] }>;
  deleteLinks(
    options: {
      readonly source: { readonly id: string };
      readonly target: { readonly id: string };
      readonly relation: string;
      readonly direction?: LinkDirection;
    } & Also,
  ): Promise<{ readonly removed: number }>;
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
