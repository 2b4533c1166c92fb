import type { Output } from '../worker/protocol/contract.js';
import { BulkheadError, type ErrorCode } from '../worker/protocol/errors.js';
import type { Limits } from '../worker/protocol/limits.js';
import type { CallEvent, CallOutcome, LogLine, Progress, ToolContract } from '../worker/protocol/tool.js';
import { awakeTimeout } from './awake-timeout.js';
import type { CapabilityGrant, CapabilityProviders } from './capability.js';
import type { Dying } from './dying.js';
import type { Places } from './places.js';
import type { PluginInfo } from './plugin-info.js';
import { Turns } from './turns.js';
import { WorkerHandle } from './worker-handle.js';

/** Failures that count against a plugin; an abort by its caller does not. */
const STRIKING: readonly ErrorCode[] = [
  'TOOL_TIMEOUT',
  'TOOL_MEMORY',
  'TOOL_CRASHED',
  'WORKER_FLOODED',
  'PROTOCOL_VIOLATION',
];
/** With this many workers still burning, a plugin with strikes waits for its next one. */
const DYING_AT_ONCE = 2;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly cpuMs: number;
  readonly onLog?: ((line: LogLine) => void) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface PluginRunnerOptions {
  readonly places: Places;
  readonly dying: Dying;
  readonly limits: Limits;
  readonly capabilities: CapabilityProviders;
  /** The plugin's source, from wherever it is kept. */
  readonly source: () => Promise<string>;
  readonly info: () => PluginInfo;
  readonly changed: () => void;
  /** The plugin has failed too often in a row. */
  readonly onStruck: (error: BulkheadError) => void;
}

interface OpenCall {
  readonly options: CallOptions;
  readonly fail: (error: BulkheadError) => void;
}

/** Runs one plugin: gives it a worker when it has none, takes it away when it must, and settles every call. */
export class PluginRunner {
  readonly #options: PluginRunnerOptions;
  readonly #turns: Turns;
  readonly #open = new Map<number, OpenCall>();
  #handle: WorkerHandle | undefined;
  #starting: Promise<WorkerHandle> | undefined;
  #calls = 0;
  #blamed: object | undefined;
  strikes = 0;

  constructor(options: PluginRunnerOptions) {
    this.#options = options;
    this.#turns = new Turns(options.limits.callsAtOnce, options.limits.callsWaiting);
  }

  get live(): boolean {
    return this.#handle !== undefined && !this.#handle.ended;
  }

  get openCalls(): number {
    return this.#open.size;
  }

  /** Loads the plugin in a worker of its own and answers what it declares. The worker stays for the first call. */
  async load(source: string): Promise<Output<ToolContract, 'load'>> {
    const handle = await this.#spawn();
    try {
      return await handle.load(source);
    } catch (error) {
      await handle.end(error as BulkheadError);
      throw error;
    }
  }

