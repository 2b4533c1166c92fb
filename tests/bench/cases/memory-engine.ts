import type { MemoryBenchName, MemoryBenchReply, MemoryBenchRequest } from '../memory/worker.js';
import type { Bench } from '../outcome.js';

/** A bench that runs in a worker of its own, as the engine does. */
const inWorker = (name: MemoryBenchName): Bench => ({
  name,
  collects: true,
  run: (quick) =>
    new Promise((resolve, reject) => {
      const worker = new Worker('/bench/memory.js', { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<MemoryBenchReply>) => {
        worker.terminate();
        if ('outcomes' in data) resolve(data.outcomes);
        else reject(new Error(data.error));
      };
      worker.onerror = ({ message }) => reject(new Error(`the memory's bench worker: ${message}`));
      worker.postMessage({ name, quick } satisfies MemoryBenchRequest);
    }),
});

/** The memory's engine against what would do instead, row by row of its goals. */
export const memoryEngine: readonly Bench[] = [
  inWorker('memory-keyword'),
  inWorker('memory-common'),
  inWorker('memory-build'),
  inWorker('memory-names'),
  inWorker('memory-hops'),
  inWorker('memory-projection'),
  inWorker('memory-summaries'),
  inWorker('memory-pool'),
  inWorker('memory-commit'),
  inWorker('memory-open'),
];
