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
  plugins: later<Plugins>(
    'install list review enable revoke disable remove usage source rehearse',
    async () => (await load()).plugins,
  ),
  secrets: later<Secrets>('names set delete', async () => (await load()).secrets),
  audit: later<Audit>('query export', async () => (await load()).audit),
});
