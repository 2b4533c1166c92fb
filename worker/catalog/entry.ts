import { catalogContract } from '../protocol/catalog.js';
import type { PatternAsk } from '../protocol/pattern.js';
import { serve } from '../rpc/serve.js';
import type { PortStart } from '../rpc/wire.js';
import { match } from './match.js';
import { catalogService } from './service.js';

/**
 * The catalog: one worker per page, started when somebody searches or a trusted tool's arguments need a check. One that is
 * started with a pattern in place of a port looks for that, and is ended by whoever asked.
 */
addEventListener(
  'message',
  ({ data }: MessageEvent<PortStart | PatternAsk>) => {
    if ('port' in data) serve(catalogContract, catalogService(), data.port);
    else postMessage(match(data));
  },
  { once: true },
);
