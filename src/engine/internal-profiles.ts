// What is needed of the modes before they are loaded: which there are, and how a profile is read.
export {
  type Bounds,
  DIRECTOR_LIMITS,
  type ModeProfiles,
  PROFILE_LIMITS,
  PROFILE_MODES,
  readProfile,
} from './modes/profiles.js';
