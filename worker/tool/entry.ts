// Below here the realm is stripped: these modules find the allow-list and nothing else.
import { baseImage } from '../../sandbox/base.js';
import { toolContract } from '../protocol/tool.js';
import { serve } from '../rpc/serve.js';
import type { ToolWorkerStart } from '../rpc/wire.js';
import { leftovers, realm } from './realm.js';
import { ToolService } from './service.js';

/** Answers of a batch that go together: main reads them while the next ones are computed. */
const ANSWERS = 16;

/** The tool worker: waits for its ports and the engine, then serves one plugin. */
async function main(): Promise<void> {
  const { port, engine, credits, spare } = await realm.start<ToolWorkerStart>();
  const module = engine instanceof WebAssembly.Module ? engine : await WebAssembly.compile(engine);
  let emit: (event: unknown) => boolean = () => false;
  const service = new ToolService({
    module,
    base: baseImage(module),
    leftovers,
    now: realm.now,
    seed: realm.seed,
    isGone: realm.isGone,
    nextTask: realm.nextTask,
    setTimer: realm.setTimer,
    clearTimer: realm.clearTimer,
    emit: (event) => emit(event),
  });
  const server = serve(toolContract, service, port, {
    credits,
    lane: { hold: () => service.hasQueue, later: (flush) => void realm.nextTask().then(flush), most: ANSWERS },
  });
  emit = (event) => server.emit(event);
  if (spare) service.warm();
}

void main();
