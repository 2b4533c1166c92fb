import type { ProfileMode } from '../engine/internal.js';
import type { Host } from '../index.js';
import type { PluginStudioOptions } from './plugin/index.js';
import type { ProfileStudioOptions } from './profiles/index.js';
import type { SchemaStudioOptions } from './schema/index.js';

/**
 * Makes the adapter of the studio for the profile of a mode. Its code is loaded with the first call.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { keptProfiles, readProfile } from 'bulkhead/modes';
 * import { profileStudioAdapter, studioContext } from 'bulkhead/studio';
 * import { openStudio } from 'bulkhead/ui';
 * const usual = readProfile('loop', { prompt: 'Answer with the tools you have.' });
 * const adapter = await profileStudioAdapter({ mode: 'loop', language: 'en', usual, profileStore: keptProfiles() });
 * await openStudio(adapter, studioContext(createHost()), {});
 */
export const profileStudioAdapter = async <M extends ProfileMode>(options: ProfileStudioOptions<M>) =>
  (await import('./profiles/index.js')).profileStudioAdapter(options);

/**
 * Makes the adapter of the studio in which a model writes or repairs a plugin. Its code is loaded with the first call.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { pluginStudioAdapter, studioContext } from 'bulkhead/studio';
 * import { openStudio, pluginStudioActions } from 'bulkhead/ui';
 * const host = createHost();
 * const adapter = await pluginStudioAdapter({ host, actions: pluginStudioActions(host) });
 * await openStudio(adapter, studioContext(host), {});
 */
export const pluginStudioAdapter = async <Settings>(options: PluginStudioOptions) =>
  (await import('./plugin/index.js')).pluginStudioAdapter<Settings>(options);

/**
 * Reads an installed plugin as the studio edits it.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { installedPlugin, pluginStudioAdapter } from 'bulkhead/studio';
 * const host = createHost();
 * const adapter = await pluginStudioAdapter({ host, plugin: await installedPlugin(host, 'dice') });
 */
export const installedPlugin = async (host: Pick<Host, 'plugins'>, id: string) =>
  (await import('./plugin/index.js')).installedPlugin(host, id);

/**
 * Makes the adapter of the studio for memory schemas. Its code is loaded with the first call.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { schemaStudioAdapter, studioContext } from 'bulkhead/studio';
 * import { openStudio } from 'bulkhead/ui';
 * const host = createHost();
 * const adapter = await schemaStudioAdapter({ language: 'en', all: host.memory });
 * await openStudio(adapter, studioContext(host), {});
 */
export const schemaStudioAdapter = async (options: SchemaStudioOptions) =>
  (await import('./schema/index.js')).schemaStudioAdapter(options);
