import { BulkheadError } from '../../../worker/protocol/errors.js';
import { GUEST_PACE } from '../../../worker/protocol/guest-pace.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import { atMost, awakeTimeout, onDemand, whenIdle } from '../../primitives/index.js';
import type { Draining, Realm, Realms } from '../index.js';
import type { WorkerHandle } from './worker-handle.js';

const handles = onDemand(() => import('./worker-handle.js'));

/** With this many draining workers no spare is made: it would compete with them for time and memory. */
const DRAINING_AT_MOST = 12;
/** Each worker may have four guests with a memory each; a process has address space for about 120. */
const LIVE_AT_MOST = 24;
/** A worker that has not measured the machine after this many milliseconds says so by that. */
const MEASURE_MS = 1_000;

/** What a worker has measured, within its bounds; the most for anything but a number. */
export function slownessIn(measured: unknown): number {
  const { slowest } = GUEST_PACE;
  return typeof measured === 'number' && measured >= 0 ? Math.min(slowest, Math.max(1, measured)) : slowest;
}

export interface PoolOptions {
  readonly realms: Realms;
  readonly draining: Draining;
  readonly limits: Limits;
  /** Number of workers kept ready for the next plugin that needs one. */
  readonly spareWorkers: 0 | 1;
  readonly changed: () => void;
}

/** Makes workers, and keeps spare ones ready, whose engine runs and which have seen no plugin. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #live = new Set<WorkerHandle>();
  readonly #waiting: (() => void)[] = [];
  #taking = 0;
  #spare: WorkerHandle | undefined;
  #cancelIdle: (() => void) | undefined;
  #refilling = false;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Workers that wait for a plugin. */
  get spares(): number {
    return this.#spare ? 1 : 0;
  }

  /** Number of workers that live or are being started, the spare included. */
  get live(): number {
    return this.#live.size + this.#taking;
  }

  /** Returns a worker without a plugin; waits while there are as many as a process can hold. @throws like `Realms.open`. */
  async take(): Promise<WorkerHandle> {
    while (!this.#spare && this.live >= LIVE_AT_MOST) await new Promise<void>((wake) => this.#waiting.push(wake));
    this.#taking += 1;
    try {
      return await this.#take();
    } finally {
      this.#taking -= 1;
    }
  }

  async #take(): Promise<WorkerHandle> {
    const [realm, { WorkerHandle }] = await Promise.all([this.#options.realms.open(), handles()]);
    const spare = this.#spare;
    this.#spare = undefined;
    this.#cancelIdle?.();
    if (spare && !spare.ended && spare.realm === realm) return spare;
    void spare?.end(new BulkheadError('WORKER_LOST', 'its realm is lost'));
    return this.#make(WorkerHandle, realm, false);
  }

  /**
   * How many times slower the machine runs now than at its best, from 1 to `GUEST_PACE.slowest`, as a worker measures it that has no
   * plugin. The most where none answers in time.
   */
  async slowness(): Promise<number> {
    const realm = this.#options.realms.current;
    const spare = this.#spare?.idle ? this.#spare : undefined;
    const worker = spare ?? (realm?.alive ? this.#make((await handles()).WorkerHandle, realm, true) : undefined);
    let measured: unknown;
    const ask = async () => {
      measured = await worker?.measure().catch(() => undefined);
    };
    await atMost(MEASURE_MS, ask());
    if (!spare) void worker?.end(new BulkheadError('WORKER_LOST', 'nobody needed it'));
    return slownessIn(measured);
  }

  /** Makes a spare when the page is idle. */
  refill(): void {
    if (this.#refilling || this.#options.spareWorkers === 0) return;
    this.#refilling = true;
    whenIdle(() => void this.#fill().catch(() => {}));
  }

  async #fill(): Promise<void> {
    this.#refilling = false;
    const { draining, realms, limits, changed } = this.#options;
    const realm = realms.current;
    if (this.#closed || this.#spare || !realm?.alive || draining.count >= DRAINING_AT_MOST) return;
    const { WorkerHandle } = await handles();
    if (this.#closed || this.#spare || !realm.alive) return;
    this.#spare = this.#make(WorkerHandle, realm, true);
    this.#cancelIdle = awakeTimeout(limits.idleMs, () =>
      this.drop(new BulkheadError('WORKER_LOST', 'nobody needed it')),
    );
    changed();
  }

  /** Ends the spare. */
  drop(error: BulkheadError): void {
    this.#cancelIdle?.();
    void this.#spare?.end(error);
  }

  close(error: BulkheadError): void {
    this.#closed = true;
    this.drop(error);
  }

  #make(Handle: typeof WorkerHandle, realm: Realm, spare: boolean): WorkerHandle {
    const { limits, draining, changed } = this.#options;
    const handle: WorkerHandle = new Handle({
      realm,
      limits,
      spare,
      slowness: () => this.slowness(),
      onEnd: (_error, busy) => {
        this.#live.delete(handle);
        this.#waiting.shift()?.();
        if (this.#spare !== handle) return;
        this.#spare = undefined;
        draining.add(this, busy);
        changed();
      },
    });
    this.#live.add(handle);
    return handle;
  }
}
