import type { Context } from '../base/context.js';
import { isRunMode, type RunMode } from '../base/modes-choice.js';
import type { ForcedEntry } from './lore.js';

const KEY = 'bulkhead';

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
export function capsuleOf({ chatMetadata }: Pick<Context, 'chatMetadata'>): Capsule | undefined {
  const { capsule } = Object(chatMetadata?.[KEY]) as { capsule?: unknown };
  const { mode, text, anchor, lore } = Object(capsule) as { readonly [field: string]: unknown };
  if (typeof text !== 'string' || text === '' || !isRunMode(mode)) return undefined;
  const forced = (Array.isArray(lore) ? lore : []).filter(isForced);
  return { mode, text, ...(typeof anchor === 'string' && { anchor }), ...(forced.length > 0 && { lore: forced }) };
}

function isForced(value: unknown): value is ForcedEntry {
  const { book, uid } = Object(value) as { book?: unknown; uid?: unknown };
  return typeof book === 'string' && typeof uid === 'string';
}

/** Keeps another one in its place, or none. */
export function keepCapsule(context: Context, capsule: Capsule | undefined): void {
  const { chatMetadata } = context;
  if (!chatMetadata) return;
  const { capsule: _, ...rest } = Object(chatMetadata[KEY]) as { capsule?: unknown };
  const kept = { ...rest, ...(capsule && { capsule }) };
  if (Object.keys(kept).length > 0) chatMetadata[KEY] = kept;
  else delete chatMetadata[KEY];
  if (context.saveMetadataDebounced) context.saveMetadataDebounced();
  else context.saveMetadata().catch(reportError);
}
