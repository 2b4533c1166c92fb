import { BulkheadError } from '../../worker/protocol/errors.js';
import type { MakeRehearsals, PluginSystem, PluginSystemOptions } from '../plugins/index.js';
import { onDemand } from '../primitives/index.js';

const pluginParts = onDemand(async () => {
  const [plugins, erasing, { Rehearsals }] = await Promise.all([
    import('../plugins/plugin-system.js'),
    import('../plugins/erase-store.js'),
    import('../rehearsal/rehearsals.js'),
  ]);
  return { ...plugins, ...erasing, rehearsals: ((...parts) => new Rehearsals(...parts)) satisfies MakeRehearsals };
});

export interface PluginHolderOptions extends Omit<PluginSystemOptions, 'erased' | 'rehearsals'> {
  /** @throws `HOST_DISPOSED` */
  readonly mustLive: () => void;
  /** Ends every tool of the page. */
  readonly stopAll: () => Promise<void>;
}

/** Everything about plugins, once it is wanted; let go, and made anew at the next use, when everything is erased. */
export class PluginHolder {
  readonly #options: PluginHolderOptions;
  #system: PluginSystem | undefined;
  #erasing: Promise<void> | undefined;
  /** Counts erasures: what was asked for before one must not begin after it. */
  #erasures = 0;

  constructor(options: PluginHolderOptions) {
    this.#options = options;
  }

  /** What has been loaded, if anything. */
  get now(): PluginSystem | undefined {
    return this.#system;
  }

  /** Loads it; while everything is being erased, after that. */
  async load(): Promise<PluginSystem> {
    const { mustLive } = this.#options;
    mustLive();
    const before = this.#erasures;
    const { PluginSystem, rehearsals } = await pluginParts();
    if (before !== this.#erasures) throw stopped('everything was erased');
    while (this.#erasing) await this.#erasing.catch(() => {});
    mustLive();
    this.#system ??= new PluginSystem({
      ...this.#options,
      rehearsals,
      erased: () => {
        const error = stopped('everything was erased in another tab');
        this.#options.asks.end();
        void this.now?.end(error);
        this.#letGo(error);
      },
    });
    return this.#system;
  }

  /** @see Host.erase */
  erase(): Promise<void> {
    this.#erasing ??= this.#erase().finally(() => {
      this.#erasing = undefined;
    });
    return this.#erasing;
  }

  async #erase(): Promise<void> {
    this.#erasures += 1;
    const ended = this.#options.stopAll();
    this.#letGo(stopped('everything was erased'));
    await ended;
    const { eraseStore } = await pluginParts();
    await eraseStore(this.#options);
  }

  /** What is under way here finds its broker closed, so that nothing of it is kept. */
  #letGo(error: BulkheadError): void {
    this.#system?.close(error);
    this.#system = undefined;
    this.#options.changed();
  }
}

const stopped = (why: string) => new BulkheadError('STOPPED', why, { stoppedBy: 'abort' });
