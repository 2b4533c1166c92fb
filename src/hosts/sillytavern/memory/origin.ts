import type { Context, StoredMessage } from '../base/context.js';
import { metadataOf } from './metadata.js';
import type { ShownChat } from './presence.js';
import type { ChatTarget } from './target.js';

/** Where a chat has its memory from: another one, as far as their messages are the same. */
export interface Origin {
  readonly chat: string;
  readonly length: number;
}

/**
 * The chat that the open one has its memory from: it was branched off or copied from there, or is that chat under a new name.
 * What a file says of that may be a stranger's words, and what another chat remembers is private: it is true only of the chat
 * that was open just before, of the same character or group, and of the messages that both have. Whoever has those messages may
 * have the memory. All other chats use the memory in their own file.
 */
export function originOf(
  { id, home }: ChatTarget,
  before: ShownChat | undefined,
  context: Pick<Context, 'chat' | 'chatMetadata'>,
): Origin | undefined {
  if (before === undefined || before.id === id || !before.id.startsWith(home)) return undefined;
  // A branch that was made earlier, without a memory, gets nothing of what came after it.
  const named = metadataOf(context)?.chat ?? home + mainChatOf(context.chatMetadata);
  if (named !== before.id || named === home) return undefined;
  const length = sameMessages(before.messages, context.chat);
  return length > 0 ? { chat: before.id, length } : undefined;
}

/** The chat that this one was branched off; empty for none. */
const mainChatOf = (metadata: Context['chatMetadata']): string =>
  typeof metadata?.main_chat === 'string' ? metadata.main_chat : '';

/** How many messages two chats have in common, from the first on. */
function sameMessages(one: readonly StoredMessage[], other: readonly StoredMessage[]): number {
  const end = Math.min(one.length, other.length);
  let length = 0;
  while (length < end && mark(one[length]) === mark(other[length])) length += 1;
  return length;
}

/** Identifies a message: the greeting of a card has the same words in every chat, but not the same moment. */
const mark = (message: StoredMessage | undefined): string => {
  const { send_date, is_user, mes } = message ?? {};
  return JSON.stringify([send_date ?? null, is_user === true, mes ?? '']);
};
