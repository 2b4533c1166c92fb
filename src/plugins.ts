import { BulkheadError } from '../worker/protocol/errors.js';
import type { PluginRecord } from '../worker/protocol/keeper.js';
import type { Limits } from '../worker/protocol/limits.js';
import type { CapabilityProviders } from './capability.js';
import type { Keeper } from './keeper-client.js';
import { onDemand } from './on-demand.js';
import { DRAFT, idFrom, type PluginEntry, toInfo } from './plugin-entry.js';
import type { PluginInfo } from './plugin-info.js';
import type { PluginRunner } from './plugin-runner.js';
import type { Runners } from './runners.js';
import { checkSignal, untilAborted } from './signals.js';
import type { PluginSource } from './source.js';
import type { ToolRegistry } from './tools.js';

const sources = onDemand(() => import('./source.js'));

/** How a plugin is installed. */
export interface InstallOptions {
  /** Cancels the installation: nothing of it is kept. */
  readonly signal?: AbortSignal;
  /** Default: on. */
  readonly enable?: boolean;
}

/** The plugins of the page, as `host.plugins`. */
export interface Plugins {
  /**
   * Reads a source, evaluates it in a worker of its own, and keeps it. A plugin with the same id is replaced, and only
   * once the new one has loaded.
   * @throws `SOURCE_*`, `MANIFEST_INVALID`, `NO_TOOL_REGISTERED`, `NAME_*`, `SCHEMA_INVALID`, `STORE_*`, `TOOL_TIMEOUT`,
   * or the signal's reason; then nothing has changed.
   */
  install(source: PluginSource, options?: InstallOptions): Promise<PluginInfo>;
  list(): Promise<readonly PluginInfo[]>;
  /** Switches a plugin on, and forgives its strikes. */
  enable(id: string): Promise<void>;
  /** Switches a plugin off and ends its worker, also under a running call. */
  disable(id: string): Promise<void>;
  /** Ends a plugin and forgets it. */
  remove(id: string): Promise<void>;
}

export interface PluginsOptions {
  readonly capabilities: CapabilityProviders;
  readonly runners: Runners;
  readonly limits: Limits;
  readonly keeper: Keeper;
  readonly tools: ToolRegistry;
  readonly changed: () => void;
}

