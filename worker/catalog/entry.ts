import { catalogContract } from '../protocol/catalog.js';
import { serve } from '../rpc/serve.js';
import type { PortStart } from '../rpc/wire.js';
import { catalogService } from './service.js';

/** The catalog: one worker per page, started when somebody searches or a trusted tool's arguments need a check. */
addEventListener(
  'message',
  ({ data }: MessageEvent<PortStart>) => {
    serve(catalogContract, catalogService(), data.port);
  },
  { once: true },
);
