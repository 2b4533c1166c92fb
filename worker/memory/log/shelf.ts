import type { Ledger } from '../../doors/ledger.js';

/** What tabs tell each other: a chat's log has a new last record, or is no more. */
export type Told =
  | { readonly chat: string; readonly generation: string; readonly last: number }
  | { readonly chat: string; readonly gone: true };

/** What every log of one store shares. */
export interface Shelf {
  readonly ledger: Ledger;
  /** Does something while no other tab that asks so too does the like to the chat. */
  locked<T>(chat: string, work: () => Promise<T>): Promise<T>;
  /** Tells the other tabs. */
  tell(told: Told): void;
  /** Hears what other tabs tell. @returns how to stop. */
  listen(listener: (told: Told) => void): () => void;
  close(): Promise<void>;
}

/**
 * A shelf that tabs share. That no record is lost rests on the transactions alone, so a commit takes no lock, which would
 * cost it half as much again; and where there are no locks there are none.
 */
export function makeShelf(store: string, ledger: Ledger): Shelf {
  const tabs = new BroadcastChannel(`bulkhead-memory:${store}`);
  const { locks } = navigator as { readonly locks?: LockManager };
  return {
    ledger,
    locked: async (chat, work) =>
      locks ? await locks.request(`bulkhead-memory:${store}:${chat}`, work) : await work(),
    tell: (told) => tabs.postMessage(told),
    listen(listener) {
      const heard = ({ data }: MessageEvent<Told>) => listener(data);
      tabs.addEventListener('message', heard);
      return () => tabs.removeEventListener('message', heard);
    },
    async close() {
      tabs.close();
      await ledger.close();
    },
  };
}

/** A shelf that nobody shares. */
export const makeOwnShelf = (ledger: Ledger): Shelf => ({
  ledger,
  locked: (_chat, work) => work(),
  tell: () => {},
  listen: () => () => {},
  close: () => ledger.close(),
});
