import { GUEST_PACE } from '../protocol/guest-pace.js';

export interface QueueOptions {
  readonly now: () => number;
  readonly nextTask: () => Promise<void>;
}

/** A call's turn. */
export interface QueueSlot {
  /** The call waits for something: another may begin. */
  rest(): void;
  /** The call is over. */
  end(): void;
}

/**
 * The calls of one worker in the order they came. So many are open at once, each in a guest of its own; but the worker is
 * one thread, so one begins when the one before it is over, or waits: calls that wait for nothing all use one guest.
 */
export class Queue {
  readonly #options: QueueOptions;
  readonly #waiting = new Set<(turn: QueueSlot) => void>();
  #open = 0;
  #beginning: QueueSlot | undefined;
  /** When the worker last looked at its mail. */
  #mailAt = 0;
  #looking = false;
  atOnce = 1;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** The turn, if there is one now. */
  enter(): QueueSlot | undefined {
    if (!this.#free || this.#waiting.size > 0) return undefined;
    this.#mailAt = this.#options.now();
    return this.#make();
  }

  /** Calls `go` when there is a turn. @returns a function that leaves the queue; false when `go` was called. */
  wait(go: (turn: QueueSlot) => void): () => boolean {
    this.#waiting.add(go);
    return () => this.#waiting.delete(go);
  }

  get #free(): boolean {
    return this.#open < this.atOnce && !this.#beginning;
  }

  #make(): QueueSlot {
    this.#open += 1;
    let ended = false;
    const turn: QueueSlot = {
      rest: () => {
        if (this.#beginning !== turn) return;
        this.#beginning = undefined;
        this.#next();
      },
      end: () => {
        if (ended) return;
        ended = true;
        this.#open -= 1;
        if (this.#beginning === turn) this.#beginning = undefined;
        this.#next();
      },
    };
    this.#beginning = turn;
    return turn;
  }

  /** Lets the next one begin; now and then the worker looks at its mail before. */
  #next(): void {
    const [go] = this.#waiting;
    if (!go || !this.#free || this.#looking) return;
    if (this.#options.now() - this.#mailAt < GUEST_PACE.pumpMs) {
      this.#waiting.delete(go);
      go(this.#make());
      return;
    }
    this.#looking = true;
    void this.#options.nextTask().then(() => {
      this.#looking = false;
      this.#mailAt = this.#options.now();
      this.#next();
    });
  }
}
