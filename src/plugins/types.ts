import type { KnownOptions } from '../../worker/protocol/known-options.js';
import type { EnableOptions, PluginInfo, PluginReview, PluginUsage } from '../contracts/index.js';
import type { Rehearsal } from './rehearsal-types.js';
import type { PluginSource } from './source.js';

/** The options of `enable`. */
export const ENABLE_OPTIONS = {
  allow: true,
  expected: true,
  forMs: true,
  staged: true,
} satisfies KnownOptions<EnableOptions>;

/** How a plugin is installed. */
export interface InstallOptions extends EnableOptions {
  /** Cancels the installation. Nothing is kept then. */
  readonly signal?: AbortSignal;
  /** Switches the plugin on at once. Default: it is off until `enable`. A plugin that is installed again unchanged keeps its state. */
  readonly enable?: boolean;
  /**
   * Called when the plugin has loaded, before anything is kept or replaced. Any answer but `true` cancels the installation with
   * `CONSENT_DENIED`.
   */
  readonly confirm?: (review: PluginReview) => boolean | Promise<boolean>;
}

/** What an update did: `changed` is `false` if the URL has the installed version. */
export type UpdateResult = { readonly changed: false } | { readonly changed: true; readonly plugin: PluginInfo };

/** The plugins of the page, as `host.plugins`. */
export interface Plugins {
  /**
   * Reads a source, evaluates it in a worker of its own without any permission, and keeps the plugin, switched off. A plugin
   * with the same id is replaced once the new one has loaded.
   * @throws `SOURCE_*`, `MANIFEST_INVALID`, `NO_TOOL_REGISTERED`, `NAME_*`, `SCHEMA_INVALID`, `STORE_*`, `TOOL_TIMEOUT`,
   * with `confirm` also `CONSENT_DENIED` and `PLUGIN_CHANGED`, or the signal's reason. Nothing has changed then.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const host = createHost();
   * const { id, state } = await host.plugins.install({ url: '/plugins/dice.plugin.js' }, { enable: true });
   */
  install(source: PluginSource, options?: InstallOptions): Promise<PluginInfo>;
  /**
   * Reads the URL that a plugin was installed from again. If it has another version, `confirm` is given its review, whose `update`
   * says what changes, and it is installed as `install` does. The version before is kept for `rollback`.
   * @throws as `install`; `PLUGIN_NOT_FOUND`, `BAD_ARGS` if it was not installed from a URL, or another plugin is there now.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const { plugins } = createHost();
   * const result = await plugins.update('dice', {
   *   confirm: ({ update }) => confirm(`${update?.changelog ?? ''}\n${update?.files.changed.join('\n')}`),
   * });
   * if (result.changed) await plugins.enable('dice', { expected: result.plugin });
   */
  update(id: string, options?: InstallOptions): Promise<UpdateResult>;
  /**
   * Puts the version back that the last update, or installation over it, has replaced: one step, until the next update. It is on only
   * if it was, and its user has agreed to nothing else since; what was revoked meanwhile stays revoked.
   * @throws `PLUGIN_NOT_FOUND`, `PLUGIN_CHANGED` if no earlier version is kept or another tab has replaced the plugin, `NAME_TAKEN`, `STORE_*`.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const { plugins } = createHost();
   * const { previous } = await plugins.review('dice');
   * if (previous !== undefined) await plugins.rollback('dice');
   */
  rollback(id: string): Promise<PluginInfo>;
  list(): Promise<readonly PluginInfo[]>;
  /** Returns what a user needs to decide about a plugin: its permissions, and what has changed since their last yes. */
  review(id: string): Promise<PluginReview>;
  /**
   * Switches a plugin on as it is installed now, and grants `allow`; by default the permissions that were granted before and have
   * not changed. Resets its count of failures.
   * @throws `PLUGIN_NOT_FOUND`, `PLUGIN_CHANGED` if it is not the `expected` one or was replaced in another tab, `NAME_TAKEN`,
   * `BAD_ARGS` for an unknown permission or scope, `STORE_*`.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const { plugins } = createHost();
   * const { plugin, permissions } = await plugins.review('dice');
   * const isAllowed = confirm(permissions.map(({ line }) => line).join('\n'));
   * if (isAllowed) await plugins.enable('dice', { allow: 'all', expected: plugin });
   */
  enable(id: string, options?: EnableOptions): Promise<void>;
  /** Revokes one permission, or all; their ports close at once, even during a call. `{ call }`: calls of this tool are asked about again. */
  revoke(id: string, what?: string | { readonly call: string }): Promise<void>;
  /** Switches a plugin off and ends its worker, even during a call. */
  disable(id: string): Promise<void>;
  /** Ends and removes a plugin. `wipe: true` also deletes its stored data and its secrets; by default they stay. */
  remove(id: string, options?: { readonly wipe?: boolean }): Promise<void>;
  /** Returns what a plugin has used, and its limits. */
  usage(id: string): Promise<PluginUsage>;
  /** Returns the source text of its entry file. @throws `PLUGIN_NOT_FOUND`, `PLUGIN_CHANGED` if it is not what was installed. */
  source(id: string): Promise<string>;
  /**
   * Loads a plugin in a real guest and a made-up world, without installing it. It is granted everything it asks for, and reaches
   * nothing of the page, of installed plugins, or of a server. End the rehearsal when you are done; `stopAll` ends it, too.
   * @throws as `install`, `PLUGIN_DISABLED` in safe mode. @experimental
   */
  rehearse(source: PluginSource, options?: { readonly signal?: AbortSignal }): Promise<Rehearsal>;
}

/** Values that are put into requests of plugins without the plugins seeing them, as `host.secrets`. */
export interface Secrets {
  /** Returns the names of the secrets that are set. */
  names(plugin: string): Promise<readonly string[]>;
  /** Stores a secret of at least 8 characters on this device. @throws `BAD_ARGS`, `STORE_*`. */
  set(plugin: string, name: string, value: string): Promise<void>;
  delete(plugin: string, name: string): Promise<void>;
}
