import { BulkheadError } from '../../worker/protocol/errors.js';
import type {
  PluginChanges,
  PluginSource,
  PluginSystem,
  PluginSystemOptions,
  Rehearsal,
  Rehearsing,
} from '../plugins/index.js';
import { onDemand } from '../primitives/index.js';
import type { RehearsedSystem } from './rehearsal.js';

const rehearsalParts = onDemand(() => import('./rehearsal.js'));

/** What is being rehearsed beside a system of plugins: it ends with that. */
export class Rehearsals implements Rehearsing {
  readonly #options: PluginSystemOptions;
  readonly #make: (options: PluginSystemOptions) => PluginSystem;
  readonly #open = new Set<RehearsedSystem>();
  #ends = 0;

  constructor(options: PluginSystemOptions, make: (options: PluginSystemOptions) => PluginSystem) {
    this.#options = options;
    this.#make = make;
  }

  /** @see Plugins.rehearse */
  async begin(pluginStore: PluginChanges, source: PluginSource, signal: AbortSignal | undefined): Promise<Rehearsal> {
    const before = this.#ends;
    const [{ RehearsedSystem }] = await Promise.all([rehearsalParts(), pluginStore.open()]);
    signal?.throwIfAborted();
    if (pluginStore.safeMode) throw new BulkheadError('PLUGIN_DISABLED', 'no plugin runs in safe mode: leave it first');
    if (before !== this.#ends) throw new BulkheadError('STOPPED', 'all tools were stopped', { stoppedBy: 'abort' });
    const rehearsed: RehearsedSystem = new RehearsedSystem({
      options: this.#options,
      make: this.#make,
      ended: () => this.#open.delete(rehearsed),
    });
    this.#open.add(rehearsed);
    return rehearsed.open(source, signal);
  }

  /** Ends all of them. */
  async end(error: BulkheadError): Promise<void> {
    this.#ends += 1;
    await Promise.all([...this.#open].map((rehearsed) => rehearsed.end(error)));
  }
}
