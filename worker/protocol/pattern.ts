/** Texts to search with an untrusted pattern. A catalog worker of its own runs it. */
export interface PatternAsk {
  readonly pattern: string;
  /** As `RegExp` takes them; `g` is always there. */
  readonly flags: string;
  readonly texts: readonly string[];
  /** As many lines are answered at the most. */
  readonly most: number;
}

/** A line with a match. */
export interface PatternLine {
  /** Index of the text. */
  readonly text: number;
  /** Line number, from 1. */
  readonly line: number;
  readonly words: string;
}

/** The matches, or the reason why the pattern is invalid. */
export type PatternAnswer =
  | { readonly lines: readonly PatternLine[]; readonly more: boolean }
  | { readonly error: string };
