import { join, resolve } from 'node:path';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { HostStorage } from '../../worker/protocol/storage.js';
import { FolderDatabase } from './folder/folder-database.js';
import { folderKeyValueStore, folderLogStore } from './folder/folder-stores.js';

/** By path: a database can be open once in a process, however many storages use it. */
const databases = new Map<string, FolderDatabase>();

function databaseAt(path: string): FolderDatabase {
  const database = databases.get(path) ?? new FolderDatabase(path);
  databases.set(path, database);
  return database;
}

/** A storage over a folder. Whoever has made it closes it. */
export interface FolderStorage extends HostStorage {
  /**
   * Ends it: resolves when what has begun is done and the folder is free for another process. Later uses fail with `STORE_FAILED`.
   */
  close(): Promise<void>;
}

/**
 * A storage in a folder of this machine, for `createHost({ storage })`. The folder is made with the first use, for this user alone.
 * One process has it at a time. It needs the package `classic-level`, which your application installs.
 *
 * Uses fail with `STORE_UNAVAILABLE` where the package is missing, another process has the folder open, or the folder cannot be
 * written, and with `STORE_FAILED` where a write failed, e.g. because the disk is full: nothing of it was kept.
 * @throws `BAD_ARGS` for a path that is no text.
 *
 * @example
 * import { createHost, folderStorage } from 'bulkhead/node';
 * const storage = folderStorage('data/bulkhead');
 * const host = createHost({ storage });
 * await host.dispose();
 * await storage.close();
 */
export function folderStorage(path: string): FolderStorage {
  if (typeof path !== 'string' || path === '') throw new BulkheadError('BAD_ARGS', `the path of a folder; got ${path}`);
  const folder = resolve(path);
  let closed = false;
  const ended = async (): Promise<never> => {
    throw new BulkheadError('STORE_FAILED', `the storage in ${folder} is closed`);
  };
  /** A store whose methods fail once the storage is closed. */
  const whileOpen = <S extends object>(store: S): S =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]: [string, (...args: unknown[]) => unknown]) => [
        name,
        (...args: unknown[]) => (closed && name !== 'close' ? ended() : method(...args)),
      ]),
    ) as S;
  const keyValue = whileOpen(folderKeyValueStore(databaseAt(join(folder, 'key-value'))));
  const log = whileOpen(folderLogStore(databaseAt(join(folder, 'log'))));
  return {
    keyValue,
    log,
    async close() {
      closed = true;
      await Promise.all([keyValue.close(), log.close()]);
    },
  };
}
