export { type ToolEntry, ToolRegistry, type ToolsChange } from './registry.js';
