import type { AuditNote } from '../worker/protocol/audit.js';
import { BulkheadError } from '../worker/protocol/errors.js';
import type { Grant } from '../worker/protocol/grants.js';
import type { PluginRecord } from '../worker/protocol/keeper.js';
import type { Limits } from '../worker/protocol/limits.js';
import { budgetOf } from './grants/budget.js';
import { groupsIn } from './grants/caps.js';
import { PluginExecutor, type PluginExecutorOptions } from './grants/executor.js';
import type { Policy } from './grants/policy.js';
import { carriedOver, grantFor } from './grants/review.js';
import { holds } from './grants/rights.js';
import type { Allow } from './grants/types.js';
import { UsageBook } from './grants/usage.js';
import type { Keeper } from './keeper-client.js';
import { mayRun, type PluginEntry, toInfo } from './plugin-entry.js';
import type { PluginInfo } from './plugin-info.js';
import type { PluginCode, PluginRunner, PluginRunnerOptions } from './plugin-runner.js';
import type { Runners } from './runners.js';
import type { ToolRegistry } from './tools.js';

export interface ShelfOptions extends Omit<PluginExecutorOptions, 'entry'> {
  readonly runners: Runners;
  readonly limits: Limits;
  readonly keeper: Keeper;
  readonly tools: ToolRegistry;
  readonly policy: Policy;
  readonly changed: () => void;
  /** What one call of a plugin may ask for. */
  readonly grants: (
    entry: PluginEntry,
    ...call: Parameters<NonNullable<PluginRunnerOptions['grants']>>
  ) => ReturnType<NonNullable<PluginRunnerOptions['grants']>>;
  /** Closes ports of a plugin's open calls. */
  readonly revoke: (plugin: string, permission?: string) => Promise<void>;
}

/** A plugin that has loaded and is not kept yet. */
export interface Draft {
  readonly runner: PluginRunner;
  /** Makes it a plugin of the shelf. */
  shelve(record: PluginRecord): PluginEntry;
}

/** The plugins of this page, in step with what the keeper holds. */
export class PluginShelf {
  readonly #options: ShelfOptions;
  readonly #entries = new Map<string, PluginEntry>();
  #opened: Promise<void> | undefined;
  /** Changes happen one after another: no two take the same name, and none works on a list that is out of date. */
  #changes: Promise<unknown> = Promise.resolve();
  /** True while no plugin runs, whatever is switched on. */
  safeMode = false;

