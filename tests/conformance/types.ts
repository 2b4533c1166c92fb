/** What one case came to. */
export interface CaseResult {
  readonly id: string;
  readonly ok: boolean;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** One short word for the report, e.g. the ring that stopped a program. */
  readonly note?: string;
}

/** The cases of one file, by the file's name without its end. */
export interface VectorFile {
  readonly file: string;
  readonly cases: readonly unknown[];
}

/** Runs all files of one area together. */
export type Area = (files: readonly VectorFile[]) => AsyncIterable<CaseResult>;
