import type { LogStore } from '../../protocol/storage.js';
import { LogReplica } from './replica.js';

/** The message between tabs: a chat's log has a new last record, or was removed. */
export type LogEvent =
  | { readonly chat: string; readonly generation: string; readonly last: number }
  | { readonly chat: string; readonly gone: true };

export interface LogStorage {
  readonly logStore: LogStore;
  /** What keeps a copy of the log store, where there is one. */
  readonly replica?: LogReplica | undefined;
  notify(event: LogEvent): void;
  /** Listens to messages of other tabs. @returns a function that stops listening. */
  listen(listener: (event: LogEvent) => void): () => void;
  close(): Promise<void>;
}

export interface CopyOptions {
  readonly logStore: LogStore;
  /** Called with the last record of a chat's log that the copy has. */
  readonly copied?: ((chat: string, key: number) => void) | undefined;
}

/** One at a time, of all stores: the last copy takes its bucket with it. */
const COPYING = 'bulkhead-memory-copy';

/** A storage that tabs share. Transactions alone keep every record, so a commit takes no lock, which would cost half as much again. */
export function makeSharedStorage(store: string, logStore: LogStore, copy?: CopyOptions): LogStorage {
  const tabs = new BroadcastChannel(`bulkhead-memory:${store}`);
  const { locks } = navigator as { readonly locks?: LockManager };
  const notify = (event: LogEvent) => tabs.postMessage(event);
  const replica =
    copy &&
    new LogReplica(
      { first: logStore, copy: copy.logStore },
      {
        locked: async (work) => (locks ? await locks.request(COPYING, work) : await work()),
        // Whoever has it open still may have seen more of it than the copy had.
        restored: (chat) => notify({ chat, gone: true }),
        copied: copy.copied,
      },
    );
  return {
    logStore,
    replica,
    notify(event) {
      replica?.later(event.chat);
      notify(event);
    },
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<LogEvent>) => listener(data);
      tabs.addEventListener('message', onMessage);
      return () => tabs.removeEventListener('message', onMessage);
    },
    async close() {
      await replica?.close();
      tabs.close();
      await logStore.close();
    },
  };
}

/** A storage that nobody shares. */
export const makeOwnStorage = (logStore: LogStore): LogStorage => ({
  logStore,
  notify: () => {},
  listen: () => () => {},
  close: () => logStore.close(),
});
