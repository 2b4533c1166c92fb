import type { Host } from '../../../index.js';
import { type Context, fieldsOf } from '../base/context.js';
import { hostChats } from './host-chats.js';
import { whileClosed } from './presence.js';
import { chatTarget } from './target.js';

/** True for the host's events about deleted chats. */
export const isDeletion = (event: string): boolean => /^(CHAT|GROUP_CHAT|CHARACTER)_DELETED$/.test(event);

/** What follows chats that go. */
export interface GoingParts {
  readonly memory: Host['memory'];
  readonly context: () => Context;
  /** Nothing is to be known of a chat any more. */
  readonly forget: (chat: string) => void;
  /** Nothing is kept of a chat any more. */
  readonly gone: (chat: string) => void;
}

/** Lets a chat's memory go when the host deletes the chat: its log, its copy, its vectors and what was set aside of it. */
export class Deletions {
  readonly #parts: GoingParts;
  /** Chats that went. Somebody may still hold a session of one, and write. */
  readonly #gone = new Set<string>();
  /** Chats that were still open at the host's event, here or in another tab. */
  readonly #open = new Set<string>();

  constructor(parts: GoingParts) {
    this.#parts = parts;
  }

  /** The host has deleted something. What it has still, under that name, stays. */
  async onEvent(event: string, args: readonly unknown[]): Promise<void> {
    const { memory } = this.#parts;
    const [chats, quarantined] = await Promise.all([memory.chats(), memory.quarantined()]);
    const known = new Set([...chats, ...quarantined.map(({ chat }) => chat)]);
    await this.#removeAll(deletedBy(event, args, known), avatarOf(args));
  }

  /** Another chat is open now: those that were deleted while they were open may go. */
  async left(): Promise<void> {
    const chats = [...this.#open];
    this.#open.clear();
    await this.#removeAll(chats);
  }

  /** A chat was written to. @returns true where it has been deleted: then that goes as well. */
  wrote(chat: string): boolean {
    if (!this.#gone.has(chat) || this.#isHere(chat)) return false;
    this.#removeAll([chat]).catch(reportError);
    return true;
  }

  /** A chat is opened: if one of this name was deleted, this is another. */
  opened(chat: string): void {
    this.#gone.delete(chat);
  }

  async #removeAll(chats: readonly string[], left?: string): Promise<void> {
    const isThere = hostChats(this.#parts.context(), left);
    for (const chat of chats) {
      if (await isThere(chat)) continue;
      const isClosed = !this.#isHere(chat) && (await whileClosed(chat, () => this.#remove(chat)));
      if (!isClosed) this.#open.add(chat);
    }
  }

  async #remove(chat: string): Promise<void> {
    const { memory, forget, gone } = this.#parts;
    this.#gone.add(chat);
    forget(chat);
    await memory.remove(chat);
    for (const one of await memory.quarantined()) if (one.chat === chat) await memory.removeQuarantined(one.id);
    gone(chat);
  }

  #isHere(chat: string): boolean {
    return chatTarget(this.#parts.context())?.id === chat;
  }
}

/** Which of these chats an event of the host may be about: an event has the name of a chat, and not its character. */
export function deletedBy(event: string, args: readonly unknown[], chats: Iterable<string>): readonly string[] {
  if (event === 'CHARACTER_DELETED') {
    const avatar = avatarOf(args);
    return avatar === undefined ? [] : [...chats].filter((chat) => chat.startsWith(`${avatar}/`));
  }
  const [first] = args;
  if (!isName(first)) return [];
  const name = first.replace(/\.jsonl$/, '');
  const isOfGroup = event === 'GROUP_CHAT_DELETED';
  return [...chats].filter((chat) => {
    const slash = chat.indexOf('/');
    return slash > 0 && chat.startsWith('group:') === isOfGroup && chat.slice(slash + 1) === name;
  });
}

/** The picture of the card that was deleted, where one was. */
function avatarOf([first]: readonly unknown[]): string | undefined {
  const { avatar } = fieldsOf(fieldsOf(first).character);
  return isName(avatar) ? avatar : undefined;
}

export const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