  constructor(options: ShelfOptions) {
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

  /** Makes what runs a source before it is a plugin. It may ask for nothing until then. */
  draft(code: PluginCode): Draft {
    const held: { entry?: PluginEntry } = {};
    const runner = this.#runner(
      () => held.entry,
      async () => ({ ...code, groups: groupsIn(held.entry?.record.manifest ?? null) }),
    );
    return {
      runner,
      shelve: (record) => {
        held.entry = this.#entry(record, undefined, runner);
        return held.entry;
      },
    };
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
      const allow = options.enable ? options.allow : undefined;
      const grant = record.enabled ? grantFor({ record, grant: before }, allow, policy) : null;
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

  enable(id: string, allow: Allow | undefined): Promise<void> {
    return this.#change(async () => {
      const entry = await this.find(id);
      this.#mustRun();
      this.#options.tools.check(ownerOf(id), entry.record.tools);
      await this.#enable(entry, allow);
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

  /** Takes back one permission, or all of them. */
  revoke(id: string, permission: string | undefined): Promise<void> {
    const entry = this.#entries.get(id);
    // At once: what runs must not wait for what is being installed.
    const closed = this.#options.revoke(id, permission);
    if (entry?.grant) entry.grant = without(entry.grant, permission);
    return this.#change(async () => {
      const { grant } = await this.find(id);
      await closed;
      if (!grant) return;
      await this.#keep(await this.find(id), (now) => without(now, permission));
      this.#note({ type: 'revoke', plugin: id, ...(permission !== undefined && { permission }) });
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

  /** Why a tool that is not on cannot be called. */
  missing(tool: string): BulkheadError | undefined {
    for (const entry of this.#entries.values()) {
      const { record, grant, notice } = entry;
      if (!record.tools.some(({ name }) => name === tool)) continue;
      const { id } = record;
      const because = (code: 'PLUGIN_STRUCK' | 'PLUGIN_DISABLED' | 'PLUGIN_CHANGED', why: string) =>
        new BulkheadError(code, why, { plugin: id });
      if (this.safeMode) return because('PLUGIN_DISABLED', `${tool}: no plugin runs in safe mode`);
      if (notice !== undefined) return because('PLUGIN_STRUCK', `${id}: ${notice}`);
      if (grant && !holds(grant, record)) {
        return because('PLUGIN_CHANGED', `${id} is not what its user said yes to: review it`);
      }
      return because('PLUGIN_DISABLED', `${tool} belongs to ${id}, which is off`);
    }
    return undefined;
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

  async #enable(entry: PluginEntry, allow: Allow | undefined): Promise<void> {
    const { keeper, policy, changed } = this.#options;
    const { id } = entry.record;
    const grant = grantFor(entry, allow, policy);
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
      const entry = this.#entries.get(record.id) ?? this.#shelve(record, grant);
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

  #shelve(record: PluginRecord, grant: Grant | undefined): PluginEntry {
    const { keeper } = this.#options;
    const { id } = record;
    const runner = this.#runner(
      () => this.#entries.get(id),
      async () => {
        const source = await keeper.call('source', { id });
        return { source, manifest: '', groups: groupsIn(this.#entries.get(id)?.record.manifest ?? null) };
      },
    );
    const entry = this.#entry(record, grant, runner);
    this.#entries.set(id, entry);
    return entry;
  }

  #entry(record: PluginRecord, grant: Grant | undefined, runner: PluginRunner): PluginEntry {
    const executor = new PluginExecutor({ ...this.#options, entry: () => entry });
    const entry: PluginEntry = { record, grant, runner, executor, usage: new UsageBook() };
    return entry;
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

  #runner(entry: () => PluginEntry | undefined, source: () => Promise<PluginCode>): PluginRunner {
    const { runners, keeper, limits, grants } = this.#options;
    return runners.make({
      source,
      own: () => {
        const { memoryBytes } = budgetOf(entry()?.record.manifest ?? null, limits);
        return { memoryBytes };
      },
      grants: (call, control) => {
        const known = entry();
        if (!known) throw new BulkheadError('INTERNAL', 'a draft was called');
        return grants(known, call, control);
      },
      onStruck: (error) => {
        const known = entry();
        if (!known) return;
        known.notice = error.message;
        this.#switchOff(known);
        void known.runner.end(error);
        keeper.call('setEnabled', { id: known.record.id, enabled: false }).catch(() => {});
        this.#note({ type: 'end', plugin: known.record.id, what: error.message.slice(0, 200), outcome: error.code });
      },
    });
  }
}

/** A record as it is before the keeper has seen it. */
export type Kept = Omit<PluginRecord, 'toolsHash' | 'toolHashes' | 'enabled'>;

export interface CommitOptions {
  readonly signal: AbortSignal | undefined;
  readonly enable: boolean;
  readonly allow: Allow | undefined;
}

const ownerOf = (id: string) => ({ kind: 'plugin', owner: id }) as const;

/** A grant with less in it. */
function without(grant: Grant, permission: string | undefined): Grant {
  if (permission === undefined) return { ...grant, permissions: {}, calls: {} };
  const { [permission]: _gone, ...permissions } = grant.permissions;
  return { ...grant, permissions };
}

/** Permissions that were granted and are not any more. */
const lost = (before: Grant | undefined, after: Grant | undefined): string[] =>
  Object.keys(before?.permissions ?? {}).filter(
    (id) => JSON.stringify(before?.permissions[id]) !== JSON.stringify(after?.permissions[id]),
  );
