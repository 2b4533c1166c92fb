/** Shapes of the memory graph as callers see them. Everything a session answers is frozen, down to the values of fields. */

/** Kinds of nodes; today only `semantic` ones are made. */
export type Level = 'episodic' | 'semantic';
/** How much of a node a prompt may show. */
export type Exposure = 'high_only' | 'full';
/** An edge's direction as seen from the node that was asked about. */
export type Dir = 'in' | 'out';
export type LinkDirection = 'outgoing' | 'incoming' | 'bidirectional';
/** Onto which nodes edges are lifted: none, those of the last recall, or the ones given. */
export type ProjectTo = 'raw' | 'visible' | readonly string[];
/** A node's row, by column. */
export type Fields = Readonly<Record<string, unknown>>;
/** Ordinals of answered turns, both inclusive. */
export interface SeqRange {
  readonly from?: number;
  readonly to?: number;
}

/** One node. */
export interface NodeView {
  readonly id: string;
  readonly type: string;
  readonly level: Level;
  readonly title: string;
  readonly fields: Fields;
  /** Ordinal of the last turn that touched it; -1 for none. */
  readonly seqTo: number;
  /** Empty for none. */
  readonly parentId: string;
  readonly childrenIds: readonly string[];
  readonly archived: boolean;
  readonly semanticRollup: boolean;
  /** 0 for a leaf. */
  readonly semanticDepth: number;
}

/** One edge; `weight` counts the stored edges that a projected one stands for. */
export interface EdgeView {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly weight?: number;
}

export interface NeighborView {
  readonly node: NodeView;
  readonly edgeType: string;
  readonly direction: Dir;
}

export interface EdgeSummaryView {
  readonly degree: number;
  readonly relations: readonly { readonly relation: string; readonly direction: Dir; readonly count: number }[];
  readonly sample_neighbors: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    readonly to_seq: number;
  }[];
}

/** What the last recall put before the model, as three sets of ids. */
export interface InjectionState {
  readonly alwaysInjectIds: ReadonlySet<string>;
  readonly recallSelectedIds: ReadonlySet<string>;
  /** Everything the recall could choose from; empty before the first. */
  readonly visibleIds: ReadonlySet<string>;
}

export interface SchemaSpecView {
  readonly type: string;
  readonly tableName: string;
  readonly tableColumns: readonly string[];
  readonly requiredColumns: readonly string[];
  readonly primaryKeyColumns: readonly string[];
  readonly forceUpdate: boolean;
  readonly alwaysInject: boolean;
  readonly editable: boolean;
  readonly compressionMode: 'none' | 'hierarchical' | (string & {});
}
export interface SchemaView {
  readonly types: readonly SchemaSpecView[];
}

/** One row of what a recall router is shown. */
export interface NodeBriefView {
  readonly id: string;
  readonly level: Level;
  readonly type: string;
  readonly tableName: string;
  readonly title: string;
  readonly summary: string;
  readonly keyValues: Fields;
  readonly rowValues: Fields;
  readonly toSeq: number;
  readonly childCount: number;
  readonly exposure: Exposure;
  readonly edgeSummary: EdgeSummaryView | null;
  readonly alwaysInject: boolean;
}

export type ScoreMode = 'keyword' | 'vector';
export type RankedView<M extends ScoreMode = ScoreMode> = NodeView & { readonly score: number; readonly scoreMode: M };
export interface CompactionGroup {
  /** Level of the rollup to be made. */
  readonly depth: number;
  readonly childIds: readonly string[];
  readonly fanIn: number;
}

export interface SearchOptions {
  readonly query: string;
  readonly types?: readonly string[];
  /** Default: 20. */
  readonly k?: number;
}
export interface PoolOptions {
  readonly seqWindow?: SeqRange;
  readonly types?: readonly string[];
  readonly excludeRecentMessages?: number;
  readonly limit?: number;
}
export interface EdgeSummaryOptions<Ids extends Iterable<string> = Iterable<string>> {
  readonly visibleNodeIds?: Ids;
  readonly edgeTypes?: readonly string[];
  readonly limit?: number;
}
export interface BriefOptions<Ids extends Iterable<string> = Iterable<string>> {
  readonly visibleNodeIds?: Ids;
  readonly includeEdgeSummary?: boolean;
  readonly edgeSummaryLimit?: number;
}
export interface ExpandOptions {
  readonly hops?: number;
  readonly edgeTypes?: readonly string[];
  readonly projectTo?: ProjectTo;
  readonly includeChildren?: boolean;
  readonly excludeInternal?: boolean;
}

/** An edge to make, in either of the accepted spellings. */
export interface OpLink {
  readonly targetNodeId?: string;
  readonly targetRef?: string;
  readonly relation?: string;
  readonly direction?: LinkDirection;
}
export interface Link {
  readonly target: { readonly id?: string; readonly ref?: string };
  readonly relation?: string;
  readonly direction?: LinkDirection;
}
export type LinkSpec = Link | OpLink;
export type ExtractionOp =
  | {
      readonly op: 'create';
      readonly type: string;
      readonly title?: string;
      readonly fields?: Fields;
      readonly links?: readonly LinkSpec[];
      readonly ref?: string;
    }
  | {
      readonly op: 'edit';
      readonly nodeId: string;
      readonly setFields?: Fields;
      readonly clearFields?: readonly string[];
      readonly title?: string;
      readonly type?: string;
    }
  | { readonly op: 'delete'; readonly nodeId: string }
  | {
      readonly op: 'link_upsert';
      readonly sourceNodeId?: string;
      readonly sourceRef?: string;
      readonly links: readonly LinkSpec[];
    }
  | {
      readonly op: 'link_delete';
      readonly sourceNodeId: string;
      readonly targetNodeId: string;
      readonly relation: string;
      readonly direction?: LinkDirection;
    };
export interface CodedError {
  readonly code: string;
  readonly message: string;
}
/**
 * What was not done, and why. An op whose links fail has one of these for each such link: `op` is the op itself, the message
 * names the link's target.
 */
export interface Rejection {
  readonly op: ExtractionOp;
  readonly error: CodedError;
}
