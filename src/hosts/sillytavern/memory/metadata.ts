import type { Context } from '../base/context.js';

const KEY = 'bulkhead';

/** What a chat's file keeps of its memory, for other devices. */
export interface MemoryMetadata {
  /** The chat whose memory it is; another one's where a chat was copied, branched off or renamed. */
  readonly chat: string;
  /** What `graph.mirror` has written; nothing where there was nothing to keep. */
  readonly text?: string;
}

type Kept = { readonly memory?: unknown; readonly recall?: unknown };

const keptOf = ({ chatMetadata }: Pick<Context, 'chatMetadata'>): Kept => Object(chatMetadata?.[KEY]) as Kept;

/** What the file of the chat that is open keeps; `undefined` for nothing. */
export function metadataOf(context: Pick<Context, 'chatMetadata'>): MemoryMetadata | undefined {
  const { memory } = keptOf(context);
  if (typeof memory !== 'object' || memory === null) return undefined;
  const { chat, text } = memory as { readonly chat?: unknown; readonly text?: unknown };
  return { chat: String(chat ?? ''), ...(text !== undefined && { text: String(text) }) };
}

/** Puts something in its place, and has it saved with the chat when the host next does so. */
export function keepMetadata(context: Context, memory: MemoryMetadata | undefined): void {
  put(context, { memory });
}

/** The chat that the open one was branched off; empty for none. */
export const mainChatOf = ({ chatMetadata }: Pick<Context, 'chatMetadata'>): string => {
  const { main_chat } = Object(chatMetadata) as { main_chat?: unknown };
  return typeof main_chat === 'string' ? main_chat : '';
};

/** Whether the model is shown memories of the open chat. Default: on. */
export const recallIsOn = (context: Pick<Context, 'chatMetadata'>): boolean => keptOf(context).recall !== false;

export function switchRecall(context: Context, on: boolean): void {
  put(context, { recall: on ? undefined : false });
}

function put(context: Context, change: Kept): void {
  const { chatMetadata } = context;
  if (!chatMetadata) return;
  const kept = Object.entries({ ...keptOf(context), ...change }).filter(([, value]) => value !== undefined);
  if (kept.length > 0) chatMetadata[KEY] = Object.fromEntries(kept);
  else delete chatMetadata[KEY];
  if (context.saveMetadataDebounced) context.saveMetadataDebounced();
  else context.saveMetadata().catch(reportError);
}
