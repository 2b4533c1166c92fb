import { BulkheadError, type ErrorCode, type ErrorData } from '../../../worker/protocol/errors.js';
import type { CallEvent, CallOutcome, PackedGuest } from '../../../worker/protocol/tool.js';
import { notify } from '../../primitives/index.js';
import type { LoadedPlugin } from './answers.js';
import type { CallOptions, Executor, Phase } from './call.js';
import { CallQueue } from './call-queue.js';
import { type CallHome, PluginCall } from './plugin-call.js';
import type { PluginCode, PluginRunnerOptions } from './runner-options.js';
import type { WorkerHandle } from './worker-handle.js';

/** Failures that count against a plugin; an abort by its caller does not. */
export const STRIKING: readonly ErrorCode[] = [
  'TOOL_TIMEOUT',
  'TOOL_MEMORY',
  'TOOL_CRASHED',
  'WORKER_FLOODED',
  'PROTOCOL_VIOLATION',
];
/** With this many workers draining, a plugin that has failures on its count waits for its next worker. */
const DRAINING_AT_ONCE = 2;

/** A worker that winds down an aborted call and is silent for this many milliseconds is replaced. */
const QUIET_MS = 2;
const LEFT = new BulkheadError('WORKER_LOST', 'another worker has taken its place');

/** Runs one plugin: gives it a worker when it has none, takes it away when it must, and settles every call. */
export class PluginRunner implements Executor {
  readonly #options: PluginRunnerOptions;
  /** One queue of slots for each depth of calls by calls, so that a call never waits behind the call that waits for it. */
  readonly #queues: CallQueue[] = [];
  readonly #open = new Map<number, PluginCall>();
  readonly #home: CallHome;
  #handle: WorkerHandle | undefined;
  /** Workers that were replaced and still have open calls. */
  readonly #left = new Set<WorkerHandle>();
  #starting: Promise<WorkerHandle> | undefined;
  #calls = 0;
  #loading = 0;
  /** Failures that have been counted. */
  readonly #blamed = new WeakSet<object>();
  /** Number of calls of `end`. A worker that was requested before an end must not be used after it. */
  #ends = 0;
  #endedBy: BulkheadError | undefined;
  #stopping = new AbortController();
  #closed = false;
  /** The memory image for this plugin's next worker, so that its source need not be evaluated again. */
  #packed: PackedGuest | undefined;
  /** `performance.now()` of the last request to its worker. */
  usedAt = 0;
  strikes = 0;

