import type { Diffs } from './face.js';
import { WorkerDiffs } from './worker-diffs.js';

/** Compares where it is called: for small values, and where there is no worker. */
export function inlineDiffs(): Diffs {
  return {
    async compare(before, after, signal) {
      signal?.throwIfAborted();
      const { openComparison } = await import('../../../worker/studio/diff/compare.js');
      signal?.throwIfAborted();
      const found = openComparison(before, after);
      if (!found) return null;
      const { delta, reverseDelta, changes } = found;
      return {
        ...{ delta, reverseDelta, changes },
        // Copies: what is compared is nobody's to change.
        unfold: async (ids, { values = false } = {}) => structuredClone(found.unfold(ids, values)),
        rows: async (change, from, to) => found.rows(change, from, to),
        settle: async (rejected) => structuredClone(found.settle(rejected)),
        release() {},
      };
    },
    close() {},
  };
}

/** Where `studio-worker.js` is served by default. Written out, so that bundlers find the file. */
const besideThis = (): URL => new URL('./studio-worker.js', import.meta.url);

/** Compares in a worker of its own, which starts with the first comparison, and anew after it was lost. Close it. */
export const workerDiffs = (url: string | URL = besideThis()): Diffs => new WorkerDiffs(String(url));
