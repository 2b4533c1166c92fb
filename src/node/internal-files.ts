export { NoPlugin, type PluginFiles, pathsIn, readPlugin } from './plugin-files.js';
