import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ToolInfo } from '../contracts/index.js';
import type { GuestMaker } from '../orchestrator/runs/index.js';
import type { MakeRehearsals, PluginSystem, PluginSystemOptions } from '../plugins/index.js';
import { onDemand } from '../primitives/index.js';
import type { Lifecycle } from './lifecycle.js';

const pluginParts = onDemand(async () => {
  const [plugins, erasing, { Rehearsals }] = await Promise.all([
    import('../plugins/plugin-system.js'),
    import('../plugins/erase-store.js'),
    import('../rehearsal/index.js'),
  ]);
  return { ...plugins, ...erasing, rehearsals: ((...parts) => new Rehearsals(...parts)) satisfies MakeRehearsals };
});

type PluginParts = Omit<PluginSystemOptions, 'changed' | 'erased' | 'rehearsals'>;

/** Everything about plugins, once it is wanted; let go, and made anew at the next use, when everything is erased. */
export class PluginHolder {
  readonly #life: Lifecycle;
  readonly #parts: () => PluginParts;
  #system: PluginSystem | undefined;
  #erasing: Promise<void> | undefined;
  /** Counts erasures: what was asked for before one must not begin after it. */
  #erasures = 0;

  /** `parts`: what the plugins are made of, asked for by the first `load`. */
  constructor(life: Lifecycle, parts: () => PluginParts) {
    this.#life = life;
    this.#parts = parts;
  }

  /** The loaded system, if there is one. */
  get now(): PluginSystem | undefined {
    return this.#system;
  }

  /** Why there is no tool of this name. */
  missing(name: string): BulkheadError {
    const why = this.#system?.pluginStore.missing(name);
    return why ?? new BulkheadError('TOOL_NOT_FOUND', `no tool is named ${String(name).slice(0, 64)}`);
  }

  /** True where a tool may see the chat. */
  mayRead({ kind, owner, name }: ToolInfo): boolean {
    return kind !== 'plugin' || this.#system?.mayReadChat(owner, name) === true;
  }

  /** The realm of the workers is lost. */
  lose(error: BulkheadError): void {
    this.#system?.runners.lose(error);
    this.#life.changed();
  }

  /** Loads it; while everything is being erased, after that. */
  async load(): Promise<PluginSystem> {
    const { alive, changed } = this.#life;
    alive();
    const before = this.#erasures;
    const { PluginSystem, rehearsals } = await pluginParts();
    if (before !== this.#erasures) throw stopped('everything was erased');
    while (this.#erasing) await this.#erasing.catch(() => {});
    alive();
    this.#system ??= new PluginSystem({
      ...this.#parts(),
      changed,
      rehearsals,
      erased: () => {
        const error = stopped('everything was erased in another tab');
        this.#parts().asks.end();
        void this.now?.end(error);
        this.#letGo(error);
      },
    });
    return this.#system;
  }

  /** @see Host.erase. With `replace`, that is done in place of the deletion, while nothing is open. */
  erase(replace?: () => Promise<void>): Promise<void> {
    this.#erasing ??= this.#erase(replace).finally(() => {
      this.#erasing = undefined;
    });
    return this.#erasing;
  }

  async #erase(replace?: () => Promise<void>): Promise<void> {
    this.#erasures += 1;
    const ended = this.#life.stopAll();
    this.#letGo(stopped('everything was erased'));
    await ended;
    const { eraseStore } = await pluginParts();
    await (replace ? replace() : eraseStore(this.#parts()));
  }

  /** Open work finds its broker closed, so that none of it is stored. */
  #letGo(error: BulkheadError): void {
    this.#system?.close(error);
    this.#system = undefined;
    this.#life.changed();
  }
}

const stopped = (why: string) => new BulkheadError('STOPPED', why, { stoppedBy: 'abort' });

/** Makes guests for code that is no plugin: handwritten tools, and skills. */
export const guestMaker = (plugins: PluginHolder): GuestMaker => ({
  open: async ({ source, grants, onStruck }) =>
    (await plugins.load()).runners.make({
      source: async () => ({ source, manifest: '' }),
      ...(grants && { grants }),
      onStruck,
      handwritten: true,
    }),
  close: async (runner) => {
    const over = new BulkheadError('STOPPED', 'the run is over');
    // What it was made by may have been let go.
    await (plugins.now ? plugins.now.runners.close(runner, over) : runner.close(over));
  },
});
