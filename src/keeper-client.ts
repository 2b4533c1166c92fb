import type { Input, Output } from '../worker/protocol/contract.js';
import type { KeeperContract, KeeperEvent } from '../worker/protocol/keeper.js';
import { openService } from './service.js';

/** What is kept between page loads. */
export interface Keeper {
  call<M extends keyof KeeperContract & string>(
    method: M,
    input: Input<KeeperContract, M>,
  ): Promise<Output<KeeperContract, M>>;
  close(): void;
}

/**
 * Opens the keeper worker on first use.
 * @throws `STORE_UNAVAILABLE` from every call when the page can have no such worker or no IndexedDB.
 */
export function openKeeper(url: string, store: string, onChanged: (event: KeeperEvent) => void): Keeper {
  return openService<KeeperContract>({
    url,
    what: 'the store',
    code: 'STORE_UNAVAILABLE',
    start: { store },
    onEvent: (event) => onChanged(event as KeeperEvent),
  });
}

/** Keeps nothing beyond the page: for hosts that say `store: null`. */
export function memoryKeeper(): Keeper {
  const kept = new Map<string, { record: { enabled: boolean }; source: string }>();
  const methods: Record<
    string,
    (input: { id: string; enabled: boolean; record: { id: string; enabled: boolean }; source: string }) => unknown
  > = {
    list: () => ({ records: Array.from(kept.values(), ({ record }) => record) }),
    source: ({ id }) => kept.get(id)?.source,
    put: ({ record, source }) => kept.set(record.id, { record, source }) && null,
    setEnabled({ id, enabled }) {
      const entry = kept.get(id);
      if (entry) entry.record = { ...entry.record, enabled };
    },
    remove: ({ id }) => kept.delete(id) && null,
  };
  return { call: async (method, input) => methods[method]?.(input as never) as never, close: () => kept.clear() };
}
