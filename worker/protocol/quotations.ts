/** What kind of text a model was shown, beside what its user and it itself have said. */
export type SourceKind =
  /** The result of a tool; `name` is the tool's. */
  | 'tool'
  /** What was remembered of the chat. */
  | 'memory'
  /** What another agent has handed over. */
  | 'guidance'
  | 'world-info'
  /** Something that another extension, or the page, has put into the prompt; `name` says which. */
  | 'prompt'
  /** A message that neither the user nor the model has written; `name` is its sender's. */
  | 'message'
  /** What a message brought along: a file, a page. */
  | 'file'
  /** More came in than can be compared. */
  | 'unknown';

export interface MaterialSource {
  readonly kind: SourceKind;
  readonly name?: string;
}

/** One text that has come in since the user's last message. */
export interface Material {
  readonly source: MaterialSource;
  readonly text: string;
}

/** Where a call was read before the model wrote it. */
export interface ReadIn {
  readonly source: MaterialSource;
  /** The place there, at most 200 characters; empty where it is not known. */
  readonly excerpt: string;
}

/** A call as it is looked for in what has come in. */
export interface SoughtCall {
  readonly name: string;
  readonly arguments: unknown;
  /** As the model wrote it, markers included. */
  readonly text: string;
}

/** Longest excerpt. */
export const EXCERPT_CHARS = 200;
