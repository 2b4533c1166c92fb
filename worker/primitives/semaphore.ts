import { untilAborted } from './until-aborted.js';

/** A place among those that run at once, or in the queue for one. */
export interface Slot {
  /** Resolves when the slot may be used; absent where it may be used at once. */
  readonly ready?: Promise<void>;
  /** Gives the slot to the next in the queue, or leaves the queue. Further calls do nothing. */
  end(): void;
}

/** Lets a number of things run at once; the others wait in the order in which they came. */
export class Semaphore {
  readonly #slots: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** True where the next slot can be used at once. */
  get free(): boolean {
    return this.#running < this.#slots;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  take(): Slot {
    if (this.free) {
      this.#running += 1;
      return { end: once(() => this.#next()) };
    }
    let wake: () => void = () => {};
    const ready = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#queue.push(wake);
    const end = once(() => {
      const place = this.#queue.indexOf(wake);
      if (place >= 0) this.#queue.splice(place, 1);
      else this.#next();
    });
    return { ready, end };
  }

  /** Runs `work` in a slot. @throws the signal's reason where it aborts before the work begins. */
  async run<T>(work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const slot = this.take();
    try {
      if (slot.ready) await untilAborted(slot.ready, signal);
      signal?.throwIfAborted();
      return await work();
    } finally {
      slot.end();
    }
  }

  /** Hands the slot over: nobody who comes now can take it before whoever waits longest. */
  #next(): void {
    const wake = this.#queue.shift();
    if (wake) wake();
    else this.#running -= 1;
  }
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
