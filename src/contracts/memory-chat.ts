import type { ChatMessage, Durability } from '../../worker/protocol/memory.js';

/** All messages of a chat as it shows them, each with the number of the swipe that is shown. Texts are only tested for being empty. */
export type ChatMessages = readonly (ChatMessage | null)[];

/** Names the chat that a memory belongs to, and says how the memory is read. */
export interface MemoryChat {
  /** The chat's id. Two chats must never have the same one. */
  readonly id: string;
  /**
   * Node types that replace the usual ones (event, character, location, thread): a list of `NodeType`s of `bulkhead/memory`;
   * only `id` is required. They are not stored: pass them at each opening, or use `Memory.setTypes`, which stores those of all chats.
   */
  readonly types?: unknown;
  /** Node types of this chat's character. If there are any, they replace `types`. */
  readonly ownTypes?: unknown;
  /** `relaxed`: a write resolves when the browser has it. `strict`: it waits for the disk. Default: `relaxed`. */
  readonly durability?: Durability;
  /**
   * The messages that the chat shows when its memory is opened; call `follow` for later changes. Without messages, every
   * commit counts. Passing them here saves building a large graph twice.
   */
  readonly messages?: ChatMessages;
}

/** A message of a chat as `remember` takes it. */
export interface RememberedMessage {
  /** Who says it. */
  readonly name?: string;
  readonly is_user?: boolean;
  readonly is_system?: boolean;
  readonly mes?: string;
  readonly swipe_id?: number;
  /** When it was said. */
  readonly send_date?: string | number;
}
