import type { Input } from '../worker/protocol/contract.js';
import { BulkheadError } from '../worker/protocol/errors.js';
import type { Limits } from '../worker/protocol/limits.js';
import type { CallEvent, CallOutcome, ToolContract } from '../worker/protocol/tool.js';
import { type Connection, connect } from '../worker/rpc/connect.js';
import { type LoadedPlugin, readEvent, readLoaded, readOutcome, strangersError } from './answers.js';
import { awakeTimeout } from './awake-timeout.js';
import type { CallGrants } from './capability.js';
import type { Place, Spawned } from './place.js';
import { Watch } from './watch.js';

/** A worker that has not even started to answer by then never will. */
const START_MS = 15_000;
/** A service that has not let go of a plugin by then is not waited for. */
const DROP_MS = 200;

export interface WorkerHandleOptions {
  readonly place: Place;
  readonly limits: Limits;
  readonly onEvent: (event: CallEvent) => void;
  /** Once, when the handle ends: why, and whether the worker may still burn. */
  readonly onEnd: (error: BulkheadError, busy: boolean) => void;
}

interface OpenCall {
  readonly cpuMs: number;
  readonly grants: CallGrants;
  readonly startedAt: number;
  readonly fail: (error: BulkheadError) => void;
}

/** One live worker, from spawn to end. It never comes back: the next call gets another handle. */
export class WorkerHandle {
  readonly #options: WorkerHandleOptions;
  readonly #connection: Connection<ToolContract>;
  readonly #worker: Spawned;
  readonly #open = new Map<number, OpenCall>();
  readonly #aborting = new Set<Promise<unknown>>();
  #state: 'starting' | 'loading' | 'loaded' = 'starting';
  #handwritten = false;
  readonly #watch: Watch;
  #ended: Promise<void> | undefined;

