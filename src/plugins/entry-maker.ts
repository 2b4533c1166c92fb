import type { PluginRecord } from '../../worker/protocol/broker.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Grant } from '../../worker/protocol/grants.js';
import type {
  CallControl,
  CallGrants,
  GrantedCall,
  PluginCode,
  PluginRunner,
  Runners,
} from '../isolation/guests/index.js';
import {
  budgetOf,
  type PluginEntry,
  PluginExecutor,
  type PluginExecutorOptions,
  UsageTotals,
} from '../permissions/index.js';
import type { Broker } from '../workers/index.js';

export interface EntryMakerOptions extends Omit<PluginExecutorOptions, 'entry'> {
  readonly runners: Runners;
  readonly broker: Broker;
  /** Opens the ports of one call of a plugin. */
  readonly grants: (entry: PluginEntry, call: GrantedCall, control: CallControl) => CallGrants;
  /** Returns `true` if a plugin's calls have no permissions. */
  readonly pure: (entry: PluginEntry) => boolean;
  /** Called when a plugin has reached the failure threshold. */
  readonly onStruck: (entry: PluginEntry, error: BulkheadError) => void;
}

/** A plugin that is being examined and is not stored yet. */
export interface Draft {
  readonly runner: PluginRunner;
  /** Makes it a plugin of the plugin store. */
  shelve(record: PluginRecord): PluginEntry;
}

/** Makes the runners of plugins, for a source that is being examined or for a stored plugin. */
export class EntryMaker {
  readonly #options: EntryMakerOptions;

  constructor(options: EntryMakerOptions) {
    this.#options = options;
  }

  /** Returns the entry of a stored plugin. Its source is read at the first call. */
  kept(record: PluginRecord, grant: Grant | undefined): PluginEntry {
    const held: { entry?: PluginEntry } = {};
    const runner = this.#runner(held, async () => this.#options.broker.call('source', { id: record.id }));
    held.entry = this.#entry(record, grant, runner);
    return held.entry;
  }

  /** Returns the runner of a source that is not installed yet. It has no permissions until then. */
  draft(code: PluginCode): Draft {
    const held: { entry?: PluginEntry } = {};
    const runner = this.#runner(held, async () => code.source);
    return {
      runner,
      shelve: (record) => {
        held.entry = this.#entry(record, undefined, runner);
        return held.entry;
      },
    };
  }

  #entry(record: PluginRecord, grant: Grant | undefined, runner: PluginRunner): PluginEntry {
    const executor = new PluginExecutor({ ...this.#options, entry: () => entry });
    const entry: PluginEntry = { record, grant, runner, executor, usage: new UsageTotals() };
    return entry;
  }

  #runner(held: { readonly entry?: PluginEntry }, source: () => Promise<string>): PluginRunner {
    const { runners, limits, grants, onStruck } = this.#options;
    const manifest = () => held.entry?.record.manifest ?? null;
    return runners.make({
      source: async () => ({ source: await source(), manifest: 'null' }),
      pure: () => held.entry !== undefined && this.#options.pure(held.entry),
      own: () => ({ memoryBytes: budgetOf(manifest(), limits).memoryBytes }),
      grants: (call, control) => {
        if (!held.entry) throw new BulkheadError('INTERNAL', 'a draft was called');
        return grants(held.entry, call, control);
      },
      onStruck: (error) => {
        if (!held.entry) return;
        onStruck(held.entry, error);
        void held.entry.runner.end(error);
      },
    });
  }
}
