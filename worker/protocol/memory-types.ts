/**
 * Shapes of the memory graph as callers see them. Everything a session answers is frozen, down to the values of fields.
 *
 * A node is one thing that is remembered; a rollup is a node that sums up others, which stand beneath it. A recall chooses,
 * before an answer, what of the memory the model is told. A turn is an answer that has text, and its ordinal (`seqTo`, `seq…`)
 * counts from 1.
 */

/** Kinds of nodes; today only `semantic` ones are made. */
export type Level = 'episodic' | 'semantic';
/** How much of a node a prompt may show. */
export type Exposure = 'high_only' | 'full';
/** An edge's direction as seen from the node that was asked about. */
export type Dir = 'in' | 'out';
/** Which way an edge is made, as seen from its source; `bidirectional` makes two. Default: `bidirectional`. */
export type LinkDirection = 'outgoing' | 'incoming' | 'bidirectional';
/**
 * Onto which nodes edges are lifted: `raw` none, `visible` those the last recall could choose from (nothing before the first),
 * or the ones with these ids.
 */
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
  /** `n_1`, `n_2` … for nodes that were made here; imported ones keep theirs. */
  readonly id: string;
  /** Lower case, e.g. `event`; any name will do. */
  readonly type: string;
  readonly level: Level;
  readonly title: string;
  readonly fields: Fields;
  /** Ordinal of the last turn that touched it; -1 for none. */
  readonly seqTo: number;
  /** Empty for none. */
  readonly parentId: string;
  readonly childrenIds: readonly string[];
  /** Hidden from lists and searches, not deleted. */
  readonly archived: boolean;
  /** It sums up its children. */
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

/** A node at the other end of an edge. */
export interface NeighborView {
  readonly node: NodeView;
  readonly edgeType: string;
  readonly direction: Dir;
}

/** The edges of a node among what a recall may choose from. */
export interface EdgeSummaryView {
  /** Stored edges that they stand for. */
  readonly degree: number;
  /** The most frequent first. */
  readonly relations: readonly { readonly relation: string; readonly direction: Dir; readonly count: number }[];
  /** The ones that were touched last, first. */
  readonly sample_neighbors: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    readonly to_seq: number;
  }[];
}

/** What the last recall put before the model, as three sets of ids. */
export interface InjectionState {
  /** Put there by their type's `alwaysInject`. */
  readonly alwaysInjectIds: ReadonlySet<string>;
  /** Chosen for the last turn. */
  readonly recallSelectedIds: ReadonlySet<string>;
  /** Everything the recall could choose from; empty before the first. */
  readonly visibleIds: ReadonlySet<string>;
}

/** One type of node, as a table. */
export interface SchemaSpecView {
  readonly type: string;
  readonly tableName: string;
  readonly tableColumns: readonly string[];
  /** What whoever writes is told to fill in; a write without them is kept all the same. */
  readonly requiredColumns: readonly string[];
  /** Fields that name a node: `findByName` looks there besides the title. */
  readonly primaryKeyColumns: readonly string[];
  /** Whoever writes is to bring it up to date in every turn; nothing is refused by it. */
  readonly forceUpdate: boolean;
  /** Its nodes are put before the model whatever a recall has chosen. */
  readonly alwaysInject: boolean;
  /** Whoever writes may change its nodes; nothing is refused by it. */
  readonly editable: boolean;
  /** `hierarchical`: its older nodes are summed up by rollups. */
  readonly compressionMode: 'none' | 'hierarchical' | (string & {});
}
/** All types of a chat, in the order in which they are defined. */
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
  /** Texts of the primary keys, and of the other columns; empty ones are left out. */
  readonly keyValues: Fields;
  readonly rowValues: Fields;
  /** Ordinal of the last turn that touched it; 0 for none. */
  readonly toSeq: number;
  /** Active children. */
  readonly childCount: number;
  readonly exposure: Exposure;
  readonly edgeSummary: EdgeSummaryView | null;
  readonly alwaysInject: boolean;
}

/** By what a hit was found. */
export type ScoreMode = 'keyword' | 'vector';
/**
 * A hit. By words, its score is the share of the query's words that it holds, up to 1; by meaning, the similarity of the
 * vectors, which depends on the embedding profile.
 */
export type RankedView<M extends ScoreMode = ScoreMode> = NodeView & { readonly score: number; readonly scoreMode: M };
/** Nodes that are ripe for a rollup: hand their summary to `compactNodes`. */
export interface CompactionGroup {
  /** Level of the rollup to be made. */
  readonly depth: number;
  readonly childIds: readonly string[];
  /** How many they are. */
  readonly fanIn: number;
}

/** What a search looks for. */
export interface SearchOptions {
  /** A blank one finds nothing. */
  readonly query: string;
  /** Only nodes of these types; none given, or an empty list, is all of them. */
  readonly types?: readonly string[];
  /** Hits at the most. Default: 20. */
  readonly k?: number;
}
/** What of the recall's pool is listed. */
export interface PoolOptions {
  /** Only nodes that were touched last in one of these turns. */
  readonly seqWindow?: SeqRange;
  readonly types?: readonly string[];
  /** Leaves out what was touched in so many of the latest turns: the model sees their messages anyway. Default: 0. */
  readonly excludeRecentMessages?: number;
  /** Nodes at the most. Default: all. */
  readonly limit?: number;
}
/** Which edges of a node are summed up. */
export interface EdgeSummaryOptions<Ids extends Iterable<string> = Iterable<string>> {
  /** Edges are lifted onto these nodes and counted among them. Default: what the last recall could choose from. */
  readonly visibleNodeIds?: Ids;
  readonly edgeTypes?: readonly string[];
  /** Neighbours at the most. Default: 8. */
  readonly limit?: number;
}
/** What a brief holds. */
export interface BriefOptions<Ids extends Iterable<string> = Iterable<string>> {
  /** Of the edge summary. Default: what the last recall could choose from. */
  readonly visibleNodeIds?: Ids;
  /** Default: true. */
  readonly includeEdgeSummary?: boolean;
  /** Neighbours of the edge summary at the most. Default: 8. */
  readonly edgeSummaryLimit?: number;
}
/** How far an expansion goes. */
export interface ExpandOptions {
  /** Steps from the seeds. Default: 1. */
  readonly hops?: number;
  /** Only edges of these types. Default: all. */
  readonly edgeTypes?: readonly string[];
  /** Default: `visible`. */
  readonly projectTo?: ProjectTo;
  /** What stands beneath a rollup counts as a step from it. Default: true. */
  readonly includeChildren?: boolean;
  /** Without the edges that rollups have to their children. Default: false. */
  readonly excludeInternal?: boolean;
}

/** An edge to make, in either of the accepted spellings: to a node by its id, or to one of the same batch by its ref. */
export interface OpLink {
  readonly targetNodeId?: string;
  readonly targetRef?: string;
  /** Any name; kept in lower case. Default: `related`. */
  readonly relation?: string;
  readonly direction?: LinkDirection;
}
export interface Link {
  readonly target: { readonly id?: string; readonly ref?: string };
  readonly relation?: string;
  readonly direction?: LinkDirection;
}
export type LinkSpec = Link | OpLink;
/** One change of a batch. A `ref` is a name of your own by which links of the same batch find a node that is made in it. */
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
/** Why something was not done, as plain data. */
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
