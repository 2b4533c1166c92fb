import { openKeyValueStore } from '../adapters/indexeddb-key-value.js';
import { memoryKeyValueStore } from '../adapters/memory-stores.js';
import { type BrokerEvent, brokerContract } from '../protocol/broker.js';
import { remoteStorage } from '../rpc/remote-storage.js';
import { serve } from '../rpc/serve.js';
import type { BrokerStart } from '../rpc/wire.js';
import { brokerService } from './service.js';

/** The message between tabs when the store is erased. Any other message is the id of a plugin, which has no colon. */
const ERASED = ':erased';

/** The broker: the one worker with storage and secrets. It shares its store with the brokers of other tabs. */
addEventListener(
  'message',
  ({ data }: MessageEvent<BrokerStart>) => {
    const { store, storage, limits, hostFetch, page, port } = data;
    const tabs = store === null || storage ? undefined : new BroadcastChannel(`bulkhead:${store}`);
    const service = brokerService({
      store: storage
        ? remoteStorage(storage).keyValue
        : store === null
          ? memoryKeyValueStore()
          : openKeyValueStore(store),
      limits,
      hostFetch,
      page,
      changed: (id) => tabs?.postMessage(id),
      erased: () => tabs?.postMessage(ERASED),
      emit: (event) => void server.emit(event),
    });
    const server = serve(brokerContract, service, port);
    if (!tabs) return;
    tabs.onmessage = ({ data: message }: MessageEvent<unknown>) => {
      if (message !== ERASED) {
        server.emit({ changed: String(message) } satisfies BrokerEvent);
        return;
      }
      server.emit({ erased: true } satisfies BrokerEvent);
      // Whatever is open here is about what is gone.
      close();
    };
  },
  { once: true },
);
