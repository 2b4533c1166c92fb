import { createIsolate, type GuestLimits, type Isolate, SAY, TELL } from '../../sandbox/isolate.js';
import { BulkheadError, type StoppedBy } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import { FIXED, type Limits } from '../protocol/limits.js';
import type { LogLevel } from '../protocol/tool.js';
import { Capabilities } from './capabilities.js';
import { callFailure, loadFailure } from './failures.js';
import type { OpenCall } from './open-call.js';
import { Stopwatch } from './stopwatch.js';

export interface GuestOptions {
  readonly module: WebAssembly.Module;
  readonly limits: Limits;
  readonly ports: { readonly [group: string]: MessagePort };
  readonly now: () => number;
  readonly seed: () => Uint8Array;
  readonly nextTask: () => Promise<void>;
}

const guestLimits = (limits: Limits): GuestLimits => ({
  resultChars: limits.resultBytes,
  requestChars: limits.requestBytes,
  requestsInFlight: limits.requestsInFlight,
  tools: limits.toolsPerPlugin,
  schemaChars: limits.schemaBytes,
  errorNameChars: FIXED.errorNameChars,
  errorMessageChars: FIXED.errorMessageChars,
  logLineChars: FIXED.logLineChars,
});

/**
 * One life of a plugin: an isolate, its open calls, and the pump that runs it within their limits (rings 1 and 2).
 * Ends by the first fault; the next call then gets a new life.
 */
export class Guest {
  readonly #options: GuestOptions;
  readonly #capabilities: Capabilities;
  readonly #open = new Map<number, OpenCall>();
  /** Calls that were entered since the guest last had nothing to do: its running time is theirs. */
  readonly #active = new Set<OpenCall>();
  readonly #watch: Stopwatch;
  #isolate: Isolate | undefined;
  /** Set and cleared within one turn: a promise alone would still look busy to what its last job started. */
  #running = false;
  #pumped: Promise<void> = Promise.resolve();
  #loaded: string | undefined;
  #loadFailed: BulkheadError | undefined;
  #loadingMs: number | undefined;
  #lastMemoryBytes = 0;

