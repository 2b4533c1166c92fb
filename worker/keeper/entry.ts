import { openStore } from '../doors/idb.js';
import { type KeeperEvent, keeperContract } from '../protocol/keeper.js';
import { serve } from '../rpc/serve.js';
import type { KeeperStart } from '../rpc/wire.js';
import { keeperService } from './service.js';

/** The keeper: the one worker with storage. It shares its store with the keepers of other tabs. */
addEventListener(
  'message',
  ({ data }: MessageEvent<KeeperStart>) => {
    const tabs = new BroadcastChannel(`bulkhead:${data.store}`);
    const service = keeperService(openStore(data.store), (id) => tabs.postMessage(id));
    const server = serve(keeperContract, service, data.port);
    tabs.onmessage = (event) => server.emit({ changed: String(event.data) } satisfies KeeperEvent);
  },
  { once: true },
);
