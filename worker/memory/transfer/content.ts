import { BulkheadError } from '../../protocol/errors.js';
import type { Commit, OrderedStore } from '../graph/records.js';

/** Name of the format, in the first member or line of every file. */
export const FORMAT = 'bulkhead-memory';
export const VERSION = 1;

/** What a file holds: a graph, the commits that led to it, or both. */
export interface Content {
  readonly store?: OrderedStore;
  readonly commits?: readonly Commit[];
}

/** The error of a file that cannot be taken; `line` counts from 1. */
export const refusal = (why: string, line?: number): BulkheadError =>
  line === undefined
    ? new BulkheadError('BAD_ARGS', `the file cannot be read: ${why}`)
    : new BulkheadError('BAD_ARGS', `the file cannot be read: line ${line}: ${why}`, { line });

/** @throws `STORE_NEWER`, `BAD_ARGS`. */
export function checkVersion(version: unknown, line?: number): void {
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) {
    throw refusal('it tells no version', line);
  }
  if (version > VERSION) {
    throw new BulkheadError('STORE_NEWER', `the file has version ${version}; ${VERSION} is known here`);
  }
}

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

export type TransferLimits = { readonly [name in keyof typeof TRANSFER_LIMITS]: number };

/** Counts what a file holds against the limits. */
export class Tally {
  readonly #limits: TransferLimits;
  #commits = 0;
  #records = 0;

  constructor(limits: TransferLimits) {
    this.#limits = limits;
  }

  /** @throws `BAD_ARGS` when there are too many now. */
  add(commits: number, records: number, line?: number): void {
    this.#commits += commits;
    this.#records += records;
    if (this.#commits > this.#limits.commits) throw refusal(`more than ${this.#limits.commits} commits`, line);
    if (this.#records > this.#limits.records) throw refusal(`more than ${this.#limits.records} records`, line);
  }
}
