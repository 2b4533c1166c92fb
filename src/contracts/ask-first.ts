import type { Scope } from '../../worker/protocol/grants.js';

/** That calls of a page's tool are asked about, and where the answers are kept. */
export interface AskFirst {
  /** Hosts that a call sends data to, for the question. */
  readonly sendsTo?: readonly string[];
  /** It cannot be undone: such a question is never skipped, and a yes goes no further than the chat. */
  readonly destructive?: boolean;
  /**
   * What the tool is, e.g. a hash of all that its server says of it: a plugin's yes to calls of it can be kept for a chat, and
   * counts for nothing else. Without it a plugin is asked for each call.
   */
  readonly identity?: string;
  /** How far the yes of today goes; read before each call. */
  allowed(): readonly Scope[];
  /** Keeps a yes that goes further than its call. */
  allow(scope: Scope): void;
}
