import { openStore } from '../doors/idb.js';
import { memoryStore } from '../doors/memory.js';
import { type KeeperEvent, keeperContract } from '../protocol/keeper.js';
import { serve } from '../rpc/serve.js';
import type { KeeperStart } from '../rpc/wire.js';
import { keeperService } from './service.js';

/** The keeper: the one worker with storage and secrets. It shares its store with the keepers of other tabs. */
addEventListener(
  'message',
  ({ data }: MessageEvent<KeeperStart>) => {
    const { store, limits, hostFetch, page, port } = data;
    const tabs = store === null ? undefined : new BroadcastChannel(`bulkhead:${store}`);
    const service = keeperService({
      store: store === null ? memoryStore() : openStore(store),
      limits,
      hostFetch,
      page,
      changed: (id) => tabs?.postMessage(id),
      emit: (event) => void server.emit(event),
    });
    const server = serve(keeperContract, service, port);
    if (tabs) tabs.onmessage = (event) => server.emit({ changed: String(event.data) } satisfies KeeperEvent);
  },
  { once: true },
);
