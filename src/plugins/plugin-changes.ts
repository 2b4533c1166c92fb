import type { PluginRecord } from '../../worker/protocol/broker.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Grant } from '../../worker/protocol/grants.js';
import type { EnableOptions, PluginInfo } from '../contracts/index.js';
import type { PluginCode } from '../isolation/guests/index.js';
import {
  checkShown,
  grantFor,
  holds,
  mayRun,
  type PluginEntry,
  type Revoked,
  same,
  toInfo,
  without,
} from '../permissions/index.js';
import type { Draft } from './entry-maker.js';
import { ownerOf, PluginStore } from './plugin-store.js';

/** The user's changes of the plugins of this page. */
export class PluginChanges extends PluginStore {
  /** @see EntryMaker.draft */
  draft(code: PluginCode): Draft {
    return this.maker.draft(code);
  }

  /**
   * Stores a loaded plugin, replacing the one with its id. The old one's grant counts for it only if both are the same.
   * @throws `NAME_*`, `STORE_*`, `BAD_ARGS`, what `confirmed` throws; `PLUGIN_CHANGED` if the plugin that it was confirmed to replace
   * has changed since. Nothing has changed then.
   */
  async commit(draft: Draft, given: Kept, source: string, options: CommitOptions): Promise<PluginInfo> {
    const { tools, broker, changed, runners, policy } = this.options;
    const { id } = given;
    const hashes = await broker.call('hashTools', { tools: given.tools as never });
    const off: PluginRecord = { ...given, ...hashes, enabled: false };
    checkShown(off, options.expected);
    const shown = this.entries.get(id);
    if (options.confirmed) {
      // Other tabs may change plugins while a person reads.
      const entry = draft.shelve(off);
      entry.grant = shown?.grant;
      await options.confirmed(entry);
    }
    return this.change(async () => {
      const old = this.entries.get(id);
      if (options.confirmed && old !== shown)
        throw new BulkheadError(
          'PLUGIN_CHANGED',
          `${id} was installed, replaced or removed meanwhile: install it anew`,
        );
      // An unchanged plugin keeps its state. Any other waits for a yes.
      const again = old !== undefined && old.notice === undefined && mayRun(old) && holds(old.grant, off);
      const record = { ...off, enabled: options.enable || again };
      const before = old?.grant;
      const grant = record.enabled ? grantFor({ record, grant: before }, options.enable ? options : {}, policy) : null;
      options.signal?.throwIfAborted();
      if (options.enable) this.#mustRun();
      if (record.enabled) tools.check(ownerOf(id), record.tools);
      await broker.call('put', { record: record as never, source, grant: grant as never });
      const entry = draft.shelve(record);
      entry.grant = grant ?? before;
      this.entries.set(id, entry);
      this.register(entry);
      this.note({ type: 'install', plugin: id, what: given.origin.slice(0, 200) });
      if (grant) this.#noteGrant(grant);
      changed();
      if (old && !again) this.options.forget(id);
      if (old) await runners.close(old.runner, new BulkheadError('STOPPED', `${id} was replaced`));
      return toInfo(entry);
    });
  }

  /** @see Plugins.rollback */
  rollback(id: string): Promise<PluginInfo> {
    return this.change(async () => {
      await this.find(id);
      await this.options.broker.call('stepBack', { id });
      await this.sync();
      const entry = await this.find(id);
      this.note({ type: 'install', plugin: id, what: 'the version before, put back' });
      return toInfo(entry);
    });
  }

  enable(id: string, given: EnableOptions): Promise<void> {
    return this.change(async () => {
      const entry = await this.find(id);
      checkShown(entry.record, given.expected);
      this.#mustRun();
      this.options.tools.check(ownerOf(id), entry.record.tools);
      await this.#enable(entry, given);
    });
  }

  disable(id: string): Promise<void> {
    return this.change(async () => {
      const entry = await this.find(id);
      this.switchOff(entry);
      await entry.runner.end(new BulkheadError('STOPPED', `${id} was switched off`));
      await this.options.broker.call('setEnabled', { id, enabled: false });
      this.note({ type: 'end', plugin: id, what: 'switched off' });
    });
  }

