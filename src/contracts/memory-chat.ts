import type { ChatMessage, Durability } from '../../worker/protocol/memory.js';

/** All messages of a chat as it shows them, the swipe that is shown by its number. Of a text only whether there is one is looked at. */
export type ChatMessages = readonly (ChatMessage | null)[];

/** Whose memory it is, and how it is read. */
export interface MemoryChat {
  /** Never two chats with the same one. */
  readonly id: string;
  /**
   * Node types in the place of the usual ones (event, character, location, thread): a list of `NodeType`s of `bulkhead/memory`,
   * of which only the `id` is needed. Not kept: they are told at each opening; `Memory.setTypes` keeps those of all chats.
   */
  readonly types?: unknown;
  /** The same, of this chat's character: where there are any, they take the place of `types`. */
  readonly ownTypes?: unknown;
  /** Whether a write answers when the browser has it, or waits for the disk. Default: `relaxed`. */
  readonly durability?: Durability;
  /**
   * What the chat shows when its memory is opened; from then on `follow` tells. Until anybody tells, everything counts. A large
   * graph is made once with them.
   */
  readonly messages?: ChatMessages;
}
