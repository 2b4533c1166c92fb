import { BulkheadError } from '../worker/protocol/errors.js';
import { PluginRunner } from './plugin-runner.js';
import type { PluginRunnerOptions } from './runner-options.js';
import type { ToolRegistry } from './tools.js';

/** Workers of one page that live at once; above, idle ones are ended. */
const LIVE_WORKERS = 24;
/** Handwritten tools of one profile. */
const HANDWRITTEN = 1_000;

export interface RunnersOptions
  extends Pick<PluginRunnerOptions, 'places' | 'dying' | 'limits' | 'freshState' | 'starts' | 'changed'> {
  readonly tools: ToolRegistry;
}

export type RunnerOptions = Pick<PluginRunnerOptions, 'source' | 'onStruck' | 'grants' | 'own' | 'handwritten'>;

/** Every guest of the page, of plugins and of runs: makes their runners and ends idle ones where there are too many. */
export class Runners {
  readonly #options: RunnersOptions;
  readonly #all = new Set<PluginRunner>();

  constructor(options: RunnersOptions) {
    this.#options = options;
  }

  [Symbol.iterator](): Iterator<PluginRunner> {
    return this.#all.values();
  }

  make(options: RunnerOptions): PluginRunner {
    const { places, dying, limits, freshState, starts, changed, tools } = this.#options;
    const runner = new PluginRunner({
      places,
      dying,
      freshState,
      starts,
      limits: options.handwritten
        ? { ...limits, toolsPerPlugin: Math.max(limits.toolsPerPlugin, HANDWRITTEN) }
        : limits,
      changed,
      // A plugin is known by what it declares, so its own older self is no other; main sees to that when it commits.
      namesTaken: () =>
        options.handwritten ? [] : tools.list().flatMap(({ kind, name }) => (kind === 'plugin' ? [] : name)),
      makeRoom: () => this.#makeRoom(),
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

  async end(error: BulkheadError): Promise<void> {
    await Promise.allSettled([...this.#all].map((runner) => runner.end(error)));
  }

  /** Ends the workers that have been idle the longest: a process has room for about 120 engines. */
  #makeRoom(): void {
    const live = [...this.#all].filter((runner) => runner.live);
    const idle = live.filter((runner) => runner.idle).sort((a, b) => a.usedAt - b.usedAt);
    const evicted = new BulkheadError('WORKER_LOST', 'the worker made room for another plugin');
    for (const runner of idle.slice(0, Math.max(0, live.length - LIVE_WORKERS + 1))) void runner.lose(evicted);
  }
}
