/** How nodes of a type are rolled up. */
export interface Compression {
  readonly mode: 'none' | 'hierarchical';
  /** So many candidates must be left before any are rolled up. */
  readonly threshold: number;
  /** So many become one. */
  readonly fanIn: number;
  readonly maxDepth: number;
  /** So many of the newest leaves stay as they are. */
  readonly keepRecentLeaves: number;
  readonly rule: string;
  readonly summarizeInstruction: string;
}

/** One type of node: a table, its columns, and how it is kept short. */
export interface NodeType {
  readonly id: string;
  readonly label: string;
  readonly tableName: string;
  readonly tableColumns: readonly string[];
  readonly embeddingColumns: readonly string[];
  readonly columnHints: Readonly<Record<string, string>>;
  readonly level: 'semantic';
  readonly extractHint: string;
  readonly extractionInstructions: string;
  readonly extractEveryN: number;
  readonly ragPerTypeK: number;
  readonly rule: string;
  readonly keywords: readonly string[];
  readonly requiredColumns: readonly string[];
  readonly forceUpdate: boolean;
  readonly editable: boolean;
  readonly alwaysInject: boolean;
  readonly latestOnly: boolean;
  readonly recordsFloorRange: boolean;
  readonly primaryKeyColumns: readonly string[];
  readonly compression: Compression;
}
