import { textCallsContract } from '../protocol/text-calls.js';
import { serve } from '../rpc/serve.js';
import type { PortStart } from '../rpc/wire.js';
import { textCallsService } from './service.js';

/** The text-call worker: one per page, started when the first text is read or a prompt is written. */
addEventListener(
  'message',
  ({ data }: MessageEvent<PortStart>) => {
    serve(textCallsContract, textCallsService(), data.port);
  },
  { once: true },
);
