/** A node as it is kept. */
export interface NodeRecord {
  readonly id: string;
  readonly type: string;
  /** A node that was kept without one is `semantic`. */
  readonly level: string;
  readonly title: string;
  /** Empty for none. */
  readonly parentId: string;
  readonly childrenIds: readonly string[];
  readonly fields: { readonly [column: string]: unknown };
  readonly semanticDepth: number;
  readonly semanticRollup: boolean;
  readonly seqTo?: number | undefined;
  readonly archived: boolean;
  readonly floorRange?: { readonly start: number; readonly end: number } | undefined;
  /** Id of the node it was merged into. */
  readonly supersededBy?: string | undefined;
}

/** An edge as it is kept; (from, to, type) is its identity. */
export interface EdgeRecord {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly seqTo?: number | undefined;
}

/** The counters of a graph. */
export interface Counters {
  /** Last number given to a node. */
  readonly nodeSeq: number;
  /** Highest ordinal seen. */
  readonly seqCounter: number;
  readonly appliedSeqTo: number;
  readonly loggedSeqTo: number;
}

export const COUNTERS = ['nodeSeq', 'seqCounter', 'appliedSeqTo', 'loggedSeqTo'] as const;

/** Counters, each read by `read`. */
export const countersBy = (read: (name: keyof Counters) => number): Counters => ({
  nodeSeq: read('nodeSeq'),
  seqCounter: read('seqCounter'),
  appliedSeqTo: read('appliedSeqTo'),
  loggedSeqTo: read('loggedSeqTo'),
});

/** Counters of a graph that nothing has happened to. */
export const NO_COUNTERS: Counters = countersBy(() => 0);

/** The four counters of anything that has them, and nothing else that it has. */
export const countersOf = (given: Counters): Counters => countersBy((name) => given[name]);

/** The higher one of each: numbers are not given twice, whoever gave them. */
export const latestOf = (a: Counters, b: Counters): Counters => countersBy((name) => Math.max(a[name], b[name]));

/** A whole graph as plain data: what is imported, exported and given to `normalizeStore`. */
export interface StoreData extends Counters {
  readonly nodes: { readonly [id: string]: NodeRecord };
  readonly edges: readonly EdgeRecord[];
  readonly sourceMessageCount: number;
  readonly lastRecallTrace: readonly unknown[];
  readonly lastRecallProjection: object | null;
}

/** A whole graph whose nodes are in their order: in an object ids such as `10` and `2` would stand first, by number. */
export interface OrderedStore extends Omit<StoreData, 'nodes'> {
  readonly nodes: ReadonlyMap<string, NodeRecord>;
}

/** The nodes of a graph in either form, in its order. */
export const nodesOf = ({ nodes }: StoreData | OrderedStore): ReadonlyMap<string, NodeRecord> =>
  nodes instanceof Map
    ? (nodes as ReadonlyMap<string, NodeRecord>)
    : new Map(Object.entries(nodes as StoreData['nodes']));

/** A change of the graph as it is logged: what is, not how it came about, so that applying it twice does no harm. */
export type GraphOp =
  | { readonly op: 'upsert_node'; readonly node: NodeRecord }
  | { readonly op: 'delete_node'; readonly nodeId: string }
  | { readonly op: 'upsert_edge'; readonly edge: EdgeRecord }
  | { readonly op: 'delete_edge'; readonly edge: EdgeRecord };

/** One commit: everything one batch changed, and the message that caused it. */
export interface Commit {
  /** Made by the caller; a batch that is sent twice is kept once. */
  readonly batch: string;
  /** Index of the message in the chat, and its swipe; `null` for a chat without messages to tie it to. */
  readonly floor: number | null;
  readonly swipe: number;
  readonly ops: readonly GraphOp[];
  readonly counters: Counters;
  /** What the batch answered, for who asks a second time. JSON. */
  readonly answer: unknown;
  /** Of the first commit of a memory that came from another device: whose family it is of. */
  readonly family?: string;
}