/** The plugins of this page, in step with what the keeper holds. */
export class PluginShelf implements Plugins {
  readonly #options: PluginsOptions;
  readonly #entries = new Map<string, PluginEntry>();
  #opened: Promise<void> | undefined;
  /** Changes happen one after another: no two take the same name, and none works on a list that is out of date. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: PluginsOptions) {
    this.#options = options;
  }

  /** Reads the kept plugins, once. A failure leaves the page usable and is reported by every later call. */
  open(): Promise<void> {
    this.#opened ??= this.#sync();
    this.#opened.catch(() => {
      this.#opened = undefined;
    });
    return this.#opened;
  }

  async list(): Promise<readonly PluginInfo[]> {
    await this.open();
    return [...this.#entries.values()].map(toInfo);
  }

  async install(source: PluginSource, options: InstallOptions = {}): Promise<PluginInfo> {
    const { limits } = this.#options;
    const { signal } = options;
    checkSignal(signal);
    signal?.throwIfAborted();
    await untilAborted(this.open(), signal);
    const { readSource } = await sources();
    const read = await untilAborted(readSource(source, limits.sourceBytes, signal), signal);
    // Not on the shelf before it is kept: whatever happens until then leaves nothing behind.
    const draft: { entry?: PluginEntry } = {};
    const runner = this.#runner(
      () => draft.entry,
      async () => read.code,
    );
    const cancel = () => void runner.end(new BulkheadError('STOPPED', 'the installation was cancelled'));
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const { manifest, tools } = await untilAborted(runner.load(read.code), signal);
      const record: PluginRecord = {
        id: manifest?.id ?? idFrom(tools),
        manifest,
        tools,
        enabled: options.enable ?? true,
        origin: read.origin,
        installedAt: Date.now(),
        sourceBytes: read.bytes,
      };
      const entry: PluginEntry = { record, runner };
      draft.entry = entry;
      return await this.#change(() => this.#commit(entry, read.code, signal));
    } catch (error) {
      await this.#options.runners.close(runner, new BulkheadError('STOPPED', 'the installation failed'));
      throw signal?.aborted ? signal.reason : error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  enable(id: string): Promise<void> {
    return this.#change(async () => {
      const entry = await this.#find(id);
      this.#options.tools.check(ownerOf(id), entry.record.tools);
      await this.#options.keeper.call('setEnabled', { id, enabled: true });
      forgive(entry);
      entry.record = { ...entry.record, enabled: true };
      this.#options.tools.replace(ownerOf(id), entry.record.tools, entry.runner);
      this.#options.changed();
    });
  }

  disable(id: string): Promise<void> {
    return this.#change(async () => {
      const entry = await this.#find(id);
      this.#switchOff(entry);
      await entry.runner.end(new BulkheadError('STOPPED', `${id} was switched off`));
      await this.#options.keeper.call('setEnabled', { id, enabled: false });
    });
  }

  remove(id: string): Promise<void> {
    return this.#change(async () => {
      const entry = await this.#find(id);
      await this.#drop(id, entry);
      await this.#options.keeper.call('remove', { id });
    });
  }

  /** Why a tool that is not on cannot be called. */
  missing(tool: string): BulkheadError {
    for (const { record, notice } of this.#entries.values()) {
      if (!record.tools.some(({ name }) => name === tool)) continue;
      if (notice !== undefined)
        return new BulkheadError('PLUGIN_STRUCK', `${record.id}: ${notice}`, { plugin: record.id });
      return new BulkheadError('PLUGIN_DISABLED', `${tool} belongs to ${record.id}, which is off`, {
        plugin: record.id,
      });
    }
    return new BulkheadError('TOOL_NOT_FOUND', `no tool is named ${String(tool).slice(0, 64)}`);
  }

  /** Follows changes that other tabs made. */
  async follow(): Promise<void> {
    await this.open();
    await this.#change(() => this.#sync());
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#changes.then(work);
    this.#changes = done.catch(() => {});
    return done;
  }

  async #find(id: string): Promise<PluginEntry> {
    await this.open();
    const entry = this.#entries.get(id);
    if (!entry) throw new BulkheadError('PLUGIN_NOT_FOUND', `no plugin ${String(id).slice(0, 64)} is installed`);
    return entry;
  }

  async #commit(entry: PluginEntry, source: string, signal: AbortSignal | undefined): Promise<PluginInfo> {
    const { tools, keeper, changed } = this.#options;
    const { id } = entry.record;
    signal?.throwIfAborted();
    const owner = ownerOf(id);
    if (entry.record.enabled) tools.check(owner, entry.record.tools);
    await keeper.call('put', { record: entry.record as never, source });
    const old = this.#entries.get(id);
    this.#entries.set(id, entry);
    if (entry.record.enabled) tools.replace(owner, entry.record.tools, entry.runner);
    else tools.remove(owner);
    changed();
    if (old) await this.#options.runners.close(old.runner, new BulkheadError('STOPPED', `${id} was replaced`));
    return toInfo(entry);
  }

  async #sync(): Promise<void> {
    const { keeper, tools, changed } = this.#options;
    const { records } = await keeper.call('list', {});
    const kept = new Map(records.map((record) => [record.id, record]));
    for (const [id, entry] of this.#entries) {
      const record = kept.get(id);
      if (!record || record.installedAt !== entry.record.installedAt) await this.#drop(id, entry);
    }
    for (const record of records) {
      const entry = this.#entries.get(record.id) ?? this.#shelve(record);
      const wasOn = entry.record.enabled;
      entry.record = record;
      if (record.enabled && !wasOn) forgive(entry);
      if (record.enabled) {
        this.#switchOn(entry, tools);
        continue;
      }
      this.#switchOff(entry);
      if (wasOn) await entry.runner.end(new BulkheadError('STOPPED', `${record.id} was switched off in another tab`));
    }
    changed();
  }

  #shelve(record: PluginRecord): PluginEntry {
    const { keeper } = this.#options;
    const { id } = record;
    const runner = this.#runner(
      () => this.#entries.get(id),
      () => keeper.call('source', { id }),
    );
    const entry: PluginEntry = { record, runner };
    this.#entries.set(id, entry);
    return entry;
  }

  #switchOn(entry: PluginEntry, tools: ToolRegistry): void {
    try {
      tools.replace(ownerOf(entry.record.id), entry.record.tools, entry.runner);
      delete entry.notice;
    } catch (error) {
      // Kept by an older version of another tab; the name is free again when its owner goes.
      entry.notice = (error as Error).message;
    }
  }

  #switchOff(entry: PluginEntry): void {
    this.#options.tools.remove(ownerOf(entry.record.id));
    entry.record = { ...entry.record, enabled: false };
    this.#options.changed();
  }

  async #drop(id: string, entry: PluginEntry): Promise<void> {
    this.#options.tools.remove(ownerOf(id));
    this.#entries.delete(id);
    this.#options.changed();
    await this.#options.runners.close(entry.runner, new BulkheadError('STOPPED', `${id} was removed`));
  }

  #runner(entry: () => PluginEntry | undefined, source: () => Promise<string>): PluginRunner {
    const { runners, capabilities, keeper } = this.#options;
    return runners.make({
      source,
      capabilities,
      info: () => {
        const known = entry();
        return known ? toInfo(known) : DRAFT;
      },
      onStruck: (error) => {
        const known = entry();
        if (!known) return;
        known.notice = error.message;
        this.#switchOff(known);
        void known.runner.end(error);
        keeper.call('setEnabled', { id: known.record.id, enabled: false }).catch(() => {});
      },
    });
  }
}

const ownerOf = (id: string) => ({ kind: 'plugin', owner: id }) as const;

function forgive(entry: PluginEntry): void {
  entry.runner.strikes = 0;
  delete entry.notice;
}
