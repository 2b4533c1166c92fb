export { type PluginArtifact, type PluginTest, pluginFile } from './artifact.js';
export { installedPlugin } from './installed.js';
export { type PluginActions, type PluginStudioOptions, pluginStudioAdapter } from './plugin-adapter.js';
export type { StudioLanguage } from './words.js';
