import type { PluginInfo } from '../index.js';
import { localText } from './language.js';

/** What a plugin is called in the language in use. */
export const pluginName = ({ id, manifest }: Pick<PluginInfo, 'id'> & Partial<Pick<PluginInfo, 'manifest'>>): string =>
  localText(manifest?.name) || id;
