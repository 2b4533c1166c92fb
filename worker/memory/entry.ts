import type { MemoryEvent } from '../protocol/memory.js';
import { memoryContract } from '../protocol/memory.js';
import { remoteStorage } from '../rpc/remote-storage.js';
import { type Server, serve } from '../rpc/serve.js';
import type { MemoryStart } from '../rpc/wire.js';
import { memoryService } from './service.js';

/** The memory worker: one per page, started when the first chat's memory is opened. */
addEventListener(
  'message',
  ({ data }: MessageEvent<MemoryStart>) => {
    let server: Server | undefined;
    server = serve(
      memoryContract,
      memoryService((event: MemoryEvent) => server?.emit(event), data.storage && remoteStorage(data.storage).log),
      data.port,
    );
  },
  { once: true },
);
