import { type Durability, openLedger } from '../../doors/ledger.js';
import { type Aside, type AsidePair, exportAside, generationsOf, listAsides, removeAside, setAside } from './aside.js';
import { ChatLog } from './chat-log.js';
import { chatOf, keyOf, prefixOf } from './keys.js';
import { makeShelf } from './shelf.js';

/** The logs of all chats of one store, in one database. */
export interface Logs {
  /** @see ChatLog.open */
  open(chat: string): Promise<ChatLog>;
  /** Every chat that has a log. */
  chats(): Promise<readonly string[]>;
  /** Deletes a chat's log, for good. What was set aside of it stays. */
  remove(chat: string): Promise<void>;
  /** Takes a chat its log away and keeps it, so that the chat can begin anew. @returns names for `exportAside`. */
  setAside(chat: string, why: string): Promise<readonly string[]>;
  /** What was set aside, the newest first. */
  asides(): Promise<readonly Aside[]>;
  /** Everything of one, as it was kept, page by page. */
  exportAside(id: string): AsyncGenerator<readonly AsidePair[]>;
  removeAside(id: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the logs of a store. With `relaxed` a commit survives the end of the process, but the last ones may not survive a
 * loss of power; with `strict` each waits for the disk. Snapshots and what is set aside always do.
 */
export function openLogs(options: { readonly store: string; readonly durability?: Durability }): Logs {
  const { store, durability = 'relaxed' } = options;
  const shelf = makeShelf(store, openLedger(`${store}-memory`, durability), durability);
  return {
    open: (chat) => ChatLog.open(shelf, chat),
    async chats() {
      const heads = await shelf.ledger.list('head:');
      return [...heads.keys()].flatMap((key) => chatOf('head', key) ?? []).sort();
    },
    async remove(chat) {
      await shelf.locked(chat, async () => {
        const generations = await generationsOf(shelf, chat);
        const removeAll = (['record', 'batch', 'snapshot'] as const).flatMap((part) =>
          generations.map((generation) => prefixOf(part, chat, generation)),
        );
        await shelf.ledger.transact([], () => ({ removeAll, remove: [keyOf('head', chat)] }));
      });
      shelf.tell({ chat, gone: true });
    },
    setAside: (chat, why) => shelf.locked(chat, () => setAside(shelf, chat, why)),
    asides: () => listAsides(shelf),
    exportAside: (id) => exportAside(shelf, id),
    removeAside: (id) => removeAside(shelf, id),
    close: () => shelf.close(),
  };
}
