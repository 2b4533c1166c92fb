/** The filter of a table, and its visible window. */
export interface TableOptions {
  readonly types?: readonly string[] | undefined;
  /** Archived ones too. */
  readonly archived?: boolean | undefined;
  /** Only nodes that `findByName` would find by it. */
  readonly name?: string | undefined;
  /** By the last turn, newest or oldest first, by title, or the best linked first. Default: `turn`. */
  readonly sort?: 'turn' | 'oldest' | 'title' | 'links' | undefined;
  /** Rows before the page. Default: 0. */
  readonly from?: number | undefined;
  /** Rows of the page, 500 at most. Default: 100. */
  readonly limit?: number | undefined;
}

/** One node as a table shows it. */
export interface TableRow {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** Its summary, else what its first columns say; cut. */
  readonly text: string;
  /** Ordinal of the last turn that touched it; -1 for none. */
  readonly seqTo: number;
  readonly archived: boolean;
  readonly rollup: boolean;
  /** Stored edges that touch it. */
  readonly links: number;
}

/** A page of a table. */
export interface TablePage {
  /** Nodes that pass, on this page and on all others. */
  readonly total: number;
  readonly from: number;
  readonly rows: readonly TableRow[];
  /** All nodes by type, whatever was asked for. */
  readonly types: readonly { readonly type: string; readonly active: number; readonly archived: number }[];
}
