import { type ModeProfiles, type ProfileMode, readLimits } from '../../../engine/internal.js';
import type { ModesChoice } from '../base/modes-choice.js';
import { AGENDA_AGENTS, FINAL_PROMPT, LOOP_PROMPT, PLANNER_PROMPT, SPEC_STAGES } from './prompts.js';

/** What agents do here as long as nobody has saved anything else. */
export const SCENE_PROFILES: ModeProfiles = {
  loop: { prompt: LOOP_PROMPT, limits: readLimits('loop', {}) },
  spec: { stages: SPEC_STAGES, limits: readLimits('spec', {}) },
  agenda: {
    ...{ plannerPrompt: PLANNER_PROMPT, agents: AGENDA_AGENTS, finalPrompt: FINAL_PROMPT },
    limits: readLimits('agenda', {}),
  },
};

/** A profile with the limits that are chosen in the drawer: that is where they are kept. */
export const withLimits = <M extends ProfileMode>(
  mode: M,
  profile: ModeProfiles[M],
  limits: ModesChoice['limits'],
): ModeProfiles[M] => ({ ...profile, limits: readLimits(mode, { ...profile.limits, ...limits }) });
