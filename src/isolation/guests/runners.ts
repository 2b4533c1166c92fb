import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { ToolInfo } from '../../contracts/index.js';
import { awakeTimeout } from '../../primitives/index.js';
import { PluginRunner } from './plugin-runner.js';
import { Pool, type PoolOptions } from './pool.js';
import type { PluginRunnerOptions } from './runner-options.js';

/** Number of live workers, the spare included, above which idle ones are ended. */
const LIVE_WORKERS = 8;
/** Handwritten tools of one profile. */
const HANDWRITTEN = 1_000;

export interface RunnersOptions
  extends Pick<PluginRunnerOptions, 'draining' | 'limits' | 'freshState' | 'starts' | 'images' | 'changed'>,
    Pick<PoolOptions, 'realms' | 'spareWorkers'> {
  /** The tools of the page, whose names no plugin may declare. */
  readonly tools: { list(): readonly ToolInfo[] };
}

export type RunnerOptions = Pick<
  PluginRunnerOptions,
  'source' | 'onStruck' | 'grants' | 'pure' | 'own' | 'handwritten'
>;

/** All guests of the page, of plugins and of runs. Makes their runners, and ends idle workers if there are too many. */
export class Runners {
  readonly #options: RunnersOptions;
  readonly #all = new Set<PluginRunner>();
  readonly pool: Pool;
  #cancelSweep: (() => void) | undefined;
  /** `true` while there are more workers than allowed, because all were busy when another was needed. */
  #crowded = false;

  constructor(options: RunnersOptions) {
    this.#options = options;
    this.pool = new Pool(options);
  }

  [Symbol.iterator](): Iterator<PluginRunner> {
    return this.#all.values();
  }

  make(options: RunnerOptions): PluginRunner {
    const { draining, limits, freshState, starts, images, changed, tools } = this.#options;
    const runner = new PluginRunner({
      pool: this.pool,
      draining,
      freshState,
      starts,
      images,
      limits: options.handwritten
        ? { ...limits, toolsPerPlugin: Math.max(limits.toolsPerPlugin, HANDWRITTEN) }
        : limits,
      changed,
      // Names of other plugins are left out, because which of these is an older version of this one is known only after it has
      // loaded. The registry checks them at the commit.
      namesTaken: () =>
        options.handwritten ? [] : tools.list().flatMap(({ kind, name }) => (kind === 'plugin' ? [] : name)),
      makeRoom: () => this.#makeRoom(1),
      rested: () => this.#crowded && this.#makeRoom(0),
      ...options,
    });
    this.#all.add(runner);
    return runner;
  }

  /** Ends a runner for good. */
  async close(runner: PluginRunner, error: BulkheadError): Promise<void> {
    this.#all.delete(runner);
    await runner.close(error);
  }

  /** Ends every guest. */
  async end(error: BulkheadError): Promise<void> {
    await Promise.allSettled([...this.#all].map((runner) => runner.end(error)));
  }

  /** Call this when the realm is lost, with every worker in it. */
  lose(error: BulkheadError): void {
    for (const runner of this.#all) void runner.lose(error);
    this.pool.drop(error);
  }

  /** Ends everything for good. */
  dispose(error: BulkheadError): void {
    this.#cancelSweep?.();
    this.pool.close(error);
  }

  /** Ends the workers that have been idle the longest, to make room for new ones. A process has address space for about 120 engines. */
  #makeRoom(needed: number): void {
    this.#cancelSweep ??= this.#sweepLater();
    const { live, spares } = this.pool;
    // The spare counts, whether it is there or will be made again.
    const tooMany = Math.max(0, live + (1 - spares) + needed - LIVE_WORKERS);
    const evicted = new BulkheadError('WORKER_LOST', 'the worker made room for another plugin');
    const idle = this.#idle().slice(0, tooMany);
    for (const runner of idle) void runner.lose(evicted);
    this.#crowded = idle.length < tooMany;
  }

  #idle(): PluginRunner[] {
    return [...this.#all].filter(({ workers, idle }) => workers > 0 && idle).sort((a, b) => a.usedAt - b.usedAt);
  }

  /** Ends workers that have not been called for long. An idle plugin needs no worker. */
  #sweepLater(): () => void {
    const { idleMs } = this.#options.limits;
    return awakeTimeout(idleMs / 4, () => {
      const unused = new BulkheadError('WORKER_LOST', 'nobody called the plugin for a while');
      const before = performance.now() - idleMs;
      for (const runner of this.#idle()) if (runner.usedAt < before) void runner.lose(unused);
      // One that is being started counts: nobody else would begin a sweep for it.
      this.#cancelSweep = this.pool.live > 0 ? this.#sweepLater() : undefined;
    });
  }
}
