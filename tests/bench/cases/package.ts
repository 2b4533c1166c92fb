import { coldCall, execute, install, openHost } from '../host.js';
import { atLeast, type Bench } from '../outcome.js';
import { openPackageWorker } from '../package/client.js';
import { ECHO, PLUGIN_5_KB, SMALL } from '../plugins.js';
import { type Alternative, BLOCK, block, compare, interleave, median, STARTS } from '../rounds.js';
import { openBenchWorker } from '../worker/blocks.js';

const PEER = '@sebastianwessel/quickjs, in a live worker of the page';
const OURS = 'ours, in a live worker of the page';
const PLACE = 'both in the same place, a live worker of the page, called by its code; the way from main is beside it';

/** What stands beside a comparison: measured after it, because the workers that it starts would disturb both. */
async function beside(alternatives: readonly Alternative[], count: number): Promise<string[]> {
  const rounds = await interleave(alternatives, count);
  return alternatives.map(
    ({ name }) => `beside it, in a run of its own: ${name} ${median(rounds.of(name)).toPrecision(3)} ms`,
  );
}

/** Load and first call of a 5 KB plugin, against the package. */
export const peerLoad: Bench = {
  name: 'peer-load',
  async run() {
    const host = await openHost();
    const id = await install(host, PLUGIN_5_KB);
    const [worker, inside] = [await openPackageWorker(), await openBenchWorker()];
    const spawned = async () => {
      const began = performance.now();
      const fresh = await openPackageWorker();
      const answer = await fresh.start(PLUGIN_5_KB, SMALL);
      const ms = performance.now() - began;
      fresh.end();
      return { ms, answer };
    };
    const rounds = await interleave(
      [
        inside.alternative(OURS, 'image-and-call', 5),
        { name: PEER, sample: () => block(5, () => worker.start(PLUGIN_5_KB, SMALL), String) },
      ],
      STARTS,
    );
    const others = await beside(
      [
        inside.alternative('ours, its source evaluated', 'load-and-call', 5),
        {
          name: 'ours from main, a cold plugin, through five walls',
          sample: () => coldCall(host, id, 'main', SMALL, 1),
        },
        { name: '@sebastianwessel/quickjs, its worker spawned', sample: spawned },
      ],
      STARTS,
    );
    await host.dispose();
    return [
      compare(rounds, {
        name: 'peer-load',
        what: 'load a 5 KB plugin and call it once: @sebastianwessel/quickjs / ours',
        goal: atLeast(5),
        ours: OURS,
        peer: PEER,
        inverted: true,
        notes: [
          PLACE,
          'ours loads as it does after the installation, from the plugin’s image; both have their engine compiled',
          ...others,
        ],
      }),
    ];
  },
};

/** A warm small call, against the package, whose only way in is evaluating code. */
export const peerWarm: Bench = {
  name: 'peer-warm',
  async run() {
    const host = await openHost();
    await install(host, ECHO);
    const [worker, fresh] = [await openPackageWorker(), await openPackageWorker()];
    const inside = await openBenchWorker();
    await worker.keep(ECHO);
    const rounds = await interleave(
      [
        inside.alternative(OURS, 'warm-kept', BLOCK),
        { name: PEER, sample: () => block(BLOCK, () => worker.call(SMALL), String) },
      ],
      7,
    );
    const others = await beside(
      [
        inside.alternative('ours, the plugin untouched at every call', 'warm', BLOCK),
        {
          name: 'ours from main, through five walls',
          sample: () => block(BLOCK, () => execute(host, 'echo', SMALL)),
        },
        {
          name: '@sebastianwessel/quickjs, a sandbox for each call',
          sample: () => block(BLOCK, () => fresh.start(ECHO, SMALL), String),
        },
      ],
      3,
    );
    await host.dispose();
    return [
      compare(rounds, {
        name: 'peer-warm',
        what: 'warm small call: @sebastianwessel/quickjs / ours',
        goal: atLeast(20),
        ours: OURS,
        peer: PEER,
        inverted: true,
        notes: [
          PLACE,
          'both keep what the call before has left, as the package does; ours by default finds the plugin untouched',
          `blocks of ${BLOCK} calls; the package’s sandbox stays open and evaluates the code of each call, which is its fastest way`,
          ...others,
        ],
      }),
    ];
  },
};
