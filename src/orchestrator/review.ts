import { BulkheadError } from '../../worker/protocol/errors.js';

/** A simulated review: runs that are opened with it change nothing. */
export interface Review extends Disposable {
  readonly id: string;
  /** Harmless when it has ended already. */
  end(): void;
}

/** The one review a host may have at a time. It holds for the runs that name it, and for no other. */
export class Reviews {
  #active: Review | undefined;

  /** Id of the review that goes on. */
  get active(): string | undefined {
    return this.#active?.id;
  }

  /** @throws `REVIEW_ACTIVE` naming the one that goes on. */
  begin(id = `orch-sim-${Date.now()}`): Review {
    if (this.#active) throw new BulkheadError('REVIEW_ACTIVE', `the review ${this.#active.id} is not over`);
    const end = () => {
      if (this.#active === review) this.#active = undefined;
    };
    const review: Review = { id, end, [Symbol.dispose]: end };
    this.#active = review;
    return review;
  }

  /** Runs `work` in a review that ends with it, however it ends. */
  async within<T>(work: (review: Review) => T | Promise<T>, id?: string): Promise<T> {
    const review = this.begin(id);
    try {
      return await work(review);
    } finally {
      review.end();
    }
  }
}
