import { displayLine } from '../../../worker/protocol/display-text.js';
import type { PluginInfo, ToolInfo } from '../../index.js';
import { localText } from '../i18n/language.js';

/** What a plugin is called in the language in use. */
export const pluginName = ({ id, manifest }: Pick<PluginInfo, 'id'> & Partial<Pick<PluginInfo, 'manifest'>>): string =>
  displayLine(localText(manifest?.name)) || id;

/** What a tool is called: the name it has for people, else the one it has for models. */
export const toolTitle = ({ name, displayName }: Pick<ToolInfo, 'name' | 'displayName'>): string =>
  displayLine(displayName) || name;
