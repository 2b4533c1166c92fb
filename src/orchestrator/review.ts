import type { WithDispose } from '../../worker/protocol/disposable.js';
import { BulkheadError } from '../../worker/protocol/errors.js';

/** A simulated review. Runs that are opened with it change nothing. */
export interface Review extends WithDispose {
  readonly id: string;
  /** Ends the review. Does nothing if it has ended already. */
  end(): void;
}

/** Holds the review of a host, which has at most one at a time. A review applies only to the runs that name it. */
export function reviews() {
  let active: Review | undefined;
  const begin = (id = `orch-sim-${Date.now()}`): Review => {
    if (active) throw new BulkheadError('REVIEW_ACTIVE', `the review ${active.id} is not over`);
    const end = () => {
      if (active === review) active = undefined;
    };
    const review: Review = { id, end, [Symbol.dispose]: end };
    active = review;
    return review;
  };
  return {
    active: (): string | undefined => active?.id,
    /** @throws `REVIEW_ACTIVE` naming the active one. */
    begin,
    async within<T>(work: (review: Review) => T | Promise<T>, id?: string): Promise<T> {
      const review = begin(id);
      try {
        return await work(review);
      } finally {
        review.end();
      }
    },
  };
}
