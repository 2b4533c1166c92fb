// What is needed of the modes before they are loaded: which there are, and how a profile is read.
export { type ModeProfiles, PROFILE_MODES, readProfile } from './modes/profiles.js';