  /**
   * Executes or simulates a tool. Settles by the result, the deadline plus grace, or the caller's abort, whichever is
   * first; never later.
   */
  execute(tool: string, phase: 'execute' | 'simulate', args: string, options: CallOptions): Promise<CallOutcome> {
    const { signal, timeoutMs, cpuMs } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const call = ++this.#calls;
    const startedAt = performance.now();
    let handle: WorkerHandle | undefined;
    return new Promise<CallOutcome>((resolve, reject) => {
      let settled = false;
      const settle = (work: () => void) => {
        if (settled) return;
        settled = true;
        cancel();
        signal?.removeEventListener('abort', abort);
        this.#open.delete(call);
        this.#options.changed();
        work();
      };
      const abort = () => settle(() => reject(signal?.reason));
      this.#open.set(call, { options, fail: (error) => settle(() => reject(error)) });
      this.#options.changed();
      const cancel = awakeTimeout(timeoutMs + this.#options.limits.graceMs, () => {
        const error = overdue(tool, timeoutMs);
        settle(() => reject(error));
        this.#blame(error);
        void handle?.end(error);
      });
      signal?.addEventListener('abort', abort, { once: true });

      void (async () => {
        const giveBack = await this.#turns.take();
        try {
          if (settled) return;
          handle = await this.#ready();
          if (settled) return;
          const waitedMs = performance.now() - startedAt;
          const outcome = await handle.call({ call, tool, phase, args, timeoutMs, cpuMs, waitedMs }, signal);
          for (const line of outcome.log) options.onLog?.(line);
          settle(() => resolve(outcome));
          if (outcome.error) this.#blame(outcome.error);
          else this.strikes = 0;
        } finally {
          giveBack();
        }
      })().catch((error) => {
        settle(() => reject(error));
        if (error instanceof BulkheadError) this.#blame(error);
      });
    });
  }

  /**
   * Rejects every call of the plugin and ends its worker, if it has one. Resolves when nothing the guest does has an
   * effect any more.
   */
  async end(error: BulkheadError): Promise<void> {
    for (const { fail } of [...this.#open.values()]) fail(error);
    const starting = this.#starting;
    await this.lose(error);
    if (starting) await starting.then((handle) => handle.end(error)).catch(() => {});
  }

  /** Ends the worker only: calls that have not reached it yet go to the next one. */
  async lose(error: BulkheadError): Promise<void> {
    await this.#handle?.end(error);
  }

  async #ready(): Promise<WorkerHandle> {
    await this.#handle?.quiet();
    // A worker that is starting has no plugin yet.
    if (!this.#starting && this.#handle && !this.#handle.ended) return this.#handle;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #start(): Promise<WorkerHandle> {
    if (this.strikes > 0) await this.#options.dying.below(DYING_AT_ONCE);
    const [source, handle] = await Promise.all([this.#options.source(), this.#spawn()]);
    try {
      await handle.load(source);
    } catch (error) {
      this.#blame(error as BulkheadError);
      await handle.end(error as BulkheadError);
      throw error;
    }
    return handle;
  }

  async #spawn(): Promise<WorkerHandle> {
    const { places, dying, limits, changed } = this.#options;
    const place = await places.open();
    const handle = new WorkerHandle({
      place,
      limits,
      capabilities: this.#grants(),
      onEvent: (event) => this.#hear(event),
      onEnd: (error, busy) => {
        if (this.#handle === handle) this.#handle = undefined;
        this.#blame(error);
        dying.add(busy);
        changed();
      },
    });
    this.#handle = handle;
    changed();
    return handle;
  }

  #grants(): { [group: string]: CapabilityGrant } {
    const grants: { [group: string]: CapabilityGrant } = {};
    for (const [group, provide] of Object.entries(this.#options.capabilities)) {
      const grant = provide(this.#options.info());
      if (grant) grants[group] = grant;
    }
    return grants;
  }

  #hear(event: CallEvent): void {
    const options = this.#open.get(event.call)?.options;
    if (!options) return;
    for (const line of event.log ?? []) options.onLog?.(line);
    if (event.progress) options.onProgress?.(event.progress);
  }

  #blame(error: { readonly code: ErrorCode; readonly message: string }): void {
    // One failure reaches us once for each of its calls, and once for its worker.
    if (!STRIKING.includes(error.code) || this.#blamed === error) return;
    this.#blamed = error;
    this.strikes += 1;
    if (this.strikes >= this.#options.limits.strikes) {
      this.#options.onStruck(
        new BulkheadError(
          'PLUGIN_STRUCK',
          `switched off after ${this.strikes} failures in a row, the last: ${error.message}`,
        ),
      );
    }
    this.#options.changed();
  }
}

const overdue = (tool: string, ms: number) =>
  new BulkheadError('TOOL_TIMEOUT', `${tool} took longer than ${ms} ms`, {
    stoppedBy: 'watchdog',
    limit: 'timeoutMs',
    ms,
  });
