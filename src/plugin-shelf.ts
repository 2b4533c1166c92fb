import type { AuditNote } from '../worker/protocol/audit.js';
import { BulkheadError } from '../worker/protocol/errors.js';
import type { Grant } from '../worker/protocol/grants.js';
import type { PluginRecord } from '../worker/protocol/keeper.js';
import { type Draft, EntryMaker, type EntryMakerOptions } from './entry-maker.js';
import { lost, type Revoked, without } from './grants/less.js';
import type { Policy } from './grants/policy.js';
import { carriedOver, grantFor } from './grants/review.js';
import { holds } from './grants/rights.js';
import { mayRun, type PluginEntry, toInfo, whyOff } from './plugin-entry.js';
import type { PluginInfo } from './plugin-info.js';
import type { PluginCode } from './plugin-runner.js';
import type { EnableOptions } from './plugins.js';
import type { ToolRegistry } from './tools.js';

export interface ShelfOptions extends Omit<EntryMakerOptions, 'onStruck'> {
  readonly tools: ToolRegistry;
  readonly policy: Policy;
  readonly changed: () => void;
  /** Closes ports of a plugin's open calls. */
  readonly revoke: (plugin: string, permission?: string) => Promise<void>;
}

/** The plugins of this page, in step with what the keeper holds. */
export class PluginShelf {
  readonly #options: ShelfOptions;
  readonly #entries = new Map<string, PluginEntry>();
  readonly #maker: EntryMaker;
  #opened: Promise<void> | undefined;
  /** Changes happen one after another: no two take the same name, and none works on a list that is out of date. */
  #changes: Promise<unknown> = Promise.resolve();
  /** True while no plugin runs, whatever is switched on. */
  safeMode = false;

