import type { EnableOptions, PluginInfo, PluginReview, PluginUsage } from '../contracts/index.js';
import type { Rehearsal } from './rehearsal-types.js';
import type { PluginSource } from './source.js';

/** How a plugin is installed. */
export interface InstallOptions extends EnableOptions {
  /** Cancels the installation: nothing of it is kept. */
  readonly signal?: AbortSignal;
  /** Switches it on at once. Default: off, until `enable`; a plugin that is installed again as it is stays as it is. */
  readonly enable?: boolean;
  /**
   * Asked once the plugin has loaded, with what there is to decide about it, before anything is kept or replaced. Anything but `true`
   * cancels the installation with `CONSENT_DENIED`.
   */
  readonly confirm?: (review: PluginReview) => boolean | Promise<boolean>;
}

/** The plugins of the page, as `host.plugins`. */
export interface Plugins {
  /**
   * Reads a source, evaluates it in a worker of its own that may ask for nothing, and keeps it, switched off. A plugin with
   * the same id is replaced, and only once the new one has loaded.
   * @throws `SOURCE_*`, `MANIFEST_INVALID`, `NO_TOOL_REGISTERED`, `NAME_*`, `SCHEMA_INVALID`, `STORE_*`, `TOOL_TIMEOUT`,
   * `CONSENT_DENIED` and `PLUGIN_CHANGED` where it is to be confirmed, or the signal's reason; then nothing has changed.
   */
  install(source: PluginSource, options?: InstallOptions): Promise<PluginInfo>;
  list(): Promise<readonly PluginInfo[]>;
  /** What there is to decide about a plugin: its permissions, and what has changed since the user's last yes. */
  review(id: string): Promise<PluginReview>;
  /**
   * Switches a plugin on as it is installed now, with what `allow` grants; without it, with what was granted before in the same words.
   * Forgives its strikes.
   * @throws `PLUGIN_NOT_FOUND`, `PLUGIN_CHANGED` when it is not what was `expected`, or was replaced in another tab, `NAME_TAKEN`,
   * `BAD_ARGS` for a permission or scope that there is not, `STORE_*`.
   */
  enable(id: string, options?: EnableOptions): Promise<void>;
  /**
   * Takes back one permission of a plugin, or everything: its ports close at once, also under a running call. `{ call }`: calls of
   * this tool are asked about again.
   */
  revoke(id: string, what?: string | { readonly call: string }): Promise<void>;
  /** Switches a plugin off and ends its worker, also under a running call. */
  disable(id: string): Promise<void>;
  /** Ends a plugin and forgets it; `wipe`: and all that it has stored, with its secrets. Default: that stays. */
  remove(id: string, options?: { readonly wipe?: boolean }): Promise<void>;
  /** What a plugin has used, and may use. */
  usage(id: string): Promise<PluginUsage>;
  /** The text of its entry, as it is kept. @throws `PLUGIN_NOT_FOUND`, `PLUGIN_CHANGED` when it is not what was installed. */
  source(id: string): Promise<string>;
  /**
   * Loads a plugin in an isolate as real as any, in a world that is made up, without installing it: it is granted all it asks for, and
   * reaches nothing of the page, of what is installed, or of a server. End it when it is not needed any more; the kill switch does.
   * @throws as `install`, `PLUGIN_DISABLED` in safe mode. @experimental
   */
  rehearse(source: PluginSource, options?: { readonly signal?: AbortSignal }): Promise<Rehearsal>;
}

/** Values that plugins use and never see, as `host.secrets`. */
export interface Secrets {
  /** Names of those that are set. */
  names(plugin: string): Promise<readonly string[]>;
  /** Keeps a secret, 8 characters at the least, on this device. @throws `BAD_ARGS`, `STORE_*`. */
  set(plugin: string, name: string, value: string): Promise<void>;
  delete(plugin: string, name: string): Promise<void>;
}
