/**
 * Shapes of the memory graph as callers see them. Everything a session answers is frozen, down to the values of fields.
 *
 * A node is one thing that is remembered; a rollup is a node that sums up others, which stand beneath it. A recall chooses,
 * before an answer, the part of the memory that the model gets. A turn is an answer that has text, and its ordinal (`seqTo`, `seq…`)
 * counts from 1.
 */

/** Kinds of nodes. Only `semantic` nodes are created. */
export type Level = 'episodic' | 'semantic';
/** How much of a node a prompt may show. */
export type Exposure = 'high_only' | 'full';
/** An edge's direction, seen from the node of the query. */
export type Dir = 'in' | 'out';
/** The direction of a new edge, seen from its source. `bidirectional`, the default, makes two edges. */
export type LinkDirection = 'outgoing' | 'incoming' | 'bidirectional';
/**
 * The nodes that edges are lifted onto: `raw`, none; `visible`, those that the last recall could choose from (none before the
 * first recall); or the nodes with these ids.
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
  /** `n_1`, `n_2` … for nodes that were created here. Imported nodes keep their ids. */
  readonly id: string;
  /** Any name in lower case, e.g. `event`. */
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
  /** `true` if it sums up its children. */
  readonly semanticRollup: boolean;
  /** 0 for a leaf. */
  readonly semanticDepth: number;
}

/**
 * Why a recall chose a node. `words`: words of the query stand in it. `name`: its name stands in the query. `near`: it stands just
 * before or after such a node. `link`: it is linked to one. `meaning`: it means something alike. `always`: nodes of its type are
 * always shown.
 */
export type RecallReason = 'always' | 'words' | 'name' | 'near' | 'link' | 'time' | 'meaning';

/** What a recall is for, and how much it may take. */
export interface RecallOptions {
  /** What is asked. Pass this, or `messages`. */
  readonly query?: string;
  /**
   * The last messages of the chat, the newest last. Six of them are searched, each by itself; the newer ones count more. What only
   * repeats one of the last fifty is left out, because the model has it anyway.
   */
  readonly messages?: readonly (string | { readonly mes: string; readonly send_date?: string | number })[];
  /**
   * When it is asked, in milliseconds since 1970 or as a text that begins with a date: `last Friday` is the one before. Default: the
   * `send_date` of the newest message. Without one, only dates with a year count.
   */
  readonly now?: number | string;
  /** Nodes at most, those that are always shown not among them. Default: 8. */
  readonly k?: number;
  /** Characters of all texts together at most. Default: 1,500. */
  readonly chars?: number;
  /** Only nodes of these types. Default: all. */
  readonly types?: readonly string[];
  /** `false`: words alone decide, whatever embedding profile is chosen. Default: `true`. */
  readonly meaning?: boolean;
}

/** A node that is recalled. */
export interface RecallView extends NodeView {
  /** How well it fits: comparable within one answer only. */
  readonly score: number;
  readonly why: readonly RecallReason[];
  /** What to tell the model: its title and fields, 600 characters at most, in whole sentences where they fit. */
  readonly text: string;
}

/** One edge; `weight` counts the stored edges behind a projected one. */
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
  /** Number of stored edges behind it. */
  readonly degree: number;
  /** The most frequent first. */
  readonly relations: readonly { readonly relation: string; readonly direction: Dir; readonly count: number }[];
  /** The most recently touched first. */
  readonly sample_neighbors: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    readonly to_seq: number;
  }[];
}

/** The nodes that the last recall showed to the model, as three sets of ids. */
export interface InjectionState {
  /** Nodes that are always shown, by their type's `alwaysInject`. */
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
  /** Fields that a writer should fill in. A write without them is accepted. */
  readonly requiredColumns: readonly string[];
  /** Fields that name a node. `findByName` searches them besides the title. */
  readonly primaryKeyColumns: readonly string[];
  /** Tells a writer to update its nodes in every turn. Not enforced. */
  readonly forceUpdate: boolean;
  /** If `true`, the model is always shown its nodes, whatever a recall chooses. */
  readonly alwaysInject: boolean;
  /** A hint for writers whether they may change its nodes. Not enforced. */
  readonly editable: boolean;
  /** `hierarchical`: its older nodes are summed up by rollups. */
  readonly compressionMode: 'none' | 'hierarchical' | (string & {});
}
/** All types of a chat, in the order in which they are defined. */
export interface SchemaView {
  readonly types: readonly SchemaSpecView[];
}

