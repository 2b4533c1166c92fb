import type { Host } from '../../../src/index.js';
import { bareStart, openPeerFrame, type PeerFrame } from '../frame.js';
import { calm, execute, install, openHost } from '../host.js';
import { atMost, type Bench } from '../outcome.js';
import { SMALL, spinner } from '../plugins.js';
import { block, compare, interleave, median, type Sample } from '../rounds.js';

/** An ended worker that is busy burns two seconds more; the peer's burns as long beside its successor. */
const BURN_MS = 2_000;
const IN_A_ROW = 8;

/** Starts a native loop, and resolves when the guest is in it: the guest told of it, and has had time for ten messages since. */
async function spin(host: Host, near: { ask(message: unknown): Promise<unknown> }): Promise<AbortController> {
  const stop = new AbortController();
  const began = Promise.withResolvers<void>();
  const onProgress = () => began.resolve();
  host.tools.execute('spin', { spin: true }, { signal: stop.signal, onProgress }).then(
    () => began.reject(new Error('the loop has ended')),
    (reason: Error) => began.reject(reason),
  );
  await began.promise;
  for (let i = 0; i < 10; i++) await near.ask(i);
  return stop;
}

/** From the abort of a loop until the same plugin answers. */
async function recover(host: Host, near: { ask(message: unknown): Promise<unknown> }): Promise<Sample> {
  const stop = await spin(host, near);
  return block(1, () => {
    stop.abort();
    return execute(host, 'spin', SMALL);
  });
}

/** A bare worker's spawn and reply while another worker of the frame burns. */
async function bareBeside(frame: PeerFrame): Promise<Sample> {
  const burner = frame.spawn('burner', { ms: BURN_MS });
  await burner.next();
  const sample = await bareStart(frame, SMALL);
  await burner.next();
  burner.end();
  return sample;
}

/** How soon a plugin answers again whose native loop was aborted, and whether eight of these in a row pile up. */
export const abortNative: Bench = {
  name: 'abort-native',
  async run() {
    const host = await openHost();
    await install(host, spinner('spin'));
    const frame = await openPeerFrame();
    const near = frame.spawn('echo');
    const one = {
      name: 'ours: abort until it answers',
      sample: async () => {
        const sample = await recover(host, near);
        await calm(host);
        return sample;
      },
    };
    const bare = { name: 'bare worker beside one that burns', sample: () => bareBeside(frame) };
    const rounds = await interleave([one, bare], 15);
    const first = compare(rounds, {
      name: 'abort-native',
      what: 'abort of a native loop until the same plugin answers, the old worker still burning / spawn and reply of a bare worker beside one that burns',
      goal: atMost(1),
      ours: one.name,
      peer: bare.name,
      notes: ['one abort at a time; the next begins when nothing burns'],
    });

    const series = new Map<number, number[]>();
    const row = await interleave(
      [
        {
          name: 'first abort',
          sample: async () => {
            await calm(host);
            const sample = await recover(host, near);
            series.set(1, [...(series.get(1) ?? []), sample.ms]);
            return sample;
          },
        },
        {
          name: `abort number ${IN_A_ROW} of as many in a row`,
          sample: async () => {
            for (let i = 2; i < IN_A_ROW; i++) {
              const { ms } = await recover(host, near);
              series.set(i, [...(series.get(i) ?? []), ms]);
            }
            return recover(host, near);
          },
        },
      ],
      5,
    );
    await host.dispose();
    const between = [...series].map(([i, ms]) => `${i}: ${median(ms).toFixed(0)}`).join(', ');
    return [
      first,
      compare(row, {
        name: 'abort-native-8',
        what: 'the eighth abort in a row / the first',
        goal: atMost(3),
        ours: `abort number ${IN_A_ROW} of as many in a row`,
        peer: 'first abort',
        notes: [`nobody waits for the workers that burn; ms by place in the row: ${between}`],
      }),
    ];
  },
};
