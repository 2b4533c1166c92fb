import { keepWithChat, keptWithChat } from '../base/chat-metadata.js';
import { type Context, fieldsOf, listOf } from '../base/context.js';
import { isRunMode, type RunMode } from '../base/modes-choice.js';
import type { ForcedEntry } from './lore.js';

/** What a run has found for the next message of a chat. */
export interface Capsule {
  readonly mode: RunMode;
  readonly text: string;
  /** The user's message that it was made for; absent until the first request that it goes into. */
  readonly anchor?: string;
  /** Entries of world info that its request is to hold. */
  readonly lore?: readonly ForcedEntry[];
}

/** The user's last message, by its place and text. An answer that is made again for the same message gets the same findings. */
export function anchorOf({ chat }: Pick<Context, 'chat'>): string {
  const at = chat.findLastIndex(({ is_user, is_system }) => is_user === true && !is_system);
  let sum = 0x811c9dc5;
  for (const unit of chat[at]?.mes ?? '') sum = Math.imul(sum ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `${at}:${sum.toString(36)}`;
}

/** The capsule of the chat that is open, kept with it. */
export function capsuleOf(context: Pick<Context, 'chatMetadata'>): Capsule | undefined {
  const { mode, text, anchor, lore } = fieldsOf(keptWithChat(context).capsule);
  if (typeof text !== 'string' || text === '' || !isRunMode(mode)) return undefined;
  const forced = listOf(lore).filter(isForced);
  return { mode, text, ...(typeof anchor === 'string' && { anchor }), ...(forced.length > 0 && { lore: forced }) };
}

function isForced(value: unknown): value is ForcedEntry {
  const { book, uid } = fieldsOf(value);
  return typeof book === 'string' && typeof uid === 'string';
}

/** Keeps another one in its place, or none. */
export const keepCapsule = (context: Context, capsule: Capsule | undefined): void => keepWithChat(context, { capsule });
