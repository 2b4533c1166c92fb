import type { Host, PluginInfo, PluginReview, PluginSource } from '../../index.js';
import { t } from '../i18n/text.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { pluginName } from '../shared/plugin-name.js';

type Confirm = (review: PluginReview) => Promise<boolean>;

/** How a plugin is put in place of another. */
interface Replacing {
  readonly signal: AbortSignal;
  readonly confirm: Confirm;
}

/** What is done with packages, and what there is to say about it. `changed` is called after each step. */
export class PluginController {
  readonly #host: () => Host | null;
  readonly #changed: () => Promise<void>;
  readonly #removals = new Removals();
  #installing: { readonly stop: AbortController; readonly startedAt: number } | null = null;
  /** Why the last installation failed. */
  installError: ErrorView | null = null;
  /** Why something else failed. */
  failed: ErrorView | null = null;
  /** The latest news; empty when they have been read. */
  news = '';

  constructor(host: () => Host | null, changed: () => Promise<void>) {
    this.#host = host;
    this.#changed = changed;
  }

  /** `performance.now()` at the start of the installation that runs; 0 when none does. */
  get installingSince(): number {
    return this.#installing?.startedAt ?? 0;
  }

  /** Id of the plugin whose removal can still be undone. */
  get leaving(): string | undefined {
    return this.#removals.pending?.id;
  }

  fail = (error: unknown): void => {
    this.failed = viewError(error);
    void this.#changed();
  };

  /**
   * Installs a plugin. `confirm` is asked before a plugin that its user has decided about is replaced by a different one.
   * @returns the plugin, unless it failed, was cancelled, was not confirmed or another installation runs.
   */
  install(source: PluginSource, confirm: Confirm): Promise<PluginInfo | undefined> {
    return this.#replace(confirm, async ({ plugins }, options) => {
      const plugin = await plugins.install(source, options);
      this.news = t('install.done', { name: pluginName(plugin) });
      return plugin;
    });
  }

  /** Looks at a plugin's URL for another version, and always asks about it. @returns the plugin, if it was updated. */
  async update(plugin: PluginInfo, confirm: Confirm): Promise<PluginInfo | undefined> {
    const updated = await this.#replace(confirm, async ({ plugins }, options) => {
      const result = await plugins.update(plugin.id, options);
      const now = result.changed ? result.plugin : undefined;
      this.news = t(now ? 'update.done' : 'update.none', { name: pluginName(now ?? plugin) });
      return now;
    });
    // The form that shows failures of installations is not in sight.
    this.failed = this.installError;
    this.installError = null;
    await this.#changed();
    return updated;
  }

  /** Puts the version of a plugin back that was replaced last. @returns the plugin, unless it failed. */
  async rollback(id: string): Promise<PluginInfo | undefined> {
    this.failed = null;
    const plugin = await this.#host()?.plugins.rollback(id).catch(this.fail);
    if (plugin) this.news = t('update.back', { name: pluginName(plugin) });
    await this.#changed();
    return plugin ?? undefined;
  }

  /** Does one installation. */
  async #replace(
    confirm: Confirm,
    work: (host: Host, options: Replacing) => Promise<PluginInfo | undefined>,
  ): Promise<PluginInfo | undefined> {
    const host = this.#host();
    if (!host || this.#installing) return undefined;
    const stop = new AbortController();
    this.#installing = { stop, startedAt: performance.now() };
    this.installError = null;
    this.failed = null;
    let plugin: PluginInfo | undefined;
    let kept: PluginInfo | undefined;
    const replace = async (review: PluginReview) => {
      if ((review.changes === null && !review.update) || (await confirm(review))) return true;
      kept = review.plugin;
      return false;
    };
    try {
      await this.#changed();
      // The same plugin again must not fall to the removal that is still waiting.
      if (this.leaving) await this.settle();
      plugin = await work(host, { signal: stop.signal, confirm: replace });
    } catch (error) {
      this.installError = stop.signal.aborted || kept ? null : viewError(error);
      if (kept) this.news = t('install.kept', { name: pluginName(kept) });
    }
    this.#installing = null;
    await this.#changed();
    return plugin;
  }

  cancel(): void {
    this.#installing?.stop.abort();
  }

  async switch(id: string, on: boolean): Promise<void> {
    const plugins = this.#host()?.plugins;
    this.failed = null;
    await (on ? plugins?.enable(id) : plugins?.disable(id))?.catch(this.fail);
    await this.#changed();
  }

  async remove(plugin: PluginInfo, wipe = false): Promise<void> {
    const host = this.#host();
    if (!host) return;
    this.failed = null;
    await this.settle();
    this.news = t('plugins.removed', { name: pluginName(plugin) });
    await this.#removals.begin(host, plugin, wipe).catch(this.fail);
    await this.#changed();
  }

  /** Takes a removal back. @returns the plugin's id. */
  async undo(): Promise<string | undefined> {
    const host = this.#host();
    const id = this.leaving;
    this.news = '';
    if (host) await this.#removals.undo(host).catch(this.fail);
    await this.#changed();
    return id;
  }

  /** Shows a line of news. What waits to be undone is carried out. */
  async announce(news: string): Promise<void> {
    await this.settle();
    this.news = news;
    await this.#changed();
  }

  /** Carries out what waits, and clears the news. */
  async settle(): Promise<void> {
    const host = this.#host();
    this.news = '';
    if (host) await this.#removals.settle(host).catch(this.fail);
    await this.#changed();
  }
}

/**
 * A removal that can still be undone. The plugin is switched off at once and forgotten later: a page that is closed in
 * between keeps it, switched off.
 */
class Removals {
  #pending: PluginInfo | null = null;
  #wipe = false;

  get pending(): PluginInfo | null {
    return this.#pending;
  }

  /** Switches a plugin off and waits for `settle` or `undo`. `wipe`: what it has stored is to go with it. */
  async begin(host: Host, plugin: PluginInfo, wipe: boolean): Promise<void> {
    this.#pending = plugin;
    this.#wipe = wipe;
    if (plugin.state === 'on') await host.plugins.disable(plugin.id);
  }

  /** Gives the plugin back as it was. */
  async undo(host: Host): Promise<void> {
    const plugin = this.#pending;
    this.#pending = null;
    if (plugin?.state === 'on') await host.plugins.enable(plugin.id);
  }

  /** Carries the removal out, if one waits. */
  async settle(host: Host): Promise<void> {
    const plugin = this.#pending;
    if (!plugin) return;
    await host.plugins.remove(plugin.id, { wipe: this.#wipe });
    if (this.#pending === plugin) this.#pending = null;
  }
}
