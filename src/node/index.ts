/** Hosts in Node, their storage in a folder, and plugins in tests of their authors. Experimental: names and signatures may still change. */

export { createHost, type NodeHostOptions } from './create-host.js';
export { type FolderStorage, folderStorage } from './folder-storage.js';
export { type OpenedPlugin, openPlugin } from './open-plugin.js';