  constructor(options: WorkerHandleOptions) {
    this.#options = options;
    const { port1, port2 } = new MessageChannel();
    const { credits } = options.limits;
    this.#connection = connect<ToolContract>(port1, {
      credits,
      onEvent: (data) => {
        this.#watch.heard();
        const event = readEvent(data);
        if (event) options.onEvent(event);
      },
      onPong: () => {
        if (this.#state === 'starting') this.#state = 'loading';
        this.#watch.ponged();
      },
      readError: strangersError,
      onViolation: (error) => void this.end(error),
    });
    this.#worker = options.place.spawn({ port: port2, credits }, (message) => {
      void this.end(new BulkheadError('WORKER_LOST', `the worker failed: ${message}`));
    });
    this.#watch = new Watch({
      ping: (beat) => this.#connection.ping(beat),
      busy: () => this.#state !== 'loaded' || this.#open.size > 0,
      allowanceMs: () => this.#allowance() + options.limits.graceMs,
      overdue: () => this.#overdue(),
    });
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** True once the plugin's source has been evaluated in it. */
  get loaded(): boolean {
    return this.#state === 'loaded';
  }

  /** Resolves when no aborted call is still being wound down: until then the worker may be about to end. */
  async quiet(): Promise<void> {
    while (this.#aborting.size > 0) await Promise.allSettled([...this.#aborting]);
  }

  async load(plugin: Omit<Input<ToolContract, 'load'>, 'limits'>): Promise<LoadedPlugin> {
    const { limits } = this.#options;
    this.#handwritten = plugin.handwritten;
    // Evaluated within `loadMs`, or ended by the watch; this is for a worker that answers pings and nothing else.
    const cancel = awakeTimeout(
      START_MS + limits.loadMs,
      () => void this.end(lost('the plugin never finished loading')),
    );
    try {
      const answer = await this.#connection.call('load', { ...plugin, limits });
      const loaded = readLoaded(answer, limits, plugin.handwritten);
      this.#state = 'loaded';
      this.#watch.heard();
      return loaded;
    } finally {
      cancel();
    }
  }

  /** Rejects at the latest when the worker ends; an abort is forwarded and winds the call down. Its grants end with it. */
  call(
    given: Omit<Input<ToolContract, 'call'>, 'ports' | 'denials' | 'limits'>,
    grants: CallGrants,
    signal: AbortSignal | undefined,
  ): Promise<CallOutcome> {
    const { ports, denials, limits } = grants;
    const input = { ...given, ports, denials, limits };
    if (this.#open.size === 0) this.#watch.begin();
    const answer = new Promise<CallOutcome>((resolve, reject) => {
      this.#open.set(input.call, { cpuMs: input.cpuMs, grants, startedAt: performance.now(), fail: reject });
      this.#connection.call('call', input, signal, Object.values(ports)).then(readOutcome).then(resolve, reject);
    }).finally(() => {
      this.#watch.heard();
      this.#open.delete(input.call);
      void grants.drop();
    });
    answer.catch((error: BulkheadError) => {
      if (error.code === 'PROTOCOL_VIOLATION') void this.end(error);
    });
    const abort = () => this.#wind(answer);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    const forget = () => signal?.removeEventListener('abort', abort);
    answer.then(forget, forget);
    return answer;
  }

  /** Stops a call's wall clock in the worker, or lets it go on. */
  hold(call: number, held: boolean): void {
    if (!this.#ended) this.#connection.call('hold', { call, held }).catch(() => {});
  }

  /** Refuses what a call has asked for over a port that is closed now. */
  revoke(call: number, group: string, why: string): void {
    if (!this.#ended) this.#connection.call('revoke', { call, group, why }).catch(() => {});
  }

  /**
   * Ends the worker, in the one order after which nothing it sends has an effect: calls rejected and port closed,
   * services dropped, then terminated. Resolves when all of it has happened. Where `blamed` names calls, the others
   * are told that they were not at fault.
   */
  end(error: BulkheadError, blamed?: readonly number[]): Promise<void> {
    this.#ended ??= this.#end(error, blamed);
    return this.#ended;
  }

  async #end(error: BulkheadError, blamed: readonly number[] | undefined): Promise<void> {
    const busy = this.#watch.computing;
    this.#watch.close();
    const drops = Array.from(this.#open.values(), ({ grants }) => grants.drop());
    for (const [id, call] of this.#open) {
      call.fail(!blamed || blamed.includes(id) ? error : lost('another call of this plugin had to be stopped'));
    }
    this.#connection.close(error);
    this.#options.onEnd(error, busy);
    await Promise.race([Promise.allSettled(drops), new Promise<void>((resolve) => awakeTimeout(DROP_MS, resolve))]);
    this.#worker.terminate();
  }

  #wind(answer: Promise<unknown>): void {
    const settled = answer.then(
      () => {},
      () => {},
    );
    this.#aborting.add(settled);
    const cancel = awakeTimeout(this.#options.limits.graceMs, () => {
      void this.end(
        new BulkheadError('WORKER_LOST', 'another call was aborted and did not end', { stoppedBy: 'abort' }),
      );
    });
    void settled.then(() => {
      cancel();
      this.#aborting.delete(settled);
    });
  }

  #allowance(): number {
    const { loadMs, cpuMs } = this.#options.limits;
    if (this.#state === 'starting') return START_MS;
    // One of many handwritten tools may take all of its time; the worker looks at its mail after it.
    if (this.#state !== 'loaded') return this.#handwritten ? loadMs * 2 : loadMs;
    // The longest of them: a call with a small allowance does not shorten another's.
    return this.#open.size === 0 ? cpuMs : Math.max(...[...this.#open.values()].map((call) => call.cpuMs));
  }

  #overdue(): void {
    if (this.#state === 'starting') {
      void this.end(lost('the worker did not start'));
      return;
    }
    const limit = this.#state === 'loading' ? 'loadMs' : 'cpuMs';
    const ms = this.#allowance();
    const error = new BulkheadError('TOOL_TIMEOUT', `the plugin ran longer than ${ms} ms without a pause`, {
      stoppedBy: 'watchdog',
      limit,
      ms,
    });
    const now = performance.now();
    // Which call it was cannot be seen from here: those that have not been open for so long were not it.
    void this.end(
      error,
      [...this.#open].filter(([, call]) => now - call.startedAt >= call.cpuMs).map(([id]) => id),
    );
  }
}

const lost = (why: string) => new BulkheadError('WORKER_LOST', why);
