export type { PluginChanges } from './plugin-changes.js';
export { ownerOf } from './plugin-store.js';
export type { PluginSystem, PluginSystemOptions } from './plugin-system.js';
export type {
  MakeRehearsals,
  Rehearsal,
  RehearsedCall,
  RehearsedCallOptions,
  RehearsedWorld,
  Rehearsing,
} from './rehearsal-types.js';
export type { PluginSource } from './source.js';
export type { InstallOptions, Plugins, Secrets, UpdateResult } from './types.js';
