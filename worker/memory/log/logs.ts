import { openLogStore, openLogStoreIn } from '../../adapters/indexeddb-log.js';
import { memoryLogStore } from '../../adapters/memory-log.js';
import type { Durability, LogStore } from '../../protocol/storage.js';
import type { Commit } from '../graph/records.js';
import { type Aside, type AsidePair, exportAside, generationsOf, listAsides, removeAside, setAside } from './aside.js';
import { ChatLog } from './chat-log.js';
import { headOf } from './entries.js';
import { chatOf, keyOf, prefixOf } from './keys.js';
import { type Expected, replaceLog } from './replace.js';
import { makeOwnShelf, makeShelf, type Shelf } from './shelf.js';

/** The bucket of the copies: the default one, in which Chromium keeps all databases in the same files, may lose them all. */
const COPY = 'bulkhead-memory';

/** Where node types of all chats are. */
const TYPES = 'types';

/** How logs are opened. */
export interface LogsOptions {
  readonly store: string | null;
  readonly durability?: Durability;
  /** False for logs of which no copy is to be kept. */
  readonly copy?: boolean;
  /** A log store of the page's own, which is used in place of a database. */
  readonly logStore?: LogStore | undefined;
  /** Hears up to which record of a chat's log the copy has come. */
  readonly copied?: (chat: string, key: number) => void;
}

/** The logs of all chats of one store, in one database. */
export interface Logs {
  /** @see ChatLog.open */
  open(chat: string): Promise<ChatLog>;
  /** Every chat that has a log. */
  chats(): Promise<readonly string[]>;
  /** Node types of all chats, as they were kept; nothing for none. */
  types(): Promise<unknown>;
  /** Keeps others; `undefined` for none. */
  keepTypes(types: unknown): Promise<void>;
  /** Deletes a chat's log, for good. What was set aside of it stays. @throws `STORE_NEWER`. */
  remove(chat: string): Promise<void>;
  /** Takes a chat its log away and keeps it, so that the chat can begin anew. @returns names for `exportAside`. */
  setAside(chat: string, why: string): Promise<readonly string[]>;
  /**
   * Gives a chat another log, made of these commits, as an import does: all at once or not at all. The one it had is set
   * aside, and gone for whoever has it open. @returns names for `exportAside`. @throws `BAD_ARGS`, `STORE_FAILED`.
   */
  replace(chat: string, commits: readonly Commit[], why: string): Promise<readonly string[]>;
  /** The same, where the log is as it was when it was read. @returns false where it is not, and nothing has changed. */
  replaceOnly(chat: string, expected: Expected, commits: readonly Commit[], why: string): Promise<boolean>;
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
export function openLogs(options: LogsOptions): Logs {
  const { store, logStore } = options;
  if (logStore) return logsOn(makeOwnShelf(logStore));
  return store === null ? logsOn(makeOwnShelf(memoryLogStore())) : logsOn(openShelf(store, options));
}

function openShelf(store: string, { durability = 'relaxed', copy = true, copied }: LogsOptions): Shelf {
  const name = `${store}-memory`;
  const second = copy ? openLogStoreIn(COPY, name) : undefined;
  return makeShelf(store, openLogStore(name, durability), second && { logStore: second, copied });
}

/** The logs on a shelf. */
export function logsOn(shelf: Shelf): Logs {
  const { replica } = shelf;
  const removing = (chat: string, work: () => Promise<void>) => replica?.removing(chat, work) ?? work();
  return {
    open: (chat) => ChatLog.open(shelf, chat),
    async chats() {
      await replica?.restore();
      const heads = await shelf.logStore.list('head:');
      return [...heads.keys()].flatMap((key) => chatOf('head', key) ?? []).sort();
    },
    types: async () => (await shelf.logStore.read([TYPES])).get(TYPES),
    keepTypes: (types) =>
      shelf.logStore.transact([], () => (types === undefined ? { remove: [TYPES] } : { set: [[TYPES, types]] })),
    async remove(chat) {
      await removing(chat, () => removeLog(shelf, chat));
      shelf.tell({ chat, gone: true });
    },
    async setAside(chat, why) {
      await replica?.restore();
      return setAside(shelf, chat, why);
    },
    async replace(chat, commits, why) {
      await replica?.restore();
      return (await replaceLog(shelf, chat, commits, why)) ?? [];
    },
    async replaceOnly(chat, expected, commits, why) {
      await replica?.restore();
      return (await replaceLog(shelf, chat, commits, why, expected)) !== undefined;
    },
    async asides() {
      await replica?.restore();
      return listAsides(shelf);
    },
    exportAside: (id) => exportAside(shelf, id),
    removeAside: async (id) => {
      const work = () => removeAside(shelf, id);
      await (replica?.removingAside(id, work) ?? work());
    },
    erase: () => {
      const work = () => shelf.logStore.erase();
      return replica?.erasing(work) ?? work();
    },
    close: () => shelf.close(),
  };
}

async function removeLog(shelf: Shelf, chat: string): Promise<void> {
  const headKey = keyOf('head', chat);
  const known = await generationsOf(shelf, chat);
  await shelf.logStore.transact([headKey], (values) => {
    // Somebody may have begun another meanwhile.
    const last = headOf(values.get(headKey))?.generation;
    const generations = new Set([...known, ...(last === undefined ? [] : [last])]);
    const removeAll = (['record', 'batch', 'snapshot'] as const).flatMap((part) =>
      [...generations].map((generation) => prefixOf(part, chat, generation)),
    );
    return { removeAll, remove: [headKey, keyOf('restored', chat)] };
  });
}
