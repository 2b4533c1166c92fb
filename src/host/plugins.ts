import type { Audit } from '../permissions/index.js';
import type { PluginSystem, Plugins, Secrets } from '../plugins/index.js';
import { later } from '../primitives/index.js';

/** The parts of a host's interface that are loaded with the first plugin. */
export interface PluginFaces {
  readonly plugins: Plugins;
  readonly secrets: Secrets;
  readonly audit: Audit;
}

/** Makes the faces of what `load` loads. */
export const pluginFaces = (load: () => Promise<PluginSystem>): PluginFaces => ({
  plugins: later<Plugins>(async () => (await load()).plugins, {
    install: true,
    list: true,
    review: true,
    enable: true,
    revoke: true,
    disable: true,
    remove: true,
    usage: true,
    source: true,
    rehearse: true,
  }),
  secrets: later<Secrets>(async () => (await load()).secrets, { names: true, set: true, delete: true }),
  audit: later<Audit>(async () => (await load()).audit, { query: true, export: true }),
});
