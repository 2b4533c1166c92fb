/** What a worker thread is started with. */
export interface ThreadStart {
  /** Path of the worker's script. */
  readonly script: string;
  /** For the broker worker: hosts that may have addresses of a private network. */
  readonly privateHosts?: readonly string[];
  /** Memory of the flags of a tool worker's calls. */
  readonly flags?: SharedArrayBuffer;
}

/** Taken before the realm of a tool worker loses it. */
const { load, store } = Atomics;

/** Flags that stand at once, for a worker. */
const SLOTS = 64;

/**
 * Flags of calls in memory that two threads share: a guest that computes, and reads no message, sees that its flag was taken down.
 * A flag is a slot and how often that slot was used before.
 */
export class Flags {
  readonly memory: SharedArrayBuffer;
  readonly #taken: Int32Array;

  constructor(memory = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#taken = new Int32Array(memory);
  }

  /** One flag of each slot. */
  all(): readonly string[] {
    return Array.from(this.#taken, (uses, slot) => `${slot}:${uses}`);
  }

  stands(flag: string): boolean {
    const [slot, uses] = this.#read(flag);
    return slot < SLOTS && load(this.#taken, slot) === uses;
  }

  /** Takes a flag down. @returns the next one of its slot; `undefined` for a flag that does not stand. */
  takeDown(flag: string): string | undefined {
    const [slot, uses] = this.#read(flag);
    if (!this.stands(flag)) return undefined;
    store(this.#taken, slot, uses + 1);
    return `${slot}:${uses + 1}`;
  }

  #read(flag: string): readonly [slot: number, uses: number] {
    const [slot = SLOTS, uses = -1] = flag.split(':').map(Number);
    return [slot, uses];
  }
}
