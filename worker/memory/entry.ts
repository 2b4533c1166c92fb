import type { MemoryEvent } from '../protocol/memory.js';
import { memoryContract } from '../protocol/memory.js';
import { type Server, serve } from '../rpc/serve.js';
import type { PortStart } from '../rpc/wire.js';
import { memoryService } from './service.js';

/** The memory worker: one per page, started when the first chat's memory is opened. */
addEventListener(
  'message',
  ({ data }: MessageEvent<PortStart>) => {
    let server: Server | undefined;
    server = serve(
      memoryContract,
      memoryService((event: MemoryEvent) => server?.emit(event)),
      data.port,
    );
  },
  { once: true },
);
