import type { Context } from '../context.js';
import { mainChatOf, metadataOf } from './metadata.js';
import type { ChatTarget } from './target.js';

/**
 * The chat that the open one has its memory from: it was branched off or copied from there, or is that chat under a new name.
 * What a file says of that may be a stranger's words, and what another chat remembers is private: it is true only of the chat
 * that was open just before, of the same character or group. For all others a file has what it keeps itself.
 */
export function originOf(
  { id, home }: ChatTarget,
  before: string | undefined,
  context: Pick<Context, 'chatMetadata'>,
): string | undefined {
  if (before === undefined || before === id || !before.startsWith(home)) return undefined;
  // Who has branched off earlier, without a memory, has none from what came after that.
  const named = metadataOf(context)?.chat ?? home + mainChatOf(context);
  return named === before && named !== home ? before : undefined;
}

/** What a chat was called, and is called now. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** Which of these chats have another name after an event of the host. */
export function renamedBy(event: string, args: readonly unknown[], chats: readonly string[]): readonly Renamed[] {
  if (event === 'CHARACTER_RENAMED') {
    const [from, to] = args.map((avatar) => `${avatar}/`);
    if (from === undefined || to === undefined || from === to) return [];
    return chats
      .filter((chat) => chat.startsWith(from))
      .map((chat) => ({ from: chat, to: to + chat.slice(from.length) }));
  }
  const { avatarId, groupId, oldFileName, newFileName } = Object(args[0]) as { readonly [name: string]: unknown };
  const home = isName(groupId) ? `group:${groupId}/` : isName(avatarId) ? `${avatarId}/` : undefined;
  if (home === undefined || !isName(oldFileName) || !isName(newFileName)) return [];
  const [from, to] = [oldFileName, newFileName].map((name) => home + String(name).replace(/\.jsonl$/, ''));
  return from !== undefined && to !== undefined && from !== to && chats.includes(from) ? [{ from, to }] : [];
}

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';
