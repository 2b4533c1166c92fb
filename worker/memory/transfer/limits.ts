const Mi = 1024 * 1024;

/** What a file may hold; more is refused before it is read into anything. */
export const TRANSFER_LIMITS = {
  /** UTF-16 units of a whole JSON file: it is parsed at one stroke. */
  jsonChars: 256 * Mi,
  /** UTF-16 units of all lines of a JSONL file. */
  fileChars: 1_024 * Mi,
  /** UTF-16 units of one line of a JSONL file: one commit. */
  lineChars: 16 * Mi,
  /** Commits of a file. */
  commits: 1_000_000,
  /** Nodes and edges of a file that is a store, and operations of all its commits. */
  records: 5_000_000,
} as const;

/** A name of the table. */
export type TransferLimits = { readonly [name in keyof typeof TRANSFER_LIMITS]: number };
