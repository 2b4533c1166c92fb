import type { Host, PluginInfo } from '../../index.js';

/**
 * A removal that can still be undone. The plugin is switched off at once and forgotten later: a page that is closed in
 * between keeps it, switched off.
 */
export class Removals {
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
