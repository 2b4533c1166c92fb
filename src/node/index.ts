/** Hosts in Node, and plugins in tests of their authors. Experimental: names and signatures may still change. */

export { createHost, type NodeHostOptions } from './create-host.js';
export { type OpenedPlugin, openPlugin } from './open-plugin.js';
