import { BulkheadError } from '../../protocol/errors.js';
import { utf8Bytes } from '../../protocol/json.js';
import { MEMORY_GUEST_LIMITS as MOST } from '../../protocol/memory-guests.js';

/** What the reads of one call have used up. Work whose answer is refused costs as much as any other. */
export class ReadBudget {
  readonly #clock: () => number;
  #bytes = 0;
  #ms = 0;

  /** `clock`: milliseconds since some moment. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** @throws `CAPABILITY_LIMIT` once it is spent: nothing is to be worked on any more. */
  check(): void {
    if (this.#bytes > MOST.answerBytesPerCall) throw limit(`more than ${MOST.answerBytesPerCall} bytes in one call`);
    if (this.#ms > MOST.readMsPerCall) throw limit(`more than ${MOST.readMsPerCall} ms of reads in one call`);
  }

  /** Counts what work takes; `narrow` hides parts of its answer. @throws `CAPABILITY_LIMIT` for too large an answer, or as `check`. */
  spend(work: () => unknown, narrow: (answer: unknown) => unknown): unknown {
    this.check();
    const began = this.#clock();
    try {
      const answer = work();
      if (Array.isArray(answer) && answer.length > MOST.expanded) {
        // So many are not counted byte by byte; they are as dear as any that are too many.
        this.#bytes += MOST.answerBytes;
        throw limit(`more than ${MOST.expanded} nodes: ask for less, e.g. by limit, hops or edgeTypes`);
      }
      const narrowed = narrow(answer);
      const bytes = utf8Bytes(JSON.stringify(narrowed));
      this.#bytes += bytes;
      if (bytes > MOST.answerBytes) throw limit(`an answer of ${bytes} bytes: ask for less, e.g. by limit, k or types`);
      this.check();
      return narrowed;
    } finally {
      this.#ms += this.#clock() - began;
    }
  }
}

const limit = (why: string) => new BulkheadError('CAPABILITY_LIMIT', why);
