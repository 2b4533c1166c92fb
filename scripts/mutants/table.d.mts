/** See table.mjs. */
export const MUTANTS: readonly {
  readonly name: string;
  readonly file: string;
  readonly search: string;
  readonly replace: string;
  readonly project: 'unit' | 'browser';
  readonly test: string;
  readonly fails: string;
  readonly why: string;
}[];
