import { BulkheadError } from '../../protocol/errors.js';
import type { Commit, OrderedStore } from '../graph/records.js';
import type { TransferLimits } from './limits.js';

/** Name of the format, in the first member or line of every file. */
export const FORMAT = 'bulkhead-memory';
/** Its version. */
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
