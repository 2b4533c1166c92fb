export { type ProfileStudioOptions, type ProfileStudioSettings, profileStudioAdapter } from './adapter.js';
export type { Rehearsal } from './rehearse.js';