  constructor(options: PluginRunnerOptions) {
    this.#options = options;
    this.#home = {
      limits: options.limits,
      grants: options.grants,
      live: () => {
        this.usedAt = performance.now();
        const handle = this.#handle;
        return handle?.loaded && !handle.ended && !handle.winding ? handle : undefined;
      },
      ready: () => this.#ready(),
      settled: ({ id }) => {
        this.#open.delete(id);
        options.changed();
      },
      done: () => options.rested(),
      blame: (error) => this.#blame(error),
      forgive: () => {
        this.strikes = 0;
      },
    };
  }

  /** Number of its live workers: the current one, and replaced ones that still wind down a call. */
  get workers(): number {
    return this.#left.size + (this.#handle && !this.#handle.ended ? 1 : 0);
  }

  /** `true` if no call is open and nothing is being loaded. */
  get idle(): boolean {
    return this.#open.size === 0 && this.#loading === 0;
  }

  /** Aborts when `end` ends the current calls. Later calls have a new signal. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get openCalls(): number {
    return this.#open.size;
  }

  /** Loads the plugin in a worker of its own and returns what it declares. The worker stays for the first call. */
  async load(source: PluginCode): Promise<LoadedPlugin> {
    const handle = await this.#spawn();
    return this.#loadInto(handle, source);
  }

  /** Executes or simulates a tool. Settles with the result, at deadline + grace, or at the caller's abort, whichever is first. */
  execute(tool: string, phase: Phase, args: string, options: CallOptions): Promise<CallOutcome> {
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    if (this.#closed) return Promise.reject(this.#endedBy);
    const pure = this.#options.pure?.() === true;
    const turn = this.#queueAt(options.depth ?? 0, pure).take();
    const call = new PluginCall(this.#home, ++this.#calls, turn, pure, { tool, phase, args, options });
    this.#open.set(call.id, call);
    this.#options.changed();
    void call.run();
    return call.result;
  }

  /** Rejects every call and ends the worker. Resolves when nothing that the guest does has an effect any more. */
  async end(error: BulkheadError): Promise<void> {
    this.#ends += 1;
    this.#endedBy = error;
    const stopping = this.#stopping;
    this.#stopping = new AbortController();
    stopping.abort(error);
    for (const call of [...this.#open.values()]) call.fail(error);
    const starting = this.#starting;
    // A worker that was being started for the ended calls is discarded. Later calls must not wait for it.
    this.#starting = undefined;
    await this.lose(error);
    await starting?.catch(() => {});
  }

  /** Ends the runner for good. */
  close(error: BulkheadError): Promise<void> {
    this.#closed = true;
    return this.end(error);
  }

  /** Ends the worker only. Calls that have not reached it yet go to the next one. */
  async lose(error: BulkheadError): Promise<void> {
    await Promise.all([this.#handle, ...this.#left].map((handle) => handle?.end(error)));
  }

  /** Calls without permissions wait in the worker and are sent together. */
  #queueAt(depth: number, pure: boolean): CallQueue {
    const { callsAtOnce, callsWaiting } = this.#options.limits;
    const at = depth * 2 + (pure ? 1 : 0);
    this.#queues[at] ??= pure ? new CallQueue(callsAtOnce + callsWaiting, 0) : new CallQueue(callsAtOnce, callsWaiting);
    return this.#queues[at];
  }

  async #ready(): Promise<WorkerHandle> {
    const handle = this.#handle;
    if (handle) {
      const quiet = await handle.quiet(QUIET_MS);
      if (handle === this.#handle && !quiet) this.#leave(handle);
      // Meanwhile another call may have replaced the worker and started the next one.
      else if (handle !== this.#handle) return this.#ready();
      else if (handle.loaded && !handle.ended) return handle;
    }
    if (this.#starting) return this.#starting;
    const starting: Promise<WorkerHandle> = this.#start().finally(() => {
      if (this.#starting === starting) this.#starting = undefined;
    });
    this.#starting = starting;
    return starting;
  }

  /** Replaces a worker that does not wind down an aborted call. Its other calls may still end there. */
  #leave(handle: WorkerHandle): void {
    this.#handle = undefined;
    this.#left.add(handle);
    this.#options.changed();
  }

  async #start(): Promise<WorkerHandle> {
    const ends = this.#ends;
    if (this.strikes > 0) await this.#options.draining.below(this, DRAINING_AT_ONCE);
    const source = await this.#options.source();
    const handle = await this.#spawn(ends);
    await this.#loadInto(handle, source);
    return handle;
  }

  async #loadInto(handle: WorkerHandle, { source, manifest }: PluginCode): Promise<LoadedPlugin> {
    this.#loading += 1;
    try {
      const { namesTaken, handwritten = false, freshState, starts, images } = this.#options;
      this.#packed ??= handwritten ? undefined : ((await images?.find(source)) ?? undefined);
      const given = {
        source,
        manifest,
        namesTaken: [...namesTaken()],
        handwritten,
        freshState,
        packed: this.#packed ?? null,
      };
      const loaded = await handle.load(given);
      starts.note(loaded.fresh);
      if (loaded.packed) images?.keep(source, loaded.packed);
      this.#packed = loaded.fresh === '' ? (loaded.packed ?? this.#packed) : undefined;
      this.#options.pool.refill();
      return loaded;
    } catch (error) {
      await handle.end(error as BulkheadError);
      throw error;
    } finally {
      this.#loading -= 1;
    }
  }

  async #spawn(ends = this.#ends): Promise<WorkerHandle> {
    const { pool, draining, limits, own, changed, makeRoom } = this.#options;
    const before = this.#overSince(ends);
    if (before) throw before;
    makeRoom();
    let handle = await pool.take();
    // A spare worker may end before it gets here.
    if (handle.ended) handle = await pool.take();
    const meanwhile = this.#overSince(ends);
    if (meanwhile) {
      void handle.end(meanwhile);
      throw meanwhile;
    }
    handle.claim({
      limits: { ...limits, ...own?.() },
      onEvent: (event) => this.#onEvent(event),
      onRest: () => {
        if (this.#left.has(handle)) void handle.end(LEFT);
      },
      onEnd: (error, busy) => {
        this.#left.delete(handle);
        if (this.#handle === handle) this.#handle = undefined;
        this.#blame(error);
        draining.add(this, busy);
        changed();
      },
    });
    this.#handle = handle;
    this.usedAt = performance.now();
    changed();
    return handle;
  }

  /** Returns the reason to stop work that began before the last `end`; `ends` is the count at its beginning. */
  #overSince(ends: number): BulkheadError | undefined {
    if (ends === this.#ends && !this.#closed) return undefined;
    return this.#endedBy ?? new BulkheadError('STOPPED', 'the plugin was stopped');
  }

  #onEvent({ call: id, log, progress }: CallEvent): void {
    const call = this.#open.get(id);
    call?.deliver(log ?? []);
    if (progress) notify(call?.onProgress, progress);
  }

  #blame(error: ErrorData): void {
    // It had loaded when it was approved: it is slow now because the machine is.
    if (error.code === 'TOOL_TIMEOUT' && error.details?.limit === 'loadMs') return;
    // One failure is reported once for each of its calls, and once for its worker.
    if (!STRIKING.includes(error.code) || this.#blamed.has(error)) return;
    this.#blamed.add(error);
    this.strikes += 1;
    if (this.strikes >= this.#options.limits.strikes) {
      const struck = new BulkheadError(
        'PLUGIN_STRUCK',
        `switched off after ${this.strikes} failures in a row, the last: ${error.message}`,
      );
      // The calls of a worker that has just ended reject in the next microtask. Their own failure comes first.
      queueMicrotask(() => this.#options.onStruck(struck));
    }
    this.#options.changed();
  }
}
