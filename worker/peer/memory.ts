import type {
  CodedError,
  CompactionGroup,
  EdgeSummaryView,
  ExtractionOp,
  Fields,
  LinkDirection,
  LinkSpec,
  NodeBriefView,
  NodeView,
  ProjectTo,
  RankedView,
  Rejection,
  SchemaView,
  SeqRange,
} from '../protocol/memory-types.js';

interface Search {
  readonly query: string;
  readonly types?: readonly string[];
  /** Default: 20; 200 at the most. */
  readonly k?: number;
}

/**
 * A chat's memory as a plugin's tool has it, on `ctx.memory`. Lists are arrays. Reads need `memory.read`, writes
 * `memory.write` and a tool of mode `write`; what is written may wait until the user has seen it, and is there for later
 * reads of the same call. All of them reject with `CAPABILITY_DENIED`, `CAPABILITY_LIMIT` and `BAD_ARGS`.
 */
export interface PluginMemory {
  getSchema(): Promise<SchemaView>;
  /** What a recall may choose from, newest first; 1,000 at the most. */
  listVisibleCandidates(options?: {
    readonly seqWindow?: SeqRange;
    readonly types?: readonly string[];
    readonly excludeRecentMessages?: number;
    readonly limit?: number;
  }): Promise<readonly NodeView[]>;
  getEdgeSummary(
    id: string,
    options?: {
      readonly visibleNodeIds?: readonly string[];
      readonly edgeTypes?: readonly string[];
      readonly limit?: number;
    },
  ): Promise<EdgeSummaryView>;
  getNodeBrief(
    id: string,
    options?: {
      readonly visibleNodeIds?: readonly string[];
      readonly includeEdgeSummary?: boolean;
      readonly edgeSummaryLimit?: number;
    },
  ): Promise<NodeBriefView | null>;
  expandFromSeeds(
    ids: readonly string[],
    options?: {
      readonly hops?: number;
      readonly edgeTypes?: readonly string[];
      readonly projectTo?: ProjectTo;
      readonly includeChildren?: boolean;
      readonly excludeInternal?: boolean;
    },
  ): Promise<readonly NodeView[]>;
  keywordSearch(options: Search): Promise<readonly RankedView<'keyword'>[]>;
  /** Rejects with `NO_EMBEDDING_PROFILE` where the host has none. Of what this call has written it finds what it knew before. */
  vectorSearch(options: Search): Promise<readonly RankedView<'vector'>[]>;
  findByName(options: {
    readonly query: string;
    readonly types?: readonly string[];
  }): Promise<{ readonly matches: readonly NodeView[] }>;
  compactionCandidates(options: {
    readonly type: string;
    readonly depth?: number;
  }): Promise<{ readonly groups: readonly CompactionGroup[] }>;
  /** What fits is done, what does not is rejected, one by one; 500 ops and links at the most. */
  applyExtractionBatch(options: {
    readonly ops: readonly ExtractionOp[];
    readonly maxSeq?: number;
  }): Promise<{ readonly applied: readonly ExtractionOp[]; readonly rejected: readonly Rejection[] }>;
  createNode(options: {
    readonly type: string;
    readonly title?: string;
    readonly fields?: Fields;
    readonly links?: readonly LinkSpec[];
    readonly ref?: string;
  }): Promise<{ readonly id: string; readonly ref?: string }>;
  editNode(options: {
    readonly id: string;
    readonly setFields?: Fields;
    readonly clearFields?: readonly string[];
    readonly title?: string;
  }): Promise<{ readonly ok: boolean; readonly error?: CodedError }>;
  /** Archives: the node is hidden, its links stay. */
  deleteNode(options: { readonly id: string }): Promise<{ readonly ok: boolean; readonly error?: CodedError }>;
  upsertLinks(options: {
    readonly source: { readonly id?: string; readonly ref?: string };
    readonly links: readonly LinkSpec[];
  }): Promise<{ readonly applied: number; readonly rejected?: readonly Rejection[] }>;
  deleteLinks(options: {
    readonly source: { readonly id: string };
    readonly target: { readonly id: string };
    readonly relation: string;
    readonly direction?: LinkDirection;
  }): Promise<{ readonly removed: number }>;
  compactNodes(options: {
    readonly type: string;
    readonly childIds: readonly string[];
    readonly summary: string;
    readonly fields?: Fields;
  }): Promise<{ readonly rollupNodeId: string }>;
}
