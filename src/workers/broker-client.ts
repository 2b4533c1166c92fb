import { finishCutOff } from '../../worker/adapters/cut-off-restore.js';
import type { BrokerContract, BrokerEvent } from '../../worker/protocol/broker.js';
import type { Input, Output } from '../../worker/protocol/contract.js';
import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { HostStorage } from '../../worker/protocol/storage.js';
import type { BrokerStart } from '../../worker/rpc/wire.js';
import type { Asset } from '../assets/index.js';
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
export type BrokerStartOptions = Omit<BrokerStart, 'port' | 'storage'>;

/** Opens the broker worker on first use; `onLost`: it is gone, with all it served. @throws `STORE_UNAVAILABLE` from each call where there can be none. */
export function openBroker(
  asset: Asset,
  start: BrokerStartOptions,
  onEvent: (event: BrokerEvent) => void,
  onLost: (error: Error) => void,
  storage?: HostStorage,
): Broker {
  // A worker has no `localStorage`: the settings of a restore that was cut off are written here.
  if (start.store !== null && !storage) finishCutOff().catch(() => {});
  const service = openService<BrokerContract>({
    asset,
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