  /** Revokes one permission, the yes to calls of one tool, or everything. */
  revoke(id: string, what: Revoked): Promise<void> {
    const entry = this.entries.get(id);
    // At once, because running calls must not wait for an installation.
    const closed = typeof what === 'object' ? undefined : this.options.revoke(id, what);
    if (entry?.grant) entry.grant = without(entry.grant, what);
    this.options.forget(id);
    return this.change(async () => {
      const found = await this.find(id);
      await closed;
      const { grant } = found;
      if (!grant) return;
      await this.#keep(found, grant, without(grant, what)).catch(async () => {
        // Another tab was first: revoke it in the grant which that tab has stored.
        if (found.grant) await this.#keep(found, found.grant, without(found.grant, what));
      });
      const named = typeof what === 'object' ? { tool: what.call } : what === undefined ? {} : { permission: what };
      this.note({ type: 'revoke', plugin: id, ...named });
    });
  }

  /** Stores the user's answer, unless the plugin or its grant has changed since the question. */
  remember(entry: PluginEntry, before: Grant | undefined, update: (grant: Grant) => Grant): Promise<void> {
    return this.change(async () => {
      const { grant } = entry;
      const current = this.entries.get(entry.record.id) === entry && grant && before;
      if (!current || !same(grant.permissions, before.permissions)) return;
      await this.#keep(entry, grant, update(grant)).catch((error) => {
        // Another tab was first: its grant counts, and this answer is for this call only.
        if ((error as BulkheadError).code !== 'EFFECTS_STALE') throw error;
      });
    });
  }

  remove(id: string, wipe: boolean): Promise<void> {
    return this.change(async () => {
      const entry = await this.find(id);
      await this.options.broker.call('remove', { id, wipe });
      await this.drop(id, entry);
      this.note({ type: 'remove', plugin: id, ...(wipe && { what: 'with all that it stored' }) });
    });
  }

  /** Stops every plugin, or switches those on again that were on. */
  async setSafeMode(on: boolean): Promise<void> {
    // At once, whatever the store contains. A read of it that is under way is out of date.
    this.deciding += 1;
    this.setSafe(on);
    const done = this.change(async () => {
      await this.options.broker.call('setSafeMode', { on });
      this.note({ type: 'safe-mode', plugin: '', outcome: on ? 'on' : 'off' });
    });
    await done.finally(() => {
      this.deciding -= 1;
    });
  }

  #mustRun(): void {
    if (this.safeMode)
      throw new BulkheadError('PLUGIN_DISABLED', 'no plugin runs in safe mode: leave it with `host.resume()` first');
  }

  async #enable(entry: PluginEntry, given: EnableOptions): Promise<void> {
    const { broker, policy, changed } = this.options;
    const { id } = entry.record;
    const grant = grantFor(entry, given, policy);
    await broker.call('setEnabled', { id, enabled: true, grant: grant as never }).catch(async (error) => {
      // Another tab was first: load what it has installed.
      if ((error as BulkheadError).code === 'PLUGIN_CHANGED') await this.sync();
      throw error;
    });
    entry.runner.strikes = 0;
    delete entry.notice;
    entry.record = { ...entry.record, enabled: true };
    entry.grant = grant;
    this.register(entry);
    this.#noteGrant(grant);
    changed();
  }

  #noteGrant({ package: plugin, permissions }: Grant): void {
    const granted = Object.entries(permissions).map(
      ([id, scopes]) => `${id} (${scopes.map(({ kind }) => kind).join(', ')})`,
    );
    this.note({ type: 'grant', plugin, what: granted.join(', ') || 'nothing' });
  }

  /** Replaces a grant. @throws `EFFECTS_STALE` if another tab has changed it; the new one has been loaded then. */
  async #keep(entry: PluginEntry, before: Grant, after: Grant): Promise<void> {
    const grant = { ...after, grantedAt: Math.max(Date.now(), before.grantedAt + 1) };
    entry.grant = grant;
    try {
      await this.options.broker.call('setGrant', { grant: grant as never, expected: before.grantedAt });
    } catch (error) {
      await this.sync();
      throw error;
    }
    this.options.changed();
  }
}

/** Returns a record without what the broker worker adds. */
export type Kept = Omit<PluginRecord, 'toolsHash' | 'toolHashes' | 'enabled'>;

export interface CommitOptions extends EnableOptions {
  readonly signal: AbortSignal | undefined;
  readonly enable: boolean;
  /** Asks the user before anything is stored. @throws `CONSENT_DENIED` or `PLUGIN_CHANGED` unless the answer is yes. */
  readonly confirmed?: (entry: PluginEntry) => Promise<void>;
}
