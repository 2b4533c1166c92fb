import { type ChatRoom, openChat } from '../../../src/chat/index.js';
import { IndexedDbStorageAdapter } from '../../../src/engine/index.js';
import type { Host } from '../../../src/index.js';

let stores = 0;

/** A name for sessions that no other test has. */
export const storeName = (): string => {
  stores += 1;
  return `chats-${Date.now()}-${stores}`;
};

/** A chat over a host, with sessions of its own. */
export const room = (host: Host, name = storeName()): Promise<ChatRoom> =>
  openChat({ host, storage: new IndexedDbStorageAdapter(name) });

/** Resolves as soon as something is true of a chat. */
export async function until(chat: ChatRoom, holds: () => boolean): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const off = chat.onChange(() => {
      if (!holds()) return;
      off();
      resolve();
    });
  });
}

/** What the lines say, with who says it. */
export const said = (chat: ChatRoom): string[] => chat.state.lines.map(({ role, text }) => `${role}: ${text}`);
