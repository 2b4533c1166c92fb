import { NATIVE, type Native, TO_GUEST } from '../../sandbox/isolate.js';
import type { Computations } from '../natives/computations.js';
import { parseJson } from '../protocol/json.js';

export interface GuestPlatformOptions {
  readonly natives: Native;
  readonly computations: Computations;
  readonly setTimer: (work: () => void, ms: number) => number;
  readonly clearTimer: (timer: number) => void;
  /** Sends a message into the guest, unless what it is for has ended. */
  readonly enter: (kind: number, id: number, text: string) => void;
}

/** Computations of one guest that may run at once. */
const AT_ONCE = 64;
/** Characters of a computation's input beside its bytes: keys, signatures and parameters. Web Cryptography reads it on a frame's thread. */
const INPUT_CHARS = 262_144;
/** Bytes that the computations of one guest may hold at once, each a copy outside the guest's memory. */
const HELD_BYTES = 64 * 1_048_576;

/** What the platform of one guest waits for: its first timer and its computations. */
export class GuestPlatform {
  readonly #options: GuestPlatformOptions;
  readonly #results = new Map<number, Uint8Array>();
  #timer: number | undefined;
  #running = 0;
  #heldBytes = 0;
  /** Aborts for computations that are nobody's any more: those that wait for others never begin. */
  #era = new AbortController();
  #entered: (() => void) | undefined;

  constructor(options: GuestPlatformOptions) {
    this.#options = options;
  }

  /** True while something will enter the guest by itself. */
  get waits(): boolean {
    return this.#timer !== undefined || this.#running > 0;
  }

  /** Waits until something has entered the guest. Resolves to `false` when `ms` have passed before. */
  async next(ms: number): Promise<boolean> {
    const { setTimer, clearTimer } = this.#options;
    let timer: number | undefined;
    const entered = await new Promise<boolean>((resolve) => {
      this.#entered = () => resolve(true);
      timer = setTimer(() => resolve(false), Math.max(0, ms));
    });
    if (timer !== undefined) clearTimer(timer);
    this.#entered = undefined;
    return entered;
  }

  /** Answers a question of the guest. */
  readonly native: Native = (op, text, bytes) => {
    if (op === NATIVE.timer) this.#arm(Number(text));
    else if (op === NATIVE.start) this.#start(text, bytes);
    else if (op === NATIVE.take) return this.#take(Number(text));
    else return this.#options.natives(op, text, bytes);
    return undefined;
  };

  /** Forgets everything that waits. */
  clear(): void {
    this.#arm(-1);
    this.#results.clear();
    if (this.#running > 0) {
      this.#era.abort();
      this.#era = new AbortController();
    }
    this.#running = 0;
    this.#heldBytes = 0;
  }

  #arm(ms: number): void {
    const { setTimer, clearTimer, enter } = this.#options;
    if (this.#timer !== undefined) clearTimer(this.#timer);
    this.#timer = undefined;
    if (!(ms >= 0)) return;
    this.#timer = setTimer(() => {
      this.#timer = undefined;
      enter(TO_GUEST.timers, 0, '');
      this.#entered?.();
    }, ms);
  }

  #take(id: number): Uint8Array {
    const bytes = this.#results.get(id) ?? new Uint8Array(0);
    this.#results.delete(id);
    return bytes;
  }

  #start(text: string, bytes: Uint8Array | undefined): void {
    const [id, name, input] = parseJson(text) as [number, string, unknown];
    const { signal } = this.#era;
    const { computations, enter } = this.#options;
    const work = Object.hasOwn(computations, name) ? computations[name] : undefined;
    if (!work) throw new Error(`no computation ${name}`);
    const size = bytes?.length ?? 0;
    if (this.#running >= AT_ONCE) throw new RangeError(`more than ${AT_ONCE} computations at once: await some of them`);
    if (text.length > INPUT_CHARS) throw new RangeError(`keys and parameters of more than ${INPUT_CHARS} characters`);
    if (this.#heldBytes + size > HELD_BYTES)
      throw new RangeError(`more than ${HELD_BYTES} bytes in computations at once: await some of them`);
    this.#running += 1;
    this.#heldBytes += size;
    // The guest's memory may move or change while the work goes on.
    const copy = bytes?.slice() ?? new Uint8Array(0);
    const end = (outcome: unknown[], result?: Uint8Array) => {
      if (signal.aborted) return;
      this.#running -= 1;
      this.#heldBytes -= size;
      if (result) this.#results.set(id, result);
      enter(TO_GUEST.computed, id, JSON.stringify(outcome));
      this.#entered?.();
    };
    const fail = (error: unknown) => {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      end([2, kind, message]);
    };
    void work(input, copy, signal).then(
      (value) => (value instanceof Uint8Array ? end([0], value) : end([1, value])),
      fail,
    );
  }
}
