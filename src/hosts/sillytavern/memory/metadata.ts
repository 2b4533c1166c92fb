import { keepWithChat, keptWithChat } from '../base/chat-metadata.js';
import { type Context, fieldsOf } from '../base/context.js';
import { chatTarget } from './target.js';

/** What a chat's file keeps of its memory, for other devices. */
interface MemoryMetadata {
  /** The chat whose memory it is; another one's where a chat was copied, branched off or renamed. */
  readonly chat: string;
  /** What `graph.mirror` has written; nothing where there was nothing to keep. */
  readonly text?: string;
}

/** What the file of the chat that is open keeps; `undefined` for nothing. */
export function metadataOf(context: Pick<Context, 'chatMetadata'>): MemoryMetadata | undefined {
  const { memory } = keptWithChat(context);
  if (typeof memory !== 'object' || memory === null) return undefined;
  const { chat, text } = fieldsOf(memory);
  return { chat: String(chat ?? ''), ...(text !== undefined && { text: String(text) }) };
}

/** Puts something in its place. */
export const keepMetadata = (context: Context, memory: MemoryMetadata | undefined): void =>
  keepWithChat(context, { memory });

/** Whether the model is shown memories of the open chat. Default: on. */
export const recallIsOn = (context: Pick<Context, 'chatMetadata'>): boolean => keptWithChat(context).recall !== false;

/** Whether what is said in the open chat is remembered word for word. Default: off. */
export const rememberIsOn = (context: Pick<Context, 'chatMetadata'>): boolean =>
  keptWithChat(context).remember === true;

export const switchRemember = (context: Context, on: boolean): void =>
  keepWithChat(context, { remember: on ? true : undefined });

/** Whether the chat that is open has a memory, or its user wants one. */
export const hasMemory = (context: Pick<Context, 'chatMetadata'>): boolean =>
  metadataOf(context) !== undefined || rememberIsOn(context) || extractedUpTo(context) !== undefined;

/** How many messages the model has written memories of; `undefined` where it writes none. Default: none. */
export function extractedUpTo(context: Pick<Context, 'chatMetadata'>): number | undefined {
  const { extract } = keptWithChat(context);
  if (typeof extract !== 'object' || extract === null) return undefined;
  return Math.max(0, Math.floor(Number(fieldsOf(extract).upTo)) || 0);
}

export const switchExtract = (context: Context, on: boolean): void =>
  keepWithChat(context, { extract: on ? { upTo: 0 } : undefined });

/** Keeps how far it is with the chat's file, if that chat is still open. */
export function keepExtracted(context: Context, chat: string, upTo: number): void {
  const now = extractedUpTo(context);
  if (now === undefined || now === upTo || chatTarget(context)?.id !== chat) return;
  keepWithChat(context, { extract: { upTo } });
}

export const switchRecall = (context: Context, on: boolean): void =>
  keepWithChat(context, { recall: on ? undefined : false });
