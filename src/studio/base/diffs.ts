import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Compared, StudioContract } from '../../../worker/protocol/studio.js';
import { jsonText } from '../../../worker/studio/diff/plain.js';
import type { Asset } from '../../assets/index.js';
import { untilAborted } from '../../primitives/index.js';
import { openService, type Service } from '../../workers/index.js';
import { breathe } from './breathe.js';
import type { Comparison, Diffs } from './facade.js';

/** Large versions take their time. */
const WAIT = { ms: 60_000 };
/** Versions that the worker keeps for the next comparison; the one that was used last comes last. */
const KEPT = 12;

/**
 * Compares where it is called: for small values, and where there is no worker.
 *
 * @example
 * import { inlineDiffs } from 'bulkhead/studio';
 * const diffs = inlineDiffs();
 */
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
const beside = () => new URL('./studio-worker.js', import.meta.url);

/**
 * Compares in a worker of its own, which starts with the first comparison, and anew after it was lost. Close it.
 *
 * @example
 * import { workerDiffs } from 'bulkhead/studio';
 * const diffs = workerDiffs('/bulkhead/studio-worker.js');
 * const comparison = await diffs.compare({ text: 'Hello' }, { text: 'Welcome' });
 * console.log(comparison?.changes.map(({ path }) => path));
 * diffs.close();
 */
export const workerDiffs = (url?: string | URL): Diffs =>
  new WorkerDiffs({ name: 'studio', given: url && String(url), beside });

class WorkerDiffs implements Diffs {
  readonly #service: Service<StudioContract>;
  /** Numbers of the versions that the worker holds, by the objects here. */
  readonly #held = new Map<unknown, Held>();
  /** Counts the workers that were lost: the next one knows nothing of theirs. */
  #lost = 0;

  constructor(asset: Asset) {
    this.#service = openService({
      ...{ asset, what: 'the studio’s worker', code: 'WORKER_LOST', start: {} },
      onLost: () => {
        this.#lost += 1;
        this.#held.clear();
      },
    });
  }

  async compare(before: unknown, after: unknown, signal?: AbortSignal): Promise<Comparison | null> {
    signal?.throwIfAborted();
    const work = this.#compare(before, after);
    // A caller that has given up does not release it.
    const orphan = () => signal?.aborted && work.then((found) => found && this.#release(found)).catch(() => {});
    try {
      const found = await untilAborted(work, signal);
      return found && this.#open(found, before, after);
    } catch (error) {
      orphan();
      throw error;
    }
  }

  close(): void {
    this.#held.clear();
    this.#service.close(new BulkheadError('WORKER_LOST', 'the studio’s worker was closed'));
  }

  async #compare(before: unknown, after: unknown): Promise<Found | null> {
    for (;;) {
      const lost = this.#lost;
      const held = [this.#hold(before), this.#hold(after)] as const;
      let comparing: Promise<Compared | null> | undefined;
      try {
        const [left, right] = [await held[0].number, await held[1].number];
        // Numbers of a worker that is gone may be those of other versions in the next one.
        if (lost === this.#lost) comparing = this.#compareHeld(left, right);
      } finally {
        for (const one of held) one.users -= 1;
      }
      const compared = await comparing;
      if (compared !== undefined) return compared && { ...compared, lost };
    }
  }

  #compareHeld(before: number, after: number): Promise<Compared | null> {
    return this.#service.call('compare', { before, after }, undefined, WAIT);
  }

  /** Posts a version once for all comparisons with it. The worker keeps it at least until its users have asked for them. */
  #hold(value: unknown): Held {
    const known = this.#held.get(value) ?? { number: this.#post(value), users: 0 };
    known.users += 1;
    this.#held.delete(value);
    this.#held.set(value, known);
    known.number.catch(() => this.#held.get(value) === known && this.#held.delete(value));
    for (const [old, { number, users }] of this.#held) {
      if (this.#held.size <= KEPT) break;
      if (users > 0) continue;
      this.#held.delete(old);
      const lost = this.#lost;
      void number
        .then((held) => lost === this.#lost && this.#forget({ held: [held], comparisons: [] }))
        .catch(() => {});
    }
    return known;
  }

  async #post(value: unknown): Promise<number> {
    await breathe();
    return (await this.#service.call('hold', { text: jsonText(value) }, undefined, WAIT)).held;
  }

  /** A comparison of the first answer. Where its worker was lost, the same is compared again in another one, with the same ids. */
  #open(first: Found, before: unknown, after: unknown): Comparison {
    let finding = Promise.resolve(first);
    let found = first;
    let released = false;
    const number = async (): Promise<number> => {
      if (released) throw new BulkheadError('BAD_ARGS', 'a comparison that was released');
      const asked = finding;
      found = await asked.catch(() => found);
      if (found.lost === this.#lost) return found.comparison;
      if (finding === asked) finding = this.#again(before, after);
      found = await finding;
      return found.comparison;
    };
    const service = this.#service;
    const { delta, reverseDelta, changes } = first;
    return {
      ...{ delta, reverseDelta, changes },
      unfold: async (ids, { values = false } = {}) =>
        service.call('unfold', { comparison: await number(), changes: [...ids], values }),
      rows: async (change, from, to) => service.call('rows', { comparison: await number(), change, from, to }),
      settle: async (rejections) => {
        const rejected = rejections.map(({ change, hunks }) => ({ change, ...(hunks && { hunks: [...hunks] }) }));
        return service.call('settle', { comparison: await number(), rejected }, undefined, WAIT);
      },
      release: () => {
        if (released) return;
        released = true;
        finding.then((one) => this.#release(one)).catch(() => {});
      },
    };
  }

  async #again(before: unknown, after: unknown): Promise<Found> {
    const found = await this.#compare(before, after);
    if (!found) throw new BulkheadError('BAD_ARGS', 'versions that were compared have changed since');
    return found;
  }

  #release({ comparison, lost }: Found): void {
    if (lost === this.#lost) this.#forget({ held: [], comparisons: [comparison] });
  }

  #forget(ids: { readonly held: number[]; readonly comparisons: number[] }): void {
    this.#service.call('release', ids).catch(() => {});
  }
}

interface Held {
  readonly number: Promise<number>;
  /** Comparisons that have not been asked for yet. */
  users: number;
}

type Found = Compared & { readonly lost: number };
