import type { HeldReply, HeldRequest } from '../memory/held.js';
import { atLeast, type Bench } from '../outcome.js';
import { median } from '../rounds.js';

const NODES = 100_000;

interface Measured {
  readonly bytes: number;
}
const { performance: clock } = globalThis as unknown as {
  readonly performance: { measureUserAgentSpecificMemory?(): Promise<Measured> };
};

/** Row 4: what an index adds to the memory of the page and its workers, as the browser counts it after a collection. */
export const memoryBytes: Bench = {
  name: 'memory-bytes',
  collects: true,
  async run(quick) {
    const worker = new Worker('/bench/held.js', { type: 'module' });
    const ask = (request: HeldRequest): Promise<HeldReply> =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<HeldReply>) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(`the memory's bench worker: ${message}`));
        worker.postMessage(request);
      });
    const used = async (): Promise<number> => (await clock.measureUserAgentSpecificMemory?.())?.bytes ?? Number.NaN;
    await ask({ nodes: NODES });
    const [ours, peer]: [number[], number[]] = [[], []];
    let own = 0;
    const rounds = quick ? 1 : 3;
    for (let round = 0; round < rounds; round++) {
      await ask({ hold: 'nothing' });
      const before = await used();
      own = (await ask({ hold: 'ours' })).bytes;
      ours.push((await used()) - before);
      await ask({ hold: 'nothing' });
      const again = await used();
      await ask({ hold: 'MiniSearch' });
      peer.push((await used()) - again);
    }
    worker.terminate();
    const ratios = ours.map((bytes, i) => (peer[i] ?? Number.NaN) / bytes);
    return [
      {
        name: 'memory-bytes',
        what: `memory of the index of ${NODES} nodes: MiniSearch / ours`,
        unit: 'MB',
        ours: median(ours) / 1e6,
        peer: median(peer) / 1e6,
        ratio: median(ratios),
        ratioMin: Math.min(...ratios),
        ratioMax: Math.max(...ratios),
        goal: atLeast(3.5, 8),
        rounds,
        alternatives: [],
        differ: null,
        notes: [
          `ours ${(median(ours) / 1e6).toFixed(1)} MB, MiniSearch ${(median(peer) / 1e6).toFixed(1)} MB, by performance.measureUserAgentSpecificMemory, without the texts; ours tells ${(own / 1e6).toFixed(1)} MB of itself`,
        ],
      },
    ];
  },
};
