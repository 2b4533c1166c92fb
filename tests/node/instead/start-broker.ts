import { startThread } from '../../../worker/node/thread.js';
import { serveStorage } from '../../../worker/rpc/serve-storage.js';
import type { BrokerStart } from '../../../worker/rpc/wire.js';
import { dist } from '../host.js';
import { storageOf } from './plain-host.js';

/** Starts a broker as a thread, where the suites of the browser start a worker of the page. */
export function startBroker(start: Omit<BrokerStart, 'page'> & { readonly page?: string }): { terminate(): void } {
  const thread = startThread(`${dist}node-worker.js`, { script: `${dist}broker-worker.js` });
  const { port1, port2 } = new MessageChannel();
  const { store, port } = start;
  if (store !== null) serveStorage(port1, storageOf(store));
  const message = { page: '', ...start, ...(store !== null && { storage: port2 }) };
  thread.postMessage(message, [port, ...(store === null ? [] : [port2])] as never);
  return {
    terminate() {
      port1.close();
      void thread.terminate();
    },
  };
}
