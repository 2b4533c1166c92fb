import { awakeTimeout } from '../../primitives/index.js';

/** A worker that owes something and has been silent for so long is pinged. */
const BEAT_MS = 50;
const IDLE_BEAT_MS = 5_000;
/** An unanswered ping of so long means that the worker computes. */
const BUSY_MS = 20;

export interface WatchOptions {
  /** Sends the worker a ping. */
  readonly ping: (beat: number) => void;
  /** Whether the worker owes us anything. */
  readonly busy: () => boolean;
  /** How long it may be silent at the most, now. */
  readonly allowanceMs: () => number;
  /** It was silent for longer. */
  readonly overdue: () => void;
}

/**
 * Watches one worker's signs of life: answers, and pongs. So a worker that answers quickly is never pinged; one that owes
 * something and does not is, and its silence counts from its last sign. What a guest says while it computes is none: it
 * could say it for ever.
 */
export class Watch {
  readonly #options: WatchOptions;
  #beat = 0;
  /** Its last sign of life, or the moment it began to owe something. */
  #since = 0;
  #pingedAt: number | undefined;
  #lookAt = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#since = performance.now();
    this.#ping();
  }

  /** True while it is likely that it computes, and reads no message. */
  get computing(): boolean {
    return this.#pingedAt !== undefined && performance.now() - this.#pingedAt > BUSY_MS;
  }

  /** It owes something from now on, and owed nothing before. */
  begin(): void {
    const now = performance.now();
    if (this.#pingedAt !== undefined) return;
    this.#since = now;
    if (this.#lookAt > now + BEAT_MS) this.#look(BEAT_MS);
  }

  /** Its last sign of life. */
  get since(): number {
    return this.#since;
  }

  /** Asks for a sign of life now. */
  ask(): void {
    if (this.#pingedAt === undefined) this.#ping();
  }

  /** It has answered something. */
  heard(): void {
    this.#since = performance.now();
  }

  /** It has answered the ping. */
  ponged(): void {
    this.heard();
    this.#pingedAt = undefined;
    this.#rest();
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
  }

  #rest(): void {
    this.#look(this.#options.busy() ? BEAT_MS : IDLE_BEAT_MS);
  }

  #look(ms: number): void {
    if (this.#closed) return;
    this.#cancel?.();
    this.#lookAt = performance.now() + ms;
    this.#cancel = awakeTimeout(ms, () => {
      const now = performance.now();
      const left = this.#since + BEAT_MS - now;
      if (this.#options.busy() && left > 0) this.#look(left);
      else if (this.#options.busy() || now - this.#since > IDLE_BEAT_MS - BEAT_MS) this.#ping();
      else this.#look(IDLE_BEAT_MS);
    });
  }

  #ping(): void {
    const now = performance.now();
    if (!this.#options.busy()) this.#since = now;
    this.#pingedAt = now;
    this.#beat += 1;
    this.#options.ping(this.#beat);
    this.#wait();
  }

  /** Waits for the answer, as long as its last sign of life allows. */
  #wait(): void {
    this.#cancel?.();
    this.#cancel = awakeTimeout(this.#leftMs(), () => {
      if (this.#leftMs() > 1) this.#wait();
      else this.#options.overdue();
    });
  }

  #leftMs(): number {
    return this.#since + this.#options.allowanceMs() - performance.now();
  }
}
