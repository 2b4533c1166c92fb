import type { Scope } from '../../worker/protocol/grants.js';

/** Makes the host ask its user before each call of a page's tool, and says where the answers are kept. */
export interface AskFirst {
  /** Hosts that a call sends data to, for the question. */
  readonly sendsTo?: readonly string[];
  /** The call cannot be undone. Its question is never skipped, and a yes reaches no further than the chat. */
  readonly destructive?: boolean;
  /**
   * Identifies the tool, e.g. a hash of everything its server declares about it. A yes to a plugin's calls of the tool is kept
   * for a chat under this identity and counts for no other. Without it, each call by a plugin is asked about.
   */
  readonly identity?: string;
  /** Returns the scopes that are allowed now. Called before each call. */
  allowed(): readonly Scope[];
  /** Keeps a yes whose scope is wider than its call. */
  allow(scope: Scope): void;
}
