import { BulkheadError } from '../../worker/protocol/errors.js';

/** A simulated review. Runs that are opened with it change nothing. */
export interface Review extends Disposable {
  readonly id: string;
  /** Ends the review. Does nothing if it has ended already. */
  end(): void;
}

/** Holds the review of a host, which has at most one at a time. A review applies only to the runs that name it. */
export class Reviews {
  #active: Review | undefined;

  /** Id of the active review. */
  get active(): string | undefined {
    return this.#active?.id;
  }

  /** Begins a review. @throws `REVIEW_ACTIVE` naming the active one. */
  begin(id = `orch-sim-${Date.now()}`): Review {
    if (this.#active) throw new BulkheadError('REVIEW_ACTIVE', `the review ${this.#active.id} is not over`);
    const end = () => {
      if (this.#active === review) this.#active = undefined;
    };
    const review: Review = { id, end, [Symbol.dispose]: end };
    this.#active = review;
    return review;
  }

  /** Runs `work` in a review that ends when `work` does, also if it fails. */
  async within<T>(work: (review: Review) => T | Promise<T>, id?: string): Promise<T> {
    const review = this.begin(id);
    try {
      return await work(review);
    } finally {
      review.end();
    }
  }
}
