import { studioContract } from '../protocol/studio.js';
import { serve } from '../rpc/serve.js';
import type { PortStart } from '../rpc/wire.js';
import { studioService } from './service.js';

/** The studio’s worker: one per studio, started with the first comparison. */
addEventListener(
  'message',
  ({ data }: MessageEvent<PortStart>) => {
    serve(studioContract, studioService(), data.port);
  },
  { once: true },
);
