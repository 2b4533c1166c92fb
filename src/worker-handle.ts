import type { Input, Output } from '../worker/protocol/contract.js';
import { BulkheadError, type ErrorCode } from '../worker/protocol/errors.js';
import type { Limits } from '../worker/protocol/limits.js';
import type { CallEvent, CallOutcome, ToolContract } from '../worker/protocol/tool.js';
import { type Connection, connect } from '../worker/rpc/connect.js';
import { readEvent, readLoaded, readOutcome } from './answers.js';
import { awakeTimeout } from './awake-timeout.js';
import type { CapabilityGrant } from './capability.js';
import type { Place, Spawned } from './place.js';

/** A worker that has not even started to answer by then never will. */
const START_MS = 15_000;
/** How long a native loop may go unnoticed before its clock starts. */
const BEAT_MS = 50;

export interface WorkerHandleOptions {
  readonly place: Place;
  readonly limits: Limits;
  readonly capabilities: { readonly [group: string]: CapabilityGrant };
  readonly onEvent: (event: CallEvent) => void;
  /** Once, when the handle ends: why, and whether the worker may still burn. */
  readonly onEnd: (error: BulkheadError, busy: boolean) => void;
}

interface OpenCall {
  readonly cpuMs: number;
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
  #loading = true;
  #beat = 0;
  #waitingSince: number | undefined;
  #cancelWatch: (() => void) | undefined;
  #ended: Promise<void> | undefined;

  constructor(options: WorkerHandleOptions) {
    this.#options = options;
    const { port1, port2 } = new MessageChannel();
    this.#connection = connect<ToolContract>(port1, {
      credits: options.limits.credits,
      onEvent: (data) => {
        const event = readEvent(data);
        if (event) options.onEvent(event);
      },
      onPong: (beat) => this.#pong(beat),
      onViolation: (error) => void this.end(error),
    });
    const ports = Object.entries(options.capabilities).map(([group, grant]) => [group, grant.port] as const);
    this.#worker = options.place.spawn({ port: port2, capabilities: Object.fromEntries(ports) }, (message) => {
      // In the page itself there is nowhere left to go.
      const blocked = options.place.kind === 'page' && this.#beat === 1;
      void this.end(new BulkheadError(blocked ? 'HOST_BLOCKED' : 'WORKER_LOST', `the worker failed: ${message}`));
    });
    this.#ping(START_MS);
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  get openCalls(): number {
    return this.#open.size;
  }

  /** Resolves when no aborted call is still being wound down: until then the worker may be about to end. */
  async quiet(): Promise<void> {
    while (this.#aborting.size > 0) await Promise.allSettled([...this.#aborting]);
  }

  async load(source: string): Promise<Output<ToolContract, 'load'>> {
    try {
      return readLoaded(await this.#connection.call('load', { source, limits: this.#options.limits }));
    } finally {
      this.#loading = false;
      this.#settled();
    }
  }

  /** Rejects at the latest when the worker ends; an abort is forwarded and winds the call down. */
  call(input: Input<ToolContract, 'call'>, signal: AbortSignal | undefined): Promise<CallOutcome> {
    const answer = new Promise<CallOutcome>((resolve, reject) => {
      this.#open.set(input.call, { cpuMs: input.cpuMs, startedAt: performance.now(), fail: reject });
      this.#connection.call('call', input, signal).then((outcome) => resolve(readOutcome(outcome)), reject);
    }).finally(() => {
      this.#open.delete(input.call);
      this.#settled();
    });
    const abort = () => this.#wind(answer);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    answer.then(
      () => signal?.removeEventListener('abort', abort),
      () => signal?.removeEventListener('abort', abort),
    );
    if (this.#waitingSince === undefined) this.#ping(input.cpuMs);
    return answer;
  }

  /**
   * Ends the worker, in the one order after which nothing it sends has an effect: calls rejected and port closed,
   * services dropped, then terminated. Resolves when all of it has happened.
   */
  end(error: BulkheadError): Promise<void> {
    this.#ended ??= this.#end(error);
    return this.#ended;
  }

  async #end(error: BulkheadError): Promise<void> {
    const busy = this.#waitingSince !== undefined && performance.now() - this.#waitingSince > 20;
    this.#cancelWatch?.();
    const limit = error.details.limit === 'cpuMs';
    for (const call of this.#open.values()) {
      const innocent = limit && performance.now() - call.startedAt < call.cpuMs;
      call.fail(innocent ? new BulkheadError('WORKER_LOST', 'another call of this plugin was stopped') : error);
    }
    this.#connection.close(error);
    this.#options.onEnd(error, busy);
    const drops = Object.values(this.#options.capabilities).map((grant) => grant.drop());
    // A service that does not acknowledge must not keep the worker alive.
    await Promise.race([Promise.allSettled(drops), new Promise<void>((resolve) => awakeTimeout(200, resolve))]);
    this.#worker.terminate();
  }

  #wind(answer: Promise<unknown>): void {
    const settled = answer.then(
      () => true,
      () => true,
    );
    this.#aborting.add(settled);
    const cancel = awakeTimeout(this.#options.limits.graceMs, () => {
      void this.end(
        new BulkheadError('WORKER_LOST', 'another call of this plugin was aborted', { stoppedBy: 'abort' }),
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
    this.#cancelWatch = awakeTimeout(allowanceMs + this.#options.limits.graceMs, () => void this.end(this.#overdue()));
  }

  #pong(beat: number): void {
    if (beat !== this.#beat) return;
    this.#waitingSince = undefined;
    this.#cancelWatch?.();
    if (!this.#loading && this.#open.size === 0) return;
    const next = setTimeout(() => this.#ping(this.#allowance()), this.#loading ? 0 : BEAT_MS);
    this.#cancelWatch = () => clearTimeout(next);
  }

  #settled(): void {
    if (this.#open.size === 0 && !this.#loading && this.#waitingSince === undefined) this.#cancelWatch?.();
  }

  #allowance(): number {
    if (this.#loading) return this.#options.limits.loadMs;
    return Math.min(...[...this.#open.values()].map((call) => call.cpuMs), this.#options.limits.cpuMs);
  }

  #overdue(): BulkheadError {
    if (this.#beat === 1 && this.#loading) {
      return new BulkheadError(
        'WORKER_LOST',
        'the worker did not start: is worker-src or the file’s own CSP in the way?',
      );
    }
    const limit = this.#loading ? 'loadMs' : 'cpuMs';
    const code: ErrorCode = 'TOOL_TIMEOUT';
    const ms = this.#allowance();
    return new BulkheadError(code, `the plugin ran longer than ${ms} ms without a pause`, {
      stoppedBy: 'watchdog',
      limit,
      ms,
    });
  }
}
