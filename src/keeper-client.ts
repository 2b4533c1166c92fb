import type { Input, Output } from '../worker/protocol/contract.js';
import { BulkheadError } from '../worker/protocol/errors.js';
import type { KeeperContract, KeeperEvent } from '../worker/protocol/keeper.js';
import { type Connection, connect } from '../worker/rpc/connect.js';
import { awakeTimeout } from './awake-timeout.js';
import { scriptUrl } from './trusted.js';

/** A store that has not answered by then is not there. */
const ANSWER_MS = 10_000;

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
  let worker: Worker | undefined;
  let connection: Connection<KeeperContract> | undefined;
  let closed = false;
  const lose = (why: string) => {
    connection?.close(new BulkheadError('STORE_UNAVAILABLE', why));
    connection = undefined;
    worker?.terminate();
    worker = undefined;
  };
  const start = (): Connection<KeeperContract> => {
    const { port1, port2 } = new MessageChannel();
    try {
      worker = new Worker(scriptUrl(url));
    } catch (cause) {
      throw new BulkheadError(
        'STORE_UNAVAILABLE',
        `the keeper could not start: ${(cause as Error).message}`,
        {},
        { cause },
      );
    }
    worker.onerror = (event) => {
      event.preventDefault();
      lose(`the keeper failed: ${event.message || `is ${url} served, and allowed by worker-src?`}`);
    };
    worker.postMessage({ port: port2, store }, [port2]);
    return connect<KeeperContract>(port1, { onEvent: (event) => onChanged(event as KeeperEvent) });
  };
  return {
    async call(method, input) {
      if (closed) throw new BulkheadError('HOST_DISPOSED', 'the host has been disposed');
      connection ??= start();
      const cancel = awakeTimeout(ANSWER_MS, () => lose('the store does not answer'));
      try {
        return await connection.call(method, input);
      } finally {
        cancel();
      }
    },
    close() {
      closed = true;
      lose('the host has been disposed');
    },
  };
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