  constructor(options: GuestOptions) {
    this.#options = options;
    this.#watch = new Stopwatch(options.now);
    this.#capabilities = new Capabilities({
      ports: options.ports,
      answer: (call, request, text) => this.#enter(call, (isolate) => isolate.tell(TELL.reply, request, '', text)),
      refuse: (call, request, code, message) =>
        this.#enter(call, (isolate) => isolate.tell(TELL.refuse, request, '', JSON.stringify({ code, message }))),
    });
  }

  /** False once the guest is finished. */
  get alive(): boolean {
    return this.#isolate !== undefined && this.#isolate.fault === undefined;
  }

  get openCalls(): number {
    return this.#open.size;
  }

  get memoryBytes(): number {
    return this.#isolate?.memoryBytes ?? this.#lastMemoryBytes;
  }

  /**
   * Starts the isolate and evaluates the source.
   * @returns what the plugin declared, as JSON text of `{ manifest, tools }`.
   */
  async load(source: string): Promise<string> {
    const { module, limits, seed } = this.#options;
    const isolate = await createIsolate({
      module,
      memoryBytes: limits.memoryBytes,
      stackBytes: limits.stackBytes,
      guest: guestLimits(limits),
      seed,
      stop: () => this.#stop(),
      hear: (kind, id, text) => this.#hear(kind, id, text),
    });
    this.#isolate = isolate;
    this.#loadingMs = 0;
    this.#loadingMs += this.#watch.measure(() => isolate.load(source));
    await this.#pump();
    this.#loadingMs = undefined;
    if (this.#loaded !== undefined) return this.#loaded;
    throw this.#loadFailed ?? this.#loadFault(isolate);
  }

  /** Starts a call; it settles through `call.settle`. */
  execute(call: OpenCall, phase: 'execute' | 'simulate', args: string): void {
    this.#open.set(call.id, call);
    this.#enter(call.id, (isolate) =>
      isolate.tell(phase === 'execute' ? TELL.execute : TELL.simulate, call.id, call.tool, args),
    );
  }

  /** Lets the guest see an abort; it may still end the call by itself. */
  abort(id: number, reason: string): void {
    const call = this.#open.get(id);
    if (!call) return;
    call.aborted = true;
    this.#capabilities.forget(id);
    this.#enter(id, (isolate) => isolate.tell(TELL.abort, id, '', reason));
  }

  /** Ends this life: `blamed` gets its own error, every other open call `WORKER_LOST`. */
  discard(errorFor: (call: OpenCall) => BulkheadError | undefined): void {
    const calls = [...this.#open.values()];
    this.#lastMemoryBytes = this.memoryBytes;
    this.#isolate = undefined;
    this.#open.clear();
    this.#active.clear();
    this.#capabilities.forget();
    for (const call of calls) {
      const error =
        errorFor(call) ?? new BulkheadError('WORKER_LOST', `${call.tool}: another call of this plugin was stopped`);
      call.settle({ error });
    }
  }

  /** Ends the calls whose wall clock has run out while the guest waits. */
  expire(): void {
    const now = this.#options.now();
    if ([...this.#open.values()].some((call) => call.over(now, 0))) this.#finish('pump');
  }

  #enter(id: number, work: (isolate: Isolate) => void): void {
    const call = this.#open.get(id);
    const isolate = this.#isolate;
    if (!call || !isolate) return;
    this.#active.add(call);
    this.#charge(this.#watch.measure(() => work(isolate)));
    void this.#pump();
  }

  #charge(ranMs: number): void {
    if (this.#loadingMs !== undefined) this.#loadingMs += ranMs;
    for (const call of this.#active) call.ranMs += ranMs;
  }

  #pump(): Promise<void> {
    if (!this.#running) this.#pumped = this.#run();
    return this.#pumped;
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (this.#isolate && (this.#open.size > 0 || this.#loadingMs !== undefined)) {
        if (this.#runSlice(this.#isolate) !== 'paused') return;
        await this.#options.nextTask();
      }
    } finally {
      this.#running = false;
    }
  }

  /** Runs jobs until none is left or the worker's mail is due. */
  #runSlice(isolate: Isolate): ReturnType<Isolate['pump']> {
    const { now } = this.#options;
    const until = now() + FIXED.pumpMs;
    let state: ReturnType<Isolate['pump']> = 'idle';
    const ran = this.#watch.measure(() => {
      state = isolate.pump(() => now() >= until);
    });
    this.#charge(ran);
    if (isolate.fault && this.#loadingMs === undefined) this.#finish(isolate.fault);
    if (state === 'idle') this.#active.clear();
    return state;
  }

  #stop(): boolean {
    const now = this.#options.now();
    const running = this.#watch.runningMs;
    if (this.#loadingMs !== undefined) return this.#loadingMs + running > this.#options.limits.loadMs;
    for (const call of this.#open.values()) if (call.over(now, this.#active.has(call) ? running : 0)) return true;
    return false;
  }

  #finish(stoppedBy: StoppedBy): void {
    const now = this.#options.now();
    const active = new Set(this.#active);
    this.discard((call) => {
      if (stoppedBy === 'memory' && active.has(call)) return memoryError(call.tool, this.#options.limits);
      if (stoppedBy === 'engine' && active.has(call)) return crashError(call.tool);
      const limit = call.over(now, 0);
      return limit && timeoutError(call.tool, limit, call[limit], stoppedBy);
    });
  }

  #loadFault(isolate: Isolate): BulkheadError {
    const { limits } = this.#options;
    if (isolate.fault === 'memory') return memoryError('the source', limits);
    if (isolate.fault === 'engine') return crashError('the source');
    if (isolate.fault) return timeoutError('the source', 'loadMs', limits.loadMs, isolate.fault);
    return new BulkheadError('SOURCE_THREW', 'a top-level await of the source never ends', { stoppedBy: 'pump' });
  }

  #hear(kind: number, id: number, text: string): void {
    if (kind === SAY.loaded && this.#loadingMs !== undefined) this.#loaded = text;
    else if (kind === SAY.failed && this.#loadingMs !== undefined) this.#loadFailed = loadFailure(text);
    const call = this.#open.get(id);
    if (!call) return;
    if (kind === SAY.done) this.#settle(call, { text });
    else if (kind === SAY.failed) this.#settle(call, { error: callFailure(text) });
    else if (kind === SAY.log) this.#log(call, text);
    else if (kind === SAY.progress) this.#progress(call, text);
    else if (kind === SAY.request && !call.aborted) {
      call.requests += 1;
      // Later: a refusal must not enter the guest while it is running.
      void Promise.resolve().then(() => this.#capabilities.send(id, text, this.#options.limits));
    }
  }

  #settle(call: OpenCall, outcome: { text: string } | { error: BulkheadError }): void {
    call.ranMs += this.#active.has(call) ? this.#watch.runningMs : 0;
    this.#open.delete(call.id);
    this.#active.delete(call);
    this.#capabilities.forget(call.id);
    call.settle(outcome);
  }

  #log(call: OpenCall, text: string): void {
    const space = text.indexOf(' ');
    call.log.add(text.slice(0, space) as LogLevel, text.slice(space + 1));
  }

  #progress(call: OpenCall, text: string): void {
    const { done, total, label } = parseJson(text) as { done: unknown; total?: unknown; label?: unknown };
    if (typeof done !== 'number' || !Number.isFinite(done)) return;
    call.log.progress({
      done,
      ...(typeof total === 'number' && { total }),
      ...(typeof label === 'string' && { label }),
    });
  }
}

const memoryError = (what: string, limits: Limits) =>
  new BulkheadError('TOOL_MEMORY', `${what} used more than ${limits.memoryBytes} bytes of memory`, {
    stoppedBy: 'memory',
  });

const crashError = (what: string) =>
  new BulkheadError('TOOL_CRASHED', `${what} overflowed the engine's own stack`, { stoppedBy: 'engine' });

const timeoutError = (what: string, limit: string, ms: number, stoppedBy: StoppedBy) =>
  new BulkheadError('TOOL_TIMEOUT', `${what} ${limit === 'timeoutMs' ? 'took' : 'ran'} longer than ${ms} ms`, {
    stoppedBy,
    limit,
    ms,
  });
