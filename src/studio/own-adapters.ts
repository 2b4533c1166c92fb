import type { ProfileMode } from '../engine/internal.js';
import type { Host } from '../index.js';
import type { PluginStudioOptions } from './plugin/index.js';
import type { ProfileStudioOptions } from './profiles/index.js';
import type { SchemaStudioOptions } from './schema/index.js';

/** @see profileStudioAdapter of `profiles`: loaded with the first studio of its kind. */
export const profileStudioAdapter = async <M extends ProfileMode>(options: ProfileStudioOptions<M>) =>
  (await import('./profiles/index.js')).profileStudioAdapter(options);

/** @see pluginStudioAdapter of `plugin` */
export const pluginStudioAdapter = async <Settings>(options: PluginStudioOptions) =>
  (await import('./plugin/index.js')).pluginStudioAdapter<Settings>(options);

/** @see installedPlugin of `plugin` */
export const installedPlugin = async (host: Pick<Host, 'plugins'>, id: string) =>
  (await import('./plugin/index.js')).installedPlugin(host, id);

/** @see schemaStudioAdapter of `schema`: loaded with the first studio of its kind. */
export const schemaStudioAdapter = async (options: SchemaStudioOptions) =>
  (await import('./schema/index.js')).schemaStudioAdapter(options);
