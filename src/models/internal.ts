export type { HostModels, ModelProfile } from './types.js';
