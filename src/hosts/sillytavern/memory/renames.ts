import { fieldsOf } from '../base/context.js';
import { type GoingParts, isName } from './deletions.js';
import { hostChats } from './host-chats.js';
import { chatTarget } from './target.js';

/** What a chat was called, and is called now. */
interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** Takes the memories of chats along that the host gives another name, with whoever holds a session of one. */
export class Renames {
  readonly #parts: GoingParts;
  /** Those whose old name has still to go. */
  readonly #open = new Map<string, Renamed & { readonly left: string }>();

  constructor(parts: GoingParts) {
    this.#parts = parts;
  }

  async onEvent(event: string, args: readonly unknown[]): Promise<void> {
    const { memory } = this.#parts;
    for (const renamed of renamedBy(event, args, await memory.chats())) {
      // It is to be there when the host opens it.
      await memory.branch(renamed.from, renamed.to, Number.MAX_SAFE_INTEGER);
      const left = event === 'CHARACTER_RENAMED' ? String(args[0]) : '';
      this.#open.set(renamed.from, { ...renamed, left });
    }
    await this.settle();
  }

  /** Lets the old names go, but for those that the host has still and the one that is open. */
  async settle(): Promise<void> {
    const { memory, context, forget, gone } = this.#parts;
    for (const { from, to, left } of [...this.#open.values()]) {
      if (chatTarget(context())?.id === from) continue;
      this.#open.delete(from);
      if (await hostChats(context(), left)(from)) continue;
      await memory.rename(from, to);
      forget(from);
      gone(from);
    }
  }
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
  const { avatarId, groupId, oldFileName, newFileName } = fieldsOf(args[0]);
  const home = isName(groupId) ? `group:${groupId}/` : isName(avatarId) ? `${avatarId}/` : undefined;
  if (home === undefined || !isName(oldFileName) || !isName(newFileName)) return [];
  const [from, to] = [oldFileName, newFileName].map((name) => home + name.replace(/\.jsonl$/, ''));
  return from !== undefined && to !== undefined && from !== to && chats.includes(from) ? [{ from, to }] : [];
}
