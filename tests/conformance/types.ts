/** What one case came to. */
export interface CaseResult {
  readonly id: string;
  readonly ok: boolean;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** One short word for the report, e.g. the ring that stopped a program. */
  readonly note?: string;
  /** Not compared, and why; counts neither as passed nor as failed. */
  readonly skipped?: string;
  /** The sentence of the vectors' README that overrules what was recorded: the case holds as that sentence has it. */
  readonly overruled?: string;
}

/** The cases of one file, by the file's name without its end. */
export interface VectorFile {
  readonly file: string;
  readonly cases: readonly unknown[];
  /** Where cases need more of their file than themselves: what they are, and the whole file. */
  readonly kind?: string;
  readonly data?: unknown;
}

/** What is to be run of an area. */
export interface AreaOptions {
  /** How guests of hostile programs start: over memory images, from nothing. Default: both. */
  readonly starts?: readonly ('restored' | 'fresh')[];
}

/** Runs all files of one area together. */
export type Area = (files: readonly VectorFile[], options?: AreaOptions) => AsyncIterable<CaseResult>;
