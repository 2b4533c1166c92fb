// Below here the realm is stripped: these modules find the allow-list and nothing else.
import { baseImage } from '../../sandbox/base.js';
import { makeComputations } from '../natives/computations.js';
import { makeNatives } from '../natives/index.js';
import { toolContract } from '../protocol/tool.js';
import { ANSWERS_AT_ONCE } from '../rpc/fast-path.js';
import { serve } from '../rpc/serve.js';
import type { ToolWorkerStart } from '../rpc/wire.js';
import { Calibration, referenceLoop } from './calibration.js';
import { leftovers, realm } from './realm.js';
import { ToolService } from './service.js';

/** The tool worker: waits for its ports and the engine, then serves one plugin. */
async function main(): Promise<void> {
  const { port, engine, credits, spare, subtle } = await realm.start<ToolWorkerStart>();
  const module = engine instanceof WebAssembly.Module ? engine : await WebAssembly.compile(engine);
  const computations = makeComputations(realm.parts, subtle);
  let emit: (event: unknown) => boolean = () => false;
  let flush = () => {};
  const service = new ToolService({
    module,
    base: baseImage(module),
    leftovers,
    now: realm.now,
    calibration: new Calibration({ now: realm.now, reference: referenceLoop }),
    seed: realm.seed,
    isGone: realm.isGone,
    onLong: () => flush(),
    nextTask: realm.nextTask,
    setTimer: realm.setTimer,
    clearTimer: realm.clearTimer,
    platform: {
      natives: makeNatives(realm.parts, computations),
      computations,
      setTimer: realm.setTimer,
      clearTimer: realm.clearTimer,
    },
    emit: (event) => emit(event),
  });
  const server = serve(toolContract, service, port, {
    credits,
    onAnswered: () => service.answered(),
    fastPath: {
      hold: () => service.inHaste,
      later: (flush) => void realm.nextTask().then(flush),
      most: ANSWERS_AT_ONCE,
    },
  });
  emit = (event) => server.emit(event);
  flush = () => server.flush();
  if (spare) service.warm();
}

void main();
