import type { BrokerContract, BrokerEvent } from '../../worker/protocol/broker.js';
import type { Input, Output } from '../../worker/protocol/contract.js';
import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { HostStorage } from '../../worker/protocol/storage.js';
import type { BrokerStart } from '../../worker/rpc/wire.js';
import { openService } from './worker-client.js';

/** The client of the broker worker, which stores plugins and sends their requests. */
export interface Broker {
  /** Calls a method. Objects in `transfer` are transferred. */
  call<M extends keyof BrokerContract & string>(
    method: M,
    input: Input<BrokerContract, M>,
    options?: { readonly transfer?: readonly Transferable[]; readonly ms?: number; readonly signal?: AbortSignal },
  ): Promise<Output<BrokerContract, M>>;
  /** Ends the worker. Open calls and every later call reject with `error`. */
  close(error: BulkheadError): void;
}

/** The start message of a broker worker, beside its port and the page's storage. */
export type BrokerTold = Omit<BrokerStart, 'port' | 'storage'>;

/**
 * Opens the broker worker on first use. Calls `onLost` when it is gone, with everything it served.
 * @throws `STORE_UNAVAILABLE` from every call if the page cannot have such a worker, or has no IndexedDB.
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
