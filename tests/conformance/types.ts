/** What one case came to. */
export interface CaseResult {
  readonly id: string;
  readonly ok: boolean;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** One short word for the report, e.g. the ring that stopped a program. */
  readonly note?: string;
}

/** Runs the cases of one file. */
export type Area = (cases: readonly unknown[], file: string) => AsyncIterable<CaseResult>;
