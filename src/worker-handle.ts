import type { Input } from '../worker/protocol/contract.js';
import { BulkheadError } from '../worker/protocol/errors.js';
import type { Limits } from '../worker/protocol/limits.js';
import type { CallEvent, CallOutcome, ToolContract } from '../worker/protocol/tool.js';
import { type Connection, connect } from '../worker/rpc/connect.js';
import { type LoadedPlugin, readEvent, readLoaded, readOutcome, strangersError } from './answers.js';
import { awakeTimeout } from './awake-timeout.js';
import type { CallGrants } from './capability.js';
import type { Place, Spawned } from './place.js';

/** A worker that has not even started to answer by then never will. */
const START_MS = 15_000;
/** How long a native loop may go unnoticed before its clock starts. */
const BEAT_MS = 50;
const IDLE_BEAT_MS = 5_000;
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
  #beat = 0;
  #waitingSince: number | undefined;
  #cancelWatch: (() => void) | undefined;
  #ended: Promise<void> | undefined;

  constructor(options: WorkerHandleOptions) {
    this.#options = options;
    const { port1, port2 } = new MessageChannel();
    const { credits } = options.limits;
    this.#connection = connect<ToolContract>(port1, {
      credits,
      onEvent: (data) => {
        const event = readEvent(data);
        if (event) options.onEvent(event);
      },
      onPong: () => this.#pong(),
      readError: strangersError,
      onViolation: (error) => void this.end(error),
    });
    this.#worker = options.place.spawn({ port: port2, credits }, (message) => {
      void this.end(new BulkheadError('WORKER_LOST', `the worker failed: ${message}`));
    });
    this.#ping(START_MS);
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
      this.#rest();
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
    const answer = new Promise<CallOutcome>((resolve, reject) => {
      this.#open.set(input.call, { cpuMs: input.cpuMs, grants, startedAt: performance.now(), fail: reject });
      this.#connection.call('call', input, signal, Object.values(ports)).then(readOutcome).then(resolve, reject);
    }).finally(() => {
      this.#open.delete(input.call);
      void grants.drop();
      this.#rest();
    });
    answer.catch((error: BulkheadError) => {
      if (error.code === 'PROTOCOL_VIOLATION') void this.end(error);
    });
    const abort = () => this.#wind(answer);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    const forget = () => signal?.removeEventListener('abort', abort);
    answer.then(forget, forget);
    if (this.#waitingSince === undefined) this.#ping(this.#allowance());
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
    const busy = this.#waitingSince !== undefined && performance.now() - this.#waitingSince > 20;
    this.#cancelWatch?.();
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

  #ping(allowanceMs: number): void {
    if (this.#ended) return;
    this.#waitingSince = performance.now();
    this.#beat += 1;
    this.#connection.ping(this.#beat);
    this.#cancelWatch?.();
    this.#cancelWatch = awakeTimeout(allowanceMs + this.#options.limits.graceMs, () => this.#overdue());
  }

  #pong(): void {
    this.#waitingSince = undefined;
    if (this.#state === 'starting') this.#state = 'loading';
    this.#rest();
  }

  /** Arranges the next ping: soon while something runs, seldom while nothing does. */
  #rest(): void {
    if (this.#ended || this.#waitingSince !== undefined) return;
    this.#cancelWatch?.();
    const busy = this.#state !== 'loaded' || this.#open.size > 0;
    const next = setTimeout(() => this.#ping(this.#allowance()), busy ? BEAT_MS : IDLE_BEAT_MS);
    this.#cancelWatch = () => clearTimeout(next);
  }

  #allowance(): number {
    const { loadMs, cpuMs } = this.#options.limits;
    // One of many handwritten tools may take all of its time; the worker looks at its mail after it.
    if (this.#state !== 'loaded') return this.#handwritten ? loadMs * 2 : loadMs;
    // The longest of them: a call with a small allowance does not shorten another's.
    return this.#open.size === 0 ? cpuMs : Math.max(...[...this.#open.values()].map((call) => call.cpuMs));
  }

  /** Open calls that the worker may be busy with: one that went out after an unanswered ping has not reached it. */
  #reached(): [id: number, call: OpenCall][] {
    const since = this.#waitingSince ?? 0;
    return this.#state === 'loaded' ? [...this.#open].filter(([, { startedAt }]) => startedAt <= since) : [];
  }

  #overdue(): void {
    if (this.#state === 'starting') {
      void this.end(lost('the worker did not start'));
      return;
    }
    const now = performance.now();
    const { limits } = this.#options;
    const reached = this.#reached();
    // The ping may have gone out for a call that is over by now, with its small allowance: that is none for what came after.
    const ms = reached.length > 0 || this.#state === 'loading' ? this.#allowance() : limits.cpuMs;
    const ends = reached.map(([, call]) => call.startedAt + call.cpuMs);
    const due = Math.min(...(ends.length > 0 ? ends : [(this.#waitingSince ?? 0) + ms])) + limits.graceMs;
    if (due - now > 1) {
      this.#cancelWatch = awakeTimeout(due - now, () => this.#overdue());
      return;
    }
    const error = new BulkheadError('TOOL_TIMEOUT', `the plugin ran longer than ${ms} ms without a pause`, {
      stoppedBy: 'watchdog',
      limit: this.#state === 'loading' ? 'loadMs' : 'cpuMs',
      ms,
    });
    // Which call it was cannot be seen from here: those that have not been open for so long were not it.
    const blamed = reached.filter(([, call]) => now - call.startedAt >= call.cpuMs).map(([id]) => id);
    void this.end(error, blamed);
  }
}

const lost = (why: string) => new BulkheadError('WORKER_LOST', why);
