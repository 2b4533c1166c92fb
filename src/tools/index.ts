export { type PageCall, type PageToolSpec, PageTools, type Registration } from './page-tools.js';
export { type ToolEntry, ToolRegistry, type ToolsChange } from './registry.js';
