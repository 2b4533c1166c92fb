export {
  type Expectation,
  emptyPlugin,
  fileName,
  type PluginArtifact,
  type PluginTest,
  pluginFile,
} from './artifact.js';
export type { HandEdit } from './hand.js';
export { installedPlugin } from './installed.js';
export { type PluginDesk, type PluginStudioOptions, pluginStudioAdapter } from './plugin-adapter.js';
export type { StudioLanguage } from './words.js';
