import type { LogStore } from '../../protocol/storage.js';
import { LogReplica } from './replica.js';

/** What tabs tell each other: a chat's log has a new last record, or is no more. */
export type Told =
  | { readonly chat: string; readonly generation: string; readonly last: number }
  | { readonly chat: string; readonly gone: true };

/** What every log of one store shares. */
export interface Shelf {
  readonly logStore: LogStore;
  /** What keeps a copy of the log store, where there is one. */
  readonly replica?: LogReplica | undefined;
  /** Does something while no other tab that asks so too does the like to the chat. */
  locked<T>(chat: string, work: () => Promise<T>): Promise<T>;
  /** Tells the other tabs. */
  tell(told: Told): void;
  /** Hears what other tabs tell. @returns how to stop. */
  listen(listener: (told: Told) => void): () => void;
  close(): Promise<void>;
}

/** The copy of a shelf. */
export interface CopyOptions {
  readonly logStore: LogStore;
  /** Hears up to which record of a chat's log the copy has come. */
  readonly copied?: ((chat: string, key: number) => void) | undefined;
}

/** One at a time, of all stores: the last copy takes its bucket with it. */
const COPYING = 'bulkhead-memory-copy';

/**
 * A shelf that tabs share. That no record is lost rests on the transactions alone, so a commit takes no lock, which would
 * cost it half as much again; and where there are no locks there are none.
 */
export function makeShelf(store: string, logStore: LogStore, copy?: CopyOptions): Shelf {
  const tabs = new BroadcastChannel(`bulkhead-memory:${store}`);
  const { locks } = navigator as { readonly locks?: LockManager };
  const tell = (told: Told) => tabs.postMessage(told);
  const replica =
    copy &&
    new LogReplica(
      { first: logStore, copy: copy.logStore },
      {
        locked: async (work) => (locks ? await locks.request(COPYING, work) : await work()),
        // Whoever has it open still may have seen more of it than the copy had.
        restored: (chat) => tell({ chat, gone: true }),
        copied: copy.copied,
      },
    );
  return {
    logStore,
    replica,
    locked: async (chat, work) =>
      locks ? await locks.request(`bulkhead-memory:${store}:${chat}`, work) : await work(),
    tell(told) {
      replica?.later(told.chat);
      tell(told);
    },
    listen(listener) {
      const heard = ({ data }: MessageEvent<Told>) => listener(data);
      tabs.addEventListener('message', heard);
      return () => tabs.removeEventListener('message', heard);
    },
    async close() {
      await replica?.close();
      tabs.close();
      await logStore.close();
    },
  };
}

/** A shelf that nobody shares. */
export const makeOwnShelf = (logStore: LogStore): Shelf => ({
  logStore,
  locked: (_chat, work) => work(),
  tell: () => {},
  listen: () => () => {},
  close: () => logStore.close(),
});
