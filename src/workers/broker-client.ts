import type { KeeperContract, KeeperEvent } from '../../worker/protocol/broker.js';
import type { Input, Output } from '../../worker/protocol/contract.js';
import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { KeeperStart } from '../../worker/rpc/wire.js';
import { openService } from './worker-client.js';

/** What is kept and sent for plugins. */
export interface Keeper {
  /** What stands in `transfer` goes over for good. */
  call<M extends keyof KeeperContract & string>(
    method: M,
    input: Input<KeeperContract, M>,
    options?: { readonly transfer?: readonly Transferable[]; readonly ms?: number; readonly signal?: AbortSignal },
  ): Promise<Output<KeeperContract, M>>;
  /** Ends the worker: what is open, and every later call, rejects with `error`. */
  close(error: BulkheadError): void;
}

/** What a keeper is told at its start, beside its port. */
export type KeeperTold = Omit<KeeperStart, 'port'>;

/**
 * Opens the keeper worker on first use. `onLost`: whatever it served is gone.
 * @throws `STORE_UNAVAILABLE` from every call when the page can have no such worker or no IndexedDB.
 */
export function openKeeper(
  url: string,
  start: KeeperTold,
  onEvent: (event: KeeperEvent) => void,
  onLost: (error: Error) => void,
): Keeper {
  const service = openService<KeeperContract>({
    url,
    what: 'the store',
    code: 'STORE_UNAVAILABLE',
    start,
    onEvent: (event) => onEvent(event as KeeperEvent),
    onLost,
  });
  return {
    call: (method, input, { transfer, ms, signal } = {}) =>
      service.call(method, input, signal, { ...(transfer && { transfer }), ...(ms !== undefined && { ms }) }),
    close: (error) => service.close(error),
  };
}
