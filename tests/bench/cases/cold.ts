import { bareStart, openPeerFrame } from '../frame.js';
import { coldCall, install, openHost, type Spares } from '../host.js';
import { atMost, type Bench } from '../outcome.js';
import { ECHO, SMALL } from '../plugins.js';
import { compare, interleave, median, STARTS } from '../rounds.js';

/** The first call of a plugin whose worker is not there, with the frame up. */
function cold(name: string, spares: Spares, limit: number): Bench {
  return {
    name,
    async run() {
      const host = await openHost({ spareWorkers: spares });
      const id = await install(host, ECHO);
      const frame = await openPeerFrame();
      const rounds = await interleave(
        [
          { name: 'ours', sample: () => coldCall(host, id, 'echo', SMALL, spares) },
          { name: 'bare worker in the same frame', sample: () => bareStart(frame, SMALL) },
        ],
        STARTS,
      );
      await host.dispose();
      return [
        compare(rounds, {
          name,
          what: `first call of a cold plugin, frame up${spares ? ', one spare worker' : ''} / spawn and reply of a bare worker in the same frame`,
          goal: atMost(limit),
          ours: 'ours',
          peer: 'bare worker in the same frame',
          notes: ['one start at a time'],
        }),
      ];
    },
  };
}

export const coldCallBench = cold('cold-call', 0, 1.6);
export const spareCall = cold('spare-call', 1, 0.6);

/** What the opaque frame costs a cold call, and what opening either place costs once. */
export const wall5Cost: Bench = {
  name: 'wall5-cost',
  async run() {
    const opening: { [place: string]: number[] } = { frame: [], page: [] };
    const open = async (place: 'frame' | 'page') => {
      const host = await openHost({ spareWorkers: 0, ...(place === 'page' && { policy: { frames: [] } }) });
      const began = performance.now();
      const { walls } = await host.ready();
      opening[place]?.push(performance.now() - began);
      const standing = walls.filter(({ stands }) => stands).length;
      if (standing !== (place === 'page' ? 4 : 5)) throw new Error(`${standing} walls stand around the ${place}`);
      return host;
    };
    for (let i = 0; i < 7; i++) {
      for (const place of ['frame', 'page'] as const) await (await open(place)).dispose();
    }
    const [on, off] = [await open('frame'), await open('page')];
    const ids = [await install(on, ECHO), await install(off, ECHO)] as const;
    const rounds = await interleave(
      [
        { name: 'wall 5 on', sample: () => coldCall(on, ids[0], 'echo', SMALL, 0) },
        { name: 'wall 5 off', sample: () => coldCall(off, ids[1], 'echo', SMALL, 0) },
      ],
      STARTS,
    );
    await Promise.all([on.dispose(), off.dispose()]);
    const price = Object.entries(opening).map(([place, ms]) => `${place} ${median(ms).toFixed(1)} ms`);
    return [
      compare(rounds, {
        name: 'wall5-cost',
        what: 'cold call in the opaque frame / in the page’s own origin, either place open',
        goal: atMost(1.5),
        ours: 'wall 5 on',
        peer: 'wall 5 off',
        notes: [`one start at a time; opening the place itself, with the store, once per page: ${price.join(', ')}`],
      }),
    ];
  },
};
