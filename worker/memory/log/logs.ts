import { openLogStore, openLogStoreIn } from '../../adapters/indexeddb-log.js';
import { memoryLogStore } from '../../adapters/memory-stores.js';
import type { Durability, LogStore } from '../../protocol/storage.js';
import type { Commit } from '../graph/records.js';
import { ChatLog } from './chat-log.js';
import { headOf } from './entries.js';
import { chatOf, keyOf, prefixOf } from './keys.js';
import {
  exportQuarantined,
  generationsOf,
  listQuarantined,
  type QuarantinedLog,
  type QuarantinedPair,
  quarantine,
  removeQuarantined,
} from './quarantine.js';
import { type Expected, replaceLog } from './replace.js';
import { type LogStorage, makeOwnStorage, makeSharedStorage } from './storage.js';

/** The bucket of the copies: the default one, in which Chromium keeps all databases in the same files, may lose them all. */
const COPY = 'bulkhead-memory';

const TYPES = 'types';

export interface LogsOptions {
  readonly store: string | null;
  readonly durability?: Durability;
  /** False for logs of which no copy is to be kept. */
  readonly copy?: boolean;
  /** A log store of the page's own, which is used in place of a database. */
  readonly logStore?: LogStore | undefined;
  /** Called with the last record of a chat's log that the copy has. */
  readonly copied?: (chat: string, key: number) => void;
}

/** The logs of all chats of one store, in one database. */
export interface Logs {
  open(chat: string): Promise<ChatLog>;
  chats(): Promise<readonly string[]>;
  /** Node types of all chats, as they were kept; nothing for none. */
  types(): Promise<unknown>;
  /** Keeps others; `undefined` for none. */
  keepTypes(types: unknown): Promise<void>;
  /** Deletes a chat's log, for good. What was set aside of it stays. @throws `STORE_NEWER`. */
  remove(chat: string): Promise<void>;
  /** Takes a chat its log away and keeps it, so that the chat can begin anew. @returns names for `exportQuarantined`. */
  quarantine(chat: string, why: string): Promise<readonly string[]>;
  /** Gives a chat a log of these commits, all or nothing; the old one is set aside. @returns its names. @throws `BAD_ARGS`, `STORE_FAILED`. */
  replace(chat: string, commits: readonly Commit[], why: string): Promise<readonly string[]>;
  /** The same, where the log is as it was when it was read. @returns false where it is not, and nothing has changed. */
  replaceOnly(chat: string, expected: Expected, commits: readonly Commit[], why: string): Promise<boolean>;
  /** What was set aside, the newest first. */
  quarantined(): Promise<readonly QuarantinedLog[]>;
  /** Everything of one, as it was kept, page by page. */
  exportQuarantined(id: string): AsyncGenerator<readonly QuarantinedPair[]>;
  removeQuarantined(id: string): Promise<void>;
  /** Deletes the logs of all chats, for good; what was set aside as well. @throws `STORE_FAILED` when it takes too long. */
  erase(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the logs of a store; without a name, in memory. A power cut may take the last `relaxed` commits; `strict` ones wait for the disk. */
export function openLogs(options: LogsOptions): Logs {
  const { store, logStore } = options;
  if (logStore) return logsOn(makeOwnStorage(logStore));
  return store === null ? logsOn(makeOwnStorage(memoryLogStore())) : logsOn(openStorage(store, options));
}

function openStorage(store: string, { durability = 'relaxed', copy = true, copied }: LogsOptions): LogStorage {
  const name = `${store}-memory`;
  const second = copy ? openLogStoreIn(COPY, name) : undefined;
  return makeSharedStorage(store, openLogStore(name, durability), second && { logStore: second, copied });
}

export function logsOn(storage: LogStorage): Logs {
  const { replica } = storage;
  const removing = (chat: string, work: () => Promise<void>) => replica?.removing(chat, work) ?? work();
  return {
    open: (chat) => ChatLog.open(storage, chat),
    async chats() {
      await replica?.restore();
      const heads = await storage.logStore.list('head:');
      return [...heads.keys()].flatMap((key) => chatOf('head', key) ?? []).sort();
    },
    types: async () => (await storage.logStore.read([TYPES])).get(TYPES),
    keepTypes: (types) =>
      storage.logStore.transact([], () => (types === undefined ? { remove: [TYPES] } : { set: [[TYPES, types]] })),
    async remove(chat) {
      await removing(chat, () => removeLog(storage, chat));
      storage.notify({ chat, gone: true });
    },
    async quarantine(chat, why) {
      await replica?.restore();
      return quarantine(storage, chat, why);
    },
    async replace(chat, commits, why) {
      await replica?.restore();
      return (await replaceLog(storage, chat, commits, why)) ?? [];
    },
    async replaceOnly(chat, expected, commits, why) {
      await replica?.restore();
      return (await replaceLog(storage, chat, commits, why, expected)) !== undefined;
    },
    async quarantined() {
      await replica?.restore();
      return listQuarantined(storage);
    },
    exportQuarantined: (id) => exportQuarantined(storage, id),
    removeQuarantined: async (id) => {
      const work = () => removeQuarantined(storage, id);
      await (replica?.removingAside(id, work) ?? work());
    },
    erase: () => {
      const work = () => storage.logStore.erase();
      return replica?.erasing(work) ?? work();
    },
    close: () => storage.close(),
  };
}

async function removeLog(storage: LogStorage, chat: string): Promise<void> {
  const headKey = keyOf('head', chat);
  const known = await generationsOf(storage, chat);
  await storage.logStore.transact([headKey], (values) => {
    // Somebody may have begun another meanwhile.
    const last = headOf(values.get(headKey))?.generation;
    const generations = new Set([...known, ...(last === undefined ? [] : [last])]);
    const removeAll = (['record', 'batch', 'snapshot'] as const).flatMap((part) =>
      [...generations].map((generation) => prefixOf(part, chat, generation)),
    );
    return { removeAll, remove: [headKey, keyOf('restored', chat)] };
  });
}
