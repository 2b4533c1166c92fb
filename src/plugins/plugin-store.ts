import { Mutex } from '../../worker/primitives/mutex.js';
import type { AuditNote } from '../../worker/protocol/audit.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { didYouMean } from '../../worker/protocol/nearest.js';
import { show } from '../../worker/protocol/show.js';
import type { PluginInfo } from '../contracts/index.js';
import { lost, mayRun, type PluginEntry, toInfo, whyOff } from '../permissions/index.js';
import type { Policy } from '../questions/index.js';
import type { ToolRegistry } from '../tools/index.js';
import { EntryMaker, type EntryMakerOptions } from './entry-maker.js';

export interface PluginStoreOptions extends Omit<EntryMakerOptions, 'onStruck'> {
  readonly tools: ToolRegistry;
  readonly policy: Policy;
  readonly changed: () => void;
  /** Closes ports of a plugin's open calls. */
  readonly revoke: (plugin: string, permission?: string) => Promise<void>;
  /** Called when a plugin has changed or lost a permission, so that skipping its questions ends. */
  readonly forget: (plugin: string) => void;
  /** Ends every guest, because another tab has used the kill switch. */
  readonly stop: () => Promise<void>;
}

/** The plugins of this page, kept in step with the broker worker's. */
export class PluginStore {
  protected readonly options: PluginStoreOptions;
  protected readonly entries = new Map<string, PluginEntry>();
  protected readonly maker: EntryMaker;
  #opened: Promise<void> | undefined;
  /** Changes happen one after another: no two take the same name, and none works on a list that is out of date. */
  readonly #changes = new Mutex();
  /** True while no plugin runs, whatever is switched on. */
  safeMode = false;
  /** Changes of safe mode that are not stored yet. */
  protected deciding = 0;

  constructor(options: PluginStoreOptions) {
    this.options = options;
    this.maker = new EntryMaker({
      ...options,
      onStruck: (entry, error) => {
        const { id } = entry.record;
        entry.notice = error.message;
        this.switchOff(entry);
        options.broker.call('setEnabled', { id, enabled: false }).catch(() => {});
        this.note({ type: 'end', plugin: id, what: error.message.slice(0, 200), outcome: error.code });
      },
    });
  }

  #closed = false;

  /** `true` once the stored plugins have been read. */
  isOpen = false;

  /** Reads the stored plugins, once. A failure leaves the page usable and is reported by every later call. */
  open(): Promise<void> {
    this.#opened ??= this.sync().then(() => {
      this.isOpen = true;
    });
    this.#opened.catch(() => {
      this.#opened = undefined;
    });
    return this.#opened;
  }

  async list(): Promise<readonly PluginInfo[]> {
    await this.open();
    return [...this.entries.values()].map(toInfo);
  }

  get(id: string): PluginEntry | undefined {
    return this.entries.get(id);
  }

  /** @throws `PLUGIN_NOT_FOUND` */
  async find(id: string): Promise<PluginEntry> {
    await this.open();
    const entry = this.entries.get(id);
    if (!entry)
      throw new BulkheadError(
        'PLUGIN_NOT_FOUND',
        `no plugin ${show(id)} is installed${installed([...this.entries.keys()], id)}`,
      );
    return entry;
  }

  protected setSafe(on: boolean): void {
    this.safeMode = on;
    for (const entry of this.entries.values()) this.register(entry);
    this.options.changed();
  }

  /** Returns the reason why a tool cannot be called: its plugin's, or that nobody has it. */
  missing(tool: string): BulkheadError {
    const owner = [...this.entries.values()].find(({ record }) => record.tools.some(({ name }) => name === tool));
    if (owner) return whyOff(owner, tool, this.safeMode);
    const names = this.options.tools.list().map(({ name }) => name);
    const meant = didYouMean(String(tool), names) || '; `tools.list()` has those that are';
    return new BulkheadError('TOOL_NOT_FOUND', `no tool is named ${show(tool)}${meant}`);
  }

  /** Applies changes of other tabs. */
  async follow(): Promise<void> {
    await this.open();
    await this.change(() => this.sync());
  }

  /** Removes every tool for good. Changes that are under way add none again. */
  close(): void {
    this.#closed = true;
    for (const id of this.entries.keys()) this.options.tools.remove(ownerOf(id));
    this.entries.clear();
  }

  protected change<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.run(work);
  }

  protected note(note: AuditNote): void {
    this.options.audit.note(note);
  }

  protected async sync(): Promise<void> {
    const { broker, changed, revoke } = this.options;
    const { records, grants, safeMode } = await broker.call('list', {});
    const killed = safeMode && !this.safeMode && this.deciding === 0;
    if (this.deciding === 0) this.safeMode = safeMode;
    const kept = new Map(records.map((record) => [record.id, record]));
    const grantOf = (id: string) => grants.find((one) => one.package === id);
    for (const [id, entry] of this.entries) {
      const record = kept.get(id);
      if (record?.installedAt === entry.record.installedAt) continue;
      // The replacement by another tab is visible at once, also to readers in between.
      await this.drop(id, entry, record && this.maker.kept(record, grantOf(id)));
    }
    for (const record of records) {
      const grant = grantOf(record.id);
      const entry = this.entries.get(record.id) ?? this.maker.kept(record, grant);
      this.entries.set(record.id, entry);
      const [wasOn, had] = [entry.record.enabled, entry.grant];
      entry.record = record;
      entry.grant = grant;
      if (record.enabled && !wasOn) {
        entry.runner.strikes = 0;
        delete entry.notice;
      }
      this.register(entry);
      const less = lost(had, grant);
      for (const permission of less) await revoke(record.id, permission);
      if (less.length > 0 || (!record.enabled && wasOn)) this.options.forget(record.id);
      if (!record.enabled && wasOn)
        await entry.runner.end(new BulkheadError('STOPPED', `${record.id} was switched off in another tab`));
    }
    // Another tab has used the kill switch.
    if (killed) await this.options.stop();
    changed();
  }

  /** Registers or removes a plugin's tools, according to its state. */
  protected register(entry: PluginEntry): void {
    const { tools } = this.options;
    const owner = ownerOf(entry.record.id);
    if (this.#closed) return;
    if (!mayRun(entry) || this.safeMode) {
      tools.remove(owner);
      return;
    }
    try {
      tools.replace(owner, entry.record.tools, entry.executor);
      delete entry.notice;
    } catch (error) {
      // Stored by an older version in another tab. The name is free again when its owner is removed.
      entry.notice = (error as Error).message;
    }
  }

  protected switchOff(entry: PluginEntry): void {
    this.options.forget(entry.record.id);
    this.options.tools.remove(ownerOf(entry.record.id));
    entry.record = { ...entry.record, enabled: false };
    this.options.changed();
  }

  protected async drop(id: string, entry: PluginEntry, next?: PluginEntry): Promise<void> {
    this.options.forget(id);
    this.options.tools.remove(ownerOf(id));
    if (next) this.entries.set(id, next);
    else this.entries.delete(id);
    this.options.changed();
    await this.options.runners.close(entry.runner, new BulkheadError('STOPPED', `${id} was removed`));
  }
}

/** What is said of the plugins that are there. */
const installed = (ids: readonly string[], id: unknown): string =>
  ids.length === 0
    ? '; install one with `plugins.install`'
    : didYouMean(String(id), ids) || '; `plugins.list()` has those that are';

export const ownerOf = (id: string) => ({ kind: 'plugin', owner: id }) as const;
