import type { Audit } from './audit.js';
import type { PluginSystem } from './plugin-system.js';
import type { Plugins, Secrets } from './plugins.js';

/** The parts of a host's interface that are loaded with the first plugin. */
export interface PluginFaces {
  readonly plugins: Plugins;
  readonly secrets: Secrets;
  readonly audit: Audit;
}

/** Makes the faces of what `load` loads. */
export function pluginFaces(load: () => Promise<PluginSystem>): PluginFaces {
  const later =
    <A extends unknown[], R>(work: (system: PluginSystem, ...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> =>
      work(await load(), ...args);
  return {
    plugins: {
      install: later(({ plugins }, source, options) => plugins.install(source, options)),
      list: later(({ plugins }) => plugins.list()),
      review: later(({ plugins }, id) => plugins.review(id)),
      enable: later(({ plugins }, id, options) => plugins.enable(id, options)),
      revoke: later(({ plugins }, id, what) => plugins.revoke(id, what)),
      disable: later(({ plugins }, id) => plugins.disable(id)),
      remove: later(({ plugins }, id, options) => plugins.remove(id, options)),
      usage: later(({ plugins }, id) => plugins.usage(id)),
    },
    secrets: {
      names: later(({ secrets }, plugin) => secrets.names(plugin)),
      set: later(({ secrets }, plugin, name, value) => secrets.set(plugin, name, value)),
      delete: later(({ secrets }, plugin, name) => secrets.delete(plugin, name)),
    },
    audit: {
      query: later(({ audit }, options) => audit.query(options)),
      export: later(({ audit }) => audit.export()),
    },
  };
}