/** One row for a recall router: the model that chooses nodes for a recall. */
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

/** The kind of search that found a hit. */
export type ScoreMode = 'keyword' | 'vector';
/**
 * A hit of a search. The score of a word search is the share of the query's words that it contains, up to 1. The score of a
 * search by meaning is the similarity of the vectors, which depends on the embedding profile.
 */
export type RankedView<M extends ScoreMode = ScoreMode> = NodeView & { readonly score: number; readonly scoreMode: M };
/** Nodes that are due for a rollup. Pass their summary to `compactNodes`. */
export interface CompactionGroup {
  /** Level of the rollup to be made. */
  readonly depth: number;
  readonly childIds: readonly string[];
  /** Number of nodes. */
  readonly fanIn: number;
}

/** Options of a search. */
export interface SearchOptions {
  /** A blank query finds nothing. */
  readonly query: string;
  /** Only nodes of these types. Default, also for an empty list: all types. */
  readonly types?: readonly string[];
  /** Greatest number of hits. Default: 20. */
  readonly k?: number;
}
/** Options for listing what a recall may choose from. */
export interface PoolOptions {
  /** Only nodes whose last touch is in one of these turns. */
  readonly seqWindow?: SeqRange;
  readonly types?: readonly string[];
  /** Leaves out nodes touched in this many of the latest turns, because the model sees their messages anyway. Default: 0. */
  readonly excludeRecentMessages?: number;
  /** Greatest number of nodes. Default: all. */
  readonly limit?: number;
}
/** Options of an edge summary. */
export interface EdgeSummaryOptions<Ids extends Iterable<string> = Iterable<string>> {
  /** Nodes that edges are lifted onto and counted among. Default: those that the last recall could choose from. */
  readonly visibleNodeIds?: Ids;
  readonly edgeTypes?: readonly string[];
  /** Greatest number of neighbours. Default: 8. */
  readonly limit?: number;
}
/** Options of a node brief. */
export interface BriefOptions<Ids extends Iterable<string> = Iterable<string>> {
  /** Nodes for the edge summary. Default: those that the last recall could choose from. */
  readonly visibleNodeIds?: Ids;
  /** Default: true. */
  readonly includeEdgeSummary?: boolean;
  /** Greatest number of neighbours in the edge summary. Default: 8. */
  readonly edgeSummaryLimit?: number;
}
/** Options of an expansion. */
export interface ExpandOptions {
  /** Number of steps from the seeds. Default: 1. */
  readonly hops?: number;
  /** Only edges of these types. Default: all. */
  readonly edgeTypes?: readonly string[];
  /** Default: `visible`. */
  readonly projectTo?: ProjectTo;
  /** If `true`, a step also leads from a rollup to the nodes beneath it. Default: true. */
  readonly includeChildren?: boolean;
  /** If `true`, edges from rollups to their children are ignored. Default: false. */
  readonly excludeInternal?: boolean;
}

/** An edge to create, in either accepted spelling: to a node by its id, or to a node of the same batch by its ref. */
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
/** One change of a batch. `ref` is a name you choose, by which links of the same batch refer to a node that the batch creates. */
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
/** The reason why something was not done, as plain data. */
export interface CodedError {
  readonly code: string;
  readonly message: string;
}
/**
 * A change that was not made, with the reason. A change whose links fail has one rejection for each such link: `op` is the whole
 * change, and the message names the link's target.
 */
export interface Rejection {
  readonly op: ExtractionOp;
  readonly error: CodedError;
}
