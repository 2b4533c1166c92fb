import type { Slot } from '../../../worker/primitives/semaphore.js';
import { BulkheadError, type ErrorData } from '../../../worker/protocol/errors.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import type { CallOutcome, LogLine } from '../../../worker/protocol/tool.js';
import { notify } from '../../primitives/index.js';
import { type CallOptions, overdue, type Phase } from './call.js';
import { CallClock } from './call-clock.js';
import { type CallControl, type CallGrants, NO_GRANTS } from './ports.js';
import type { GrantedCall } from './runner-options.js';
import type { WorkerHandle } from './worker-handle.js';

/** How many workers a call may be started in, if other calls end the worker it is in. */
const WORKERS = 3;

/** The parts of its runner that a call needs. */
export interface CallHome {
  readonly limits: Limits;
  readonly grants: ((call: GrantedCall, control: CallControl) => CallGrants) | undefined;
  /** Returns the worker with the plugin loaded, if it can be used at once. */
  readonly live: () => WorkerHandle | undefined;
  /** Resolves with a worker that has the plugin loaded, a new one if necessary. */
  readonly ready: () => Promise<WorkerHandle>;
  /** Called when the call no longer counts as open. */
  readonly settled: (call: PluginCall) => void;
  /** Called when a worker has answered or is gone. */
  readonly done: () => void;
  /** Reports a failure that may count against the plugin. */
  readonly blame: (error: ErrorData) => void;
  readonly forgive: () => void;
}

/** One call of a plugin's tool, from slot to answer. Settles once, at the latest at deadline + grace + the closing of its ports. */
export class PluginCall {
  readonly id: number;
  readonly #home: CallHome;
  readonly #tool: string;
  readonly #phase: Phase;
  readonly #args: string;
  readonly #options: CallOptions;
  readonly #turn: Slot;
  /** `true` if the call has no permissions. It can then be run again without changing anything. */
  readonly #pure: boolean;
  readonly #clock: CallClock;
  #grants = NO_GRANTS;
  #handle: WorkerHandle | undefined;
  #lines = 0;
  #settled = false;
  #resolve: (outcome: CallOutcome) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  readonly result: Promise<CallOutcome>;

  constructor(home: CallHome, id: number, turn: Slot, pure: boolean, given: GrantedCall & { readonly args: string }) {
    this.#home = home;
    this.id = id;
    this.#turn = turn;
    this.#pure = pure;
    this.#tool = given.tool;
    this.#phase = given.phase;
    this.#args = given.args;
    this.#options = given.options;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { timeoutMs, startedAt, signal } = this.#options;
    const left = Math.max(0, timeoutMs - (performance.now() - startedAt));
    this.#clock = new CallClock(left + home.limits.graceMs, () => this.#late());
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Runs the call. Its outcome settles `result`. */
  async run(): Promise<void> {
    try {
      if (this.#turn.ready) await this.#turn.ready;
      for (let worker = 1; !this.#settled; worker += 1) {
        const live = this.#home.live();
        const handle = live ?? (await this.#home.ready());
        if (this.#settled) return;
        this.#handle = handle;
        try {
          this.#finish(await this.#send(handle));
          return;
        } catch (error) {
          // Other calls have ended its worker, and it has changed nothing: it starts again in the next worker.
          if (!this.#pure || !handle.spares(error) || worker === WORKERS) throw error;
        }
      }
    } catch (error) {
      this.fail(error);
      if (error instanceof BulkheadError) this.#home.blame(error);
    } finally {
      this.#turn.end();
      this.#home.done();
    }
  }

  /** Rejects the call now, unless it has settled. */
  fail(error: unknown): void {
    if (this.#settle()) this.#reject(error);
  }

  /** Passes lines of its log to its caller, up to the limit. */
  deliver(lines: readonly LogLine[]): void {
    for (const line of lines) {
      if (this.#settled || this.#lines >= this.#home.limits.logLines) return;
      this.#lines += 1;
      notify(this.#options.onLog, line);
    }
  }

  get onProgress(): CallOptions['onProgress'] {
    return this.#options.onProgress;
  }

  #send(handle: WorkerHandle): Promise<CallOutcome> {
    const { timeoutMs, cpuMs, startedAt, signal, context } = this.#options;
    const { id: call } = this;
    const clock = this.#clock;
    const grants = this.#home.grants;
    const given = { tool: this.#tool, phase: this.#phase };
    if (grants) {
      this.#grants = grants(
        { ...given, options: this.#options },
        {
          hold: () => clock.hold() && handle.hold(call, true),
          release: () => clock.release() && handle.hold(call, false),
          revoke: (group, why) => handle.revoke(call, group, why),
          fail: (error) => this.fail(error),
          end: (error) => void handle.end(error),
        },
      );
    }
    const text = context?.text() ?? '';
    const waitedMs = performance.now() - startedAt;
    return handle.call(
      { call, ...given, args: this.#args, context: text, timeoutMs, cpuMs, waitedMs },
      this.#grants,
      signal,
    );
  }

  #finish(outcome: CallOutcome): void {
    this.deliver(outcome.log);
    if (this.#settle()) {
      // When the caller has the answer, nothing comes over the call's ports any more.
      const resolve = () => this.#resolve(outcome);
      if (this.#grants === NO_GRANTS) resolve();
      else this.#grants.drop().then(resolve, resolve);
    }
    if (outcome.error) this.#home.blame(outcome.error);
    else this.#home.forgive();
  }

  readonly #abort = (): void => {
    // A waiting call leaves the queue, here or in the worker. A running call keeps its slot until it has wound down.
    if (!this.#handle || this.#pure) this.#turn.end();
    this.fail(this.#options.signal?.reason);
  };

  #late(): void {
    const ran = this.#handle !== undefined;
    const what = ran ? `${this.#tool} took longer than` : `${this.#tool} got no worker within`;
    const error = overdue(what, this.#options.timeoutMs);
    const began = this.#handle?.mayRun(this.id) === true;
    this.fail(error);
    this.#turn.end();
    // A call that never ran (it had no worker, or still waited in it) does not count against the plugin.
    if (!this.#handle || !began) return;
    this.#home.blame(error);
    void this.#handle.end(error, [this.id]);
  }

  /** @returns `true` if the call had not settled before. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#clock.cancel();
    void this.#grants.drop();
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.#home.settled(this);
    return true;
  }
}
