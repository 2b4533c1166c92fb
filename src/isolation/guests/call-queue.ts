import { Semaphore, type Slot } from '../../../worker/primitives/semaphore.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';

/** Lets a number of calls of one plugin run at once; a number of others wait in the order they came. */
export class CallQueue extends Semaphore {
  readonly #waiting: number;

  constructor(atOnce: number, waiting: number) {
    super(atOnce);
    this.#waiting = waiting;
  }

  /** @throws `TOO_MANY_CALLS` when the queue is full. */
  override take(): Slot {
    if (!this.free && this.waiting >= this.#waiting) {
      throw new BulkheadError('TOO_MANY_CALLS', `${this.waiting} calls of this plugin are waiting already`);
    }
    return super.take();
  }
}
