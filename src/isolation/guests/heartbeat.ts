import { awakeTimeout } from '../../primitives/index.js';

/** A worker that owes an answer and has been silent for this many milliseconds is pinged. */
const BEAT_MS = 50;
const IDLE_BEAT_MS = 5_000;
/** A ping that is unanswered for this many milliseconds means that the worker computes. */
const BUSY_MS = 20;
/** A silence whose half is shorter than this many milliseconds is looked at only once, at its end. */
const HALF_MS = 200;

export interface HeartbeatOptions {
  /** Sends the worker a ping. */
  readonly ping: (beat: number) => void;
  /** Returns whether the worker owes an answer. */
  readonly busy: () => boolean;
  /** Returns how many milliseconds it may be silent now. */
  readonly allowanceMs: () => number;
  /** Called once in a long silence, when half of that is over. */
  readonly halfway: () => void;
  /** Called when it was silent for longer than that. */
  readonly overdue: () => void;
}

/**
 * Watches one worker's signs of life: answers and pongs. A worker that answers quickly is never pinged. One that owes an answer
 * is pinged, and its silence counts from its last sign of life. Messages of a guest that computes do not count: it could send
 * them for ever.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #beat = 0;
  /** Time of its last sign of life, or of the moment it began to owe an answer. */
  #since = 0;
  #pingedAt: number | undefined;
  /** `true` once half of this silence is over. */
  #half = false;
  #lookAt = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #closed = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#since = performance.now();
    this.#ping();
  }

  /** `true` while the worker probably computes and reads no message. */
  get computing(): boolean {
    return this.#pingedAt !== undefined && performance.now() - this.#pingedAt > BUSY_MS;
  }

  /** Call this when the worker begins to owe an answer. */
  begin(): void {
    const now = performance.now();
    if (this.#pingedAt !== undefined) return;
    this.#since = now;
    if (this.#lookAt > now + BEAT_MS) this.#look(BEAT_MS);
  }

  /** Time of its last sign of life. */
  get since(): number {
    return this.#since;
  }

  /** Asks for a sign of life now. */
  ask(): void {
    if (this.#pingedAt === undefined) this.#ping();
  }

  /** Waits on for a worker that was overdue: its allowance has grown. */
  extend(): void {
    if (this.#pingedAt !== undefined && !this.#closed) this.#wait();
  }

  /** Call this when the worker has answered something. */
  answered(): void {
    this.#since = performance.now();
  }

  /** Call this when the worker has answered a ping. */
  ponged(): void {
    this.answered();
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
    this.#half = false;
    this.#beat += 1;
    this.#options.ping(this.#beat);
    this.#wait();
  }

  /** Waits for the pong, as long as the last sign of life allows. */
  #wait(): void {
    this.#cancel?.();
    const left = this.#leftMs();
    const half = this.#options.allowanceMs() / 2;
    const looks = !this.#half && half >= HALF_MS && left > half;
    this.#cancel = awakeTimeout(looks ? left - half : left, () => {
      if (this.#leftMs() <= 1) return this.#options.overdue();
      if (looks) this.#options.halfway();
      this.#half ||= looks;
      this.#wait();
    });
  }

  #leftMs(): number {
    return this.#since + this.#options.allowanceMs() - performance.now();
  }
}
