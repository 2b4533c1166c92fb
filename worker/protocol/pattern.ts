/** Texts to look through with a pattern that somebody else wrote: asked of a catalog worker that does nothing else. */
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
  /** Which text. */
  readonly text: number;
  /** Which of its lines, from 1. */
  readonly line: number;
  readonly words: string;
}

/** What was found; or why the pattern is none. */
export type PatternAnswer =
  | { readonly lines: readonly PatternLine[]; readonly more: boolean }
  | { readonly error: string };
