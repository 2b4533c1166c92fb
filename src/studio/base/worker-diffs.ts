import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { ChangeHead, Compared, Delta, Rejection, StudioContract } from '../../../worker/protocol/studio.js';
import { untilAborted } from '../../primitives/index.js';
import { openService, type Service } from '../../workers/index.js';
import { breathe } from './breathe.js';
import type { Comparison, Diffs } from './face.js';

/** Large versions take their time. */
const WAIT = { ms: 60_000 };
/** Versions that the worker keeps for the next comparison; the one that was used last comes last. */
const KEPT = 12;

/** The page’s side of the studio’s worker, which starts with the first comparison. */
export class WorkerDiffs implements Diffs {
  readonly #service: Service<StudioContract>;
  /** Numbers of the versions that the worker holds, by the objects here. */
  readonly #held = new Map<unknown, Held>();
  /** Counts the workers that were lost: the next one knows nothing of theirs. */
  #lost = 0;

  constructor(url: string) {
    this.#service = openService({
      ...{ url, what: 'the studio’s worker', code: 'WORKER_LOST', start: {} },
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
      return found && new RemoteComparison(found, this.#access(before, after));
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

  #access(before: unknown, after: unknown): Access {
    return {
      service: this.#service,
      isLost: ({ lost }) => lost !== this.#lost,
      again: async () => {
        const found = await this.#compare(before, after);
        if (!found) throw new BulkheadError('BAD_ARGS', 'versions that were compared have changed since');
        return found;
      },
      release: (found) => this.#release(found),
    };
  }

  #release({ comparison, lost }: Found): void {
    if (lost === this.#lost) this.#forget({ held: [], comparisons: [comparison] });
  }

  #forget(ids: { readonly held: number[]; readonly comparisons: number[] }): void {
    this.#service.call('release', ids).catch(() => {});
  }
}

/** @throws `BAD_ARGS` for what JSON cannot say. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (cause) {
    throw new BulkheadError('BAD_ARGS', 'a value to be compared must be plain data', {}, { cause });
  }
}

/** A version that the worker holds, or is about to. */
interface Held {
  readonly number: Promise<number>;
  /** Comparisons that have not been asked for yet. */
  users: number;
}

/** A comparison, and which worker has made it. */
type Found = Compared & { readonly lost: number };

/** What a comparison needs of whoever has the worker. */
interface Access {
  readonly service: Service<StudioContract>;
  isLost(found: Found): boolean;
  again(): Promise<Found>;
  release(found: Found): void;
}

class RemoteComparison implements Comparison {
  readonly delta: Delta;
  readonly reverseDelta: Delta;
  readonly changes: readonly ChangeHead[];
  readonly #access: Access;
  #found: Promise<Found>;
  #latest: Found;
  #released = false;

  constructor(found: Found, access: Access) {
    ({ delta: this.delta, reverseDelta: this.reverseDelta, changes: this.changes } = found);
    this.#access = access;
    this.#latest = found;
    this.#found = Promise.resolve(found);
  }

  unfold: Comparison['unfold'] = async (changes, { values = false } = {}) => {
    const comparison = await this.#number();
    return this.#access.service.call('unfold', { comparison, changes: [...changes], values });
  };

  rows: Comparison['rows'] = async (change, from, to) => {
    const comparison = await this.#number();
    return this.#access.service.call('rows', { comparison, change, from, to });
  };

  settle: Comparison['settle'] = async (rejected) => {
    const comparison = await this.#number();
    return this.#access.service.call('settle', { comparison, rejected: rejected.map(plainRejection) }, undefined, WAIT);
  };

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#found.then((found) => this.#access.release(found)).catch(() => {});
  }

  /** In the worker that there is: in one that knows nothing of it, the same is compared again, with the same ids. */
  async #number(): Promise<number> {
    if (this.#released) throw new BulkheadError('BAD_ARGS', 'a comparison that was released');
    const found = this.#found;
    this.#latest = await found.catch(() => this.#latest);
    if (!this.#access.isLost(this.#latest)) return this.#latest.comparison;
    if (this.#found === found) this.#found = this.#access.again();
    this.#latest = await this.#found;
    return this.#latest.comparison;
  }
}

const plainRejection = ({ change, hunks }: Rejection): { change: string; hunks?: string[] } => ({
  change,
  ...(hunks && { hunks: [...hunks] }),
});
