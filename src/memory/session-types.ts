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
} from '../../worker/protocol/memory-types.js';

/** Every method takes a signal; what it rejects with then is the signal's reason. */
export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** The reads of a session. @experimental */
export interface MemoryReadSession {
  /** What a recall may choose from, newest first. */
  listVisibleCandidates(options?: PoolOptions & Abortable): Promise<readonly NodeView[]>;
  getEdgeSummary(id: string, options?: EdgeSummaryOptions & Abortable): Promise<EdgeSummaryView>;
  getNodeBrief(id: string, options?: BriefOptions & Abortable): Promise<NodeBriefView | null>;
  expandFromSeeds(ids: Iterable<string>, options?: ExpandOptions & Abortable): Promise<readonly NodeView[]>;
  getSchema(options?: Abortable): Promise<SchemaView>;
  keywordSearch(options: SearchOptions & Abortable): Promise<readonly RankedView<'keyword'>[]>;
  /** @throws `NO_EMBEDDING_PROFILE` where no embedding profile is chosen. */
  vectorSearch(options: SearchOptions & Abortable): Promise<readonly RankedView<'vector'>[]>;
  findByName(
    options: { readonly query: string; readonly types?: readonly string[] } & Abortable,
  ): Promise<{ readonly matches: readonly NodeView[] }>;
  compactionCandidates(
    options: { readonly type: string; readonly depth?: number } & Abortable,
  ): Promise<{ readonly groups: readonly CompactionGroup[] }>;
}

/** The writes of a session. Each resolves when the change is kept. @experimental */
export interface MemoryWriteSession {
  applyExtractionBatch(
    options: { readonly ops: readonly ExtractionOp[]; readonly maxSeq?: number } & Abortable,
  ): Promise<{ readonly applied: readonly ExtractionOp[]; readonly rejected: readonly Rejection[] }>;
  createNode(
    options: {
      readonly type: string;
      readonly title?: string;
      readonly fields?: Fields;
      readonly links?: readonly LinkSpec[];
      readonly ref?: string;
    } & Abortable,
  ): Promise<{ readonly id: string; readonly ref?: string }>;
  editNode(
    options: {
      readonly id: string;
      readonly setFields?: Fields;
      readonly clearFields?: readonly string[];
      readonly title?: string;
    } & Abortable,
  ): Promise<{ readonly ok: boolean; readonly error?: CodedError }>;
  /** Archives: the node is hidden, its edges stay. */
  deleteNode(
    options: { readonly id: string } & Abortable,
  ): Promise<{ readonly ok: boolean; readonly error?: CodedError }>;
  upsertLinks(
    options: {
      readonly source: { readonly id?: string; readonly ref?: string };
      readonly links: readonly LinkSpec[];
    } & Abortable,
  ): Promise<{ readonly applied: number; readonly rejected?: readonly Rejection[] }>;
  deleteLinks(
    options: {
      readonly source: { readonly id: string };
      readonly target: { readonly id: string };
      readonly relation: string;
      readonly direction?: LinkDirection;
    } & Abortable,
  ): Promise<{ readonly removed: number }>;
  compactNodes(
    options: {
      readonly type: string;
      readonly childIds: readonly string[];
      readonly summary: string;
      readonly fields?: Fields;
    } & Abortable,
  ): Promise<{ readonly rollupNodeId: string }>;
}

/** Sixteen methods on one chat's graph. @experimental */
export type MemorySession = Readonly<MemoryReadSession & MemoryWriteSession>;
