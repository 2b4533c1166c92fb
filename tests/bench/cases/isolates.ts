import { atMost, type Bench } from '../outcome.js';
import { type Alternative, compare, interleave } from '../rounds.js';
import { type BenchWorker, openBenchWorker } from '../worker/blocks.js';

/** Instances of one block: a process has room for about 120, and a block's own stay alive until it ends. */
const AT_ONCE = 20;
/** Calls of one block inside the worker, where a call takes microseconds. */
const CALLS = 3_000;

const BARE = 'bare WebAssembly.Instance';

function inWorker(
  name: string,
  what: string,
  limit: number,
  ours: string,
  alternatives: (worker: BenchWorker) => readonly Alternative[],
): Bench {
  return {
    name,
    collects: true,
    async run() {
      const rounds = await interleave(alternatives(await openBenchWorker()), 11);
      const notes = [`blocks of ${AT_ONCE} in one live worker, engine compiled; the last of each is asked, unmeasured`];
      return [compare(rounds, { name, what, goal: atMost(limit), ours, peer: BARE, notes })];
    },
  };
}

export const isolateReady = inWorker(
  'isolate-ready',
  'isolate ready in a live worker / bare WASM instance',
  3,
  'restored from the base image',
  (worker) => [
    worker.alternative('restored from the base image', 'restored', AT_ONCE),
    worker.alternative(BARE, 'instance', AT_ONCE),
    worker.alternative('prelude evaluated', 'fresh', AT_ONCE),
    worker.alternative('raw quickjs-emscripten', 'raw', AT_ONCE),
  ],
);

export const pluginLoadImage = inWorker(
  'plugin-load-image',
  'load a 5 KB plugin from its image in a live worker / bare instance',
  3,
  'restored from the plugin’s image',
  (worker) => [
    worker.alternative('restored from the plugin’s image', 'load-image', AT_ONCE),
    worker.alternative(BARE, 'instance', AT_ONCE),
    worker.alternative('raw quickjs-emscripten', 'load-raw', AT_ONCE),
  ],
);

export const pluginLoadSource = inWorker(
  'plugin-load-source',
  'load a 5 KB plugin by its source in a live worker / bare instance',
  7,
  'base image, source evaluated',
  (worker) => [
    worker.alternative('base image, source evaluated', 'load-source', AT_ONCE),
    worker.alternative(BARE, 'instance', AT_ONCE),
    worker.alternative('raw quickjs-emscripten', 'load-raw', AT_ONCE),
  ],
);

/** What asking its host costs a guest, without the worker's ports: two crossings more in the same thread. */
export const capability: Bench = {
  name: 'capability',
  collects: true,
  async run() {
    const worker = await openBenchWorker();
    const rounds = await interleave([
      worker.alternative('call that asks once', 'asking-call', CALLS),
      worker.alternative('bare guest call', 'bare-call', CALLS),
    ]);
    return [
      compare(rounds, {
        name: 'capability',
        what: 'a call with one capability round trip inside the worker / a bare guest call',
        goal: atMost(2.5),
        ours: 'call that asks once',
        peer: 'bare guest call',
        notes: [`blocks of ${CALLS} calls`],
      }),
    ];
  },
};
