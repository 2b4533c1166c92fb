import { type Durability, openLedger } from '../../doors/ledger.js';
import { memoryLedger } from '../../doors/memory-ledger.js';
import type { Commit } from '../records.js';
import { type Aside, type AsidePair, exportAside, generationsOf, listAsides, removeAside, setAside } from './aside.js';
import { ChatLog } from './chat-log.js';
import { headOf } from './entries.js';
import { chatOf, keyOf, prefixOf } from './keys.js';
import { replaceLog } from './replace.js';
import { makeOwnShelf, makeShelf } from './shelf.js';

/** The logs of all chats of one store, in one database. */
export interface Logs {
  /** @see ChatLog.open */
  open(chat: string): Promise<ChatLog>;
  /** Every chat that has a log. */
  chats(): Promise<readonly string[]>;
  /** Deletes a chat's log, for good. What was set aside of it stays. @throws `STORE_NEWER`. */
  remove(chat: string): Promise<void>;
  /** Takes a chat its log away and keeps it, so that the chat can begin anew. @returns names for `exportAside`. */
  setAside(chat: string, why: string): Promise<readonly string[]>;
  /**
   * Gives a chat another log, made of these commits, as an import does: all at once or not at all. The one it had is set
   * aside, and gone for whoever has it open. @returns names for `exportAside`. @throws `BAD_ARGS`, `STORE_FAILED`.
   */
  replace(chat: string, commits: readonly Commit[], why: string): Promise<readonly string[]>;
  /** What was set aside, the newest first. */
  asides(): Promise<readonly Aside[]>;
  /** Everything of one, as it was kept, page by page. */
  exportAside(id: string): AsyncGenerator<readonly AsidePair[]>;
  removeAside(id: string): Promise<void>;
  /** Deletes the logs of all chats, for good; what was set aside as well. @throws `STORE_FAILED` when it takes too long. */
  erase(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the logs of a store; without a name they last as long as their worker. With `relaxed` a commit survives the end of
 * the process, but the last ones may not survive a loss of power; with `strict` each waits for the disk. Snapshots and what
 * is set aside always do.
 */
export function openLogs(options: { readonly store: string | null; readonly durability?: Durability }): Logs {
  const { store, durability = 'relaxed' } = options;
  const shelf =
    store === null ? makeOwnShelf(memoryLedger()) : makeShelf(store, openLedger(`${store}-memory`, durability));
  return {
    open: (chat) => ChatLog.open(shelf, chat),
    async chats() {
      const heads = await shelf.ledger.list('head:');
      return [...heads.keys()].flatMap((key) => chatOf('head', key) ?? []).sort();
    },
    async remove(chat) {
      const headKey = keyOf('head', chat);
      const known = await generationsOf(shelf, chat);
      await shelf.ledger.transact([headKey], (values) => {
        // Somebody may have begun another meanwhile.
        const last = headOf(values.get(headKey))?.generation;
        const generations = new Set([...known, ...(last === undefined ? [] : [last])]);
        const removeAll = (['record', 'batch', 'snapshot'] as const).flatMap((part) =>
          [...generations].map((generation) => prefixOf(part, chat, generation)),
        );
        return { removeAll, remove: [headKey] };
      });
      shelf.tell({ chat, gone: true });
    },
    setAside: (chat, why) => setAside(shelf, chat, why),
    replace: async (chat, commits, why) => replaceLog(shelf, chat, commits, why),
    asides: () => listAsides(shelf),
    exportAside: (id) => exportAside(shelf, id),
    removeAside: (id) => removeAside(shelf, id),
    erase: () => shelf.ledger.erase(),
    close: () => shelf.close(),
  };
}
