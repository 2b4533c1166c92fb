/** The source of a text that a model was shown, beside the conversation of user and model. */
export type SourceKind =
  /** The result of a tool; `name` is the tool's. */
  | 'tool'
  /** A memory of the chat. */
  | 'memory'
  /** A text of another agent. */
  | 'guidance'
  | 'world-info'
  /** Something that another extension, or the page, has put into the prompt; `name` says which. */
  | 'prompt'
  /** A message that neither the user nor the model has written; `name` is its sender's. */
  | 'message'
  /** An attachment of a message: a file, a page. */
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

/** The text in which the model read a call before it wrote it. */
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
