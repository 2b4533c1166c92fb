import { type Context, fieldsOf, type StoredMessage } from '../base/context.js';

/** The chat whose memory a context is about. */
export interface ChatTarget {
  /** Of the chat: unlike that of any other. */
  readonly id: string;
  /** What the ids of all chats of this character or group begin with. */
  readonly home: string;
}

/** What is looked at of a context. */
export interface Given {
  readonly chatId?: unknown;
  readonly groupId?: unknown;
  readonly characterId?: unknown;
  readonly characters?: {
    readonly [index: string]: { readonly avatar?: unknown; readonly chat?: unknown } | undefined;
  };
}

/** The chat of a context, which may be any object: by its card's picture and its file's name, by its group, or by its name alone. */
export function chatTarget(context: unknown): ChatTarget | undefined {
  if (typeof context !== 'object' || context === null) return undefined;
  const { chatId, groupId, characterId, characters } = context as Given;
  const group = text(groupId);
  const card = group === '' ? characters?.[text(characterId)] : undefined;
  const chat = text(chatId) || text(card?.chat);
  if (chat === '' && group === '') return undefined;
  const home = `${group === '' ? text(card?.avatar) : `group:${group}`}/`;
  return { id: home + chat, home };
}

/** A name or a number as text; empty for anything else. */
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The messages of a context's chat, where they are known. A context that somebody has made shows what its chat is. */
export function messagesOf({ id }: ChatTarget, given: object, live: Context): readonly StoredMessage[] | undefined {
  if (chatTarget(live)?.id === id) return live.chat.length > 0 ? live.chat : undefined;
  const { chat } = fieldsOf(given);
  return Array.isArray(chat) && chat !== live.chat ? chat : undefined;
}