  constructor(options: ShelfOptions) {
    this.#options = options;
    this.#maker = new EntryMaker({
      ...options,
      onStruck: (entry, error) => {
        const { id } = entry.record;
        entry.notice = error.message;
        this.#switchOff(entry);
        options.keeper.call('setEnabled', { id, enabled: false }).catch(() => {});
        this.#note({ type: 'end', plugin: id, what: error.message.slice(0, 200), outcome: error.code });
      },
    });
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

  get(id: string): PluginEntry | undefined {
    return this.#entries.get(id);
  }

  /** @throws `PLUGIN_NOT_FOUND` */
  async find(id: string): Promise<PluginEntry> {
    await this.open();
    const entry = this.#entries.get(id);
    if (!entry) throw new BulkheadError('PLUGIN_NOT_FOUND', `no plugin ${String(id).slice(0, 64)} is installed`);
    return entry;
  }

  /** @see EntryMaker.draft */
  draft(code: PluginCode): Draft {
    return this.#maker.draft(code);
  }

  /**
   * Keeps a plugin that has loaded, in place of one with its id. What its user granted the old one counts for it only when it is the same.
   * @throws `NAME_*`, `STORE_*`, `BAD_ARGS`; then nothing has changed.
   */
  commit(draft: Draft, given: Kept, source: string, options: CommitOptions): Promise<PluginInfo> {
    return this.#change(async () => {
      const { tools, keeper, changed, runners, policy } = this.#options;
      const { id } = given;
      const old = this.#entries.get(id);
      const hashes = await keeper.call('hashTools', { tools: given.tools as never });
      const off: PluginRecord = { ...given, ...hashes, enabled: false };
      // The same again stays as it is; anything else waits for a yes.
      const again = old !== undefined && old.notice === undefined && mayRun(old) && holds(old.grant, off);
      const record = { ...off, enabled: options.enable || again };
      const before = old?.grant;
      const grant = record.enabled ? grantFor({ record, grant: before }, options.enable ? options : {}, policy) : null;
      options.signal?.throwIfAborted();
      if (options.enable) this.#mustRun();
      if (record.enabled) tools.check(ownerOf(id), record.tools);
      await keeper.call('put', { record: record as never, source, grant: grant as never });
      const entry = draft.shelve(record);
      entry.grant = grant ?? before;
      this.#entries.set(id, entry);
      this.#register(entry);
      this.#note({ type: 'install', plugin: id, what: given.origin.slice(0, 200) });
      if (grant) this.#noteGrant(grant);
      changed();
      if (old) await runners.close(old.runner, new BulkheadError('STOPPED', `${id} was replaced`));
      return toInfo(entry);
    });
  }

  enable(id: string, given: EnableOptions): Promise<void> {
    return this.#change(async () => {
      const entry = await this.find(id);
      this.#mustRun();
      this.#options.tools.check(ownerOf(id), entry.record.tools);
      await this.#enable(entry, given);
    });
  }

  disable(id: string): Promise<void> {
    return this.#change(async () => {
      const entry = await this.find(id);
      this.#switchOff(entry);
      await entry.runner.end(new BulkheadError('STOPPED', `${id} was switched off`));
      await this.#options.keeper.call('setEnabled', { id, enabled: false });
      this.#note({ type: 'end', plugin: id, what: 'switched off' });
    });
  }

  /** Takes back one permission, the yes to calls of one tool, or everything. */
  revoke(id: string, what: Revoked): Promise<void> {
    const entry = this.#entries.get(id);
    // At once: what runs must not wait for what is being installed.
    const closed = typeof what === 'object' ? undefined : this.#options.revoke(id, what);
    if (entry?.grant) entry.grant = without(entry.grant, what);
    return this.#change(async () => {
      const found = await this.find(id);
      await closed;
      if (!found.grant) return;
      await this.#keep(found, (now) => without(now, what));
      const named = typeof what === 'object' ? { tool: what.call } : what === undefined ? {} : { permission: what };
      this.#note({ type: 'revoke', plugin: id, ...named });
    });
  }

  /** Changes what is granted, and keeps it. */
  remember(entry: PluginEntry, update: (grant: Grant) => Grant): Promise<void> {
    return this.#change(() => this.#keep(entry, update));
  }

  remove(id: string, wipe: boolean): Promise<void> {
    return this.#change(async () => {
      const entry = await this.find(id);
      await this.#drop(id, entry);
      await this.#options.keeper.call('remove', { id, wipe });
      this.#note({ type: 'remove', plugin: id, ...(wipe && { what: 'with all that it stored' }) });
    });
  }

  /** Puts every plugin out of action, or those back that were on. */
  async setSafeMode(on: boolean): Promise<void> {
    this.safeMode = on;
    await this.#change(async () => {
      await this.#options.keeper.call('setSafeMode', { on });
      for (const entry of this.#entries.values()) this.#register(entry);
      this.#note({ type: 'safe-mode', plugin: '', outcome: on ? 'on' : 'off' });
      this.#options.changed();
    });
  }

  /** Why a tool of a plugin cannot be called; `undefined` when it is of none. */
  missing(tool: string): BulkheadError | undefined {
    const owner = [...this.#entries.values()].find(({ record }) => record.tools.some(({ name }) => name === tool));
    return owner && whyOff(owner, tool, this.safeMode);
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

  #note(note: AuditNote): void {
    this.#options.audit.note(note);
  }

  #mustRun(): void {
    if (this.safeMode) throw new BulkheadError('PLUGIN_DISABLED', 'no plugin runs in safe mode: leave it first');
  }

  async #enable(entry: PluginEntry, given: EnableOptions): Promise<void> {
    const { keeper, policy, changed } = this.#options;
    const { id } = entry.record;
    const grant = grantFor(entry, given, policy);
    await keeper.call('setEnabled', { id, enabled: true, grant: grant as never });
    entry.runner.strikes = 0;
    delete entry.notice;
    entry.record = { ...entry.record, enabled: true };
    entry.grant = grant;
    this.#register(entry);
    this.#noteGrant(grant);
    changed();
  }

  #noteGrant({ package: plugin, permissions }: Grant): void {
    this.#note({ type: 'grant', plugin, what: Object.keys(permissions).join(' ') || 'nothing' });
  }

  async #keep(entry: PluginEntry, update: (grant: Grant) => Grant): Promise<void> {
    const now = entry.grant ?? carriedOver(entry.record, undefined);
    const grant = { ...update(now), grantedAt: Date.now() };
    entry.grant = grant;
    await this.#options.keeper.call('setGrant', { grant: grant as never });
    this.#options.changed();
  }

  async #sync(): Promise<void> {
    const { keeper, changed, revoke } = this.#options;
    const { records, grants, safeMode } = await keeper.call('list', {});
    this.safeMode = safeMode;
    const kept = new Map(records.map((record) => [record.id, record]));
    for (const [id, entry] of this.#entries) {
      const record = kept.get(id);
      if (!record || record.installedAt !== entry.record.installedAt) await this.#drop(id, entry);
    }
    for (const record of records) {
      const grant = grants.find((one) => one.package === record.id);
      const entry = this.#entries.get(record.id) ?? this.#maker.kept(record, grant);
      this.#entries.set(record.id, entry);
      const [wasOn, had] = [entry.record.enabled, entry.grant];
      entry.record = record;
      entry.grant = grant;
      if (record.enabled && !wasOn) {
        entry.runner.strikes = 0;
        delete entry.notice;
      }
      this.#register(entry);
      for (const permission of lost(had, grant)) await revoke(record.id, permission);
      if (!record.enabled && wasOn)
        await entry.runner.end(new BulkheadError('STOPPED', `${record.id} was switched off in another tab`));
    }
    changed();
  }

  /** Makes its tools callable, or not, as it is now. */
  #register(entry: PluginEntry): void {
    const { tools } = this.#options;
    const owner = ownerOf(entry.record.id);
    if (!mayRun(entry) || this.safeMode) {
      tools.remove(owner);
      return;
    }
    try {
      tools.replace(owner, entry.record.tools, entry.executor);
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
}

/** A record as it is before the keeper has seen it. */
export type Kept = Omit<PluginRecord, 'toolsHash' | 'toolHashes' | 'enabled'>;

export interface CommitOptions extends EnableOptions {
  readonly signal: AbortSignal | undefined;
  readonly enable: boolean;
}

const ownerOf = (id: string) => ({ kind: 'plugin', owner: id }) as const;
