import type { BrokerContract, BrokerEvent } from '../../worker/protocol/broker.js';
import type { Input, Output } from '../../worker/protocol/contract.js';
import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { HostStorage } from '../../worker/protocol/storage.js';
import type { BrokerStart } from '../../worker/rpc/wire.js';
import { openService } from './worker-client.js';

/** What is kept and sent for plugins. */
export interface Broker {
  /** What stands in `transfer` goes over for good. */
  call<M extends keyof BrokerContract & string>(
    method: M,
    input: Input<BrokerContract, M>,
    options?: { readonly transfer?: readonly Transferable[]; readonly ms?: number; readonly signal?: AbortSignal },
  ): Promise<Output<BrokerContract, M>>;
  /** Ends the worker: what is open, and every later call, rejects with `error`. */
  close(error: BulkheadError): void;
}

/** The start message of a broker worker, beside its port and the page's storage. */
export type BrokerTold = Omit<BrokerStart, 'port' | 'storage'>;

/**
 * Opens the broker worker on first use. `onLost`: whatever it served is gone.
 * @throws `STORE_UNAVAILABLE` from every call when the page can have no such worker or no IndexedDB.
 */
export function openBroker(
  url: string,
  start: BrokerTold,
  onEvent: (event: BrokerEvent) => void,
  onLost: (error: Error) => void,
  storage?: HostStorage,
): Broker {
  const service = openService<BrokerContract>({
    url,
    what: 'the store',
    code: 'STORE_UNAVAILABLE',
    ...{ start, storage },
    onEvent: (event) => onEvent(event as BrokerEvent),
    onLost,
  });
  return {
    call: (method, input, { transfer, ms, signal } = {}) =>
      service.call(method, input, signal, { ...(transfer && { transfer }), ...(ms !== undefined && { ms }) }),
    close: (error) => service.close(error),
  };
}
