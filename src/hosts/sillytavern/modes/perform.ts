import type { Message, RunControl, RunInput, RunOutcome, Runs } from '../../../engine/internal.js';
import { runProfile } from '../../../engine/internal.js';
import type { ModesChoice, RunMode } from '../base/modes-choice.js';
import { CONTINUE_PROMPT, DIRECTOR_PROMPT, SCENE_PROFILES, withLimits } from './profiles.js';

export interface PerformInput extends Omit<RunInput, 'tools'>, Omit<RunControl, 'tools'> {
  readonly limits: ModesChoice['limits'];
  /** Profiles in the place of the usual ones. */
  readonly profiles: ModesChoice['profiles'];
  /** Only for a director: writes its message into the chat. */
  readonly commit: (text: string) => Promise<unknown>;
  /** Only for a message that is to be continued. */
  readonly draft?: string | undefined;
  readonly onTrouble: (error: Error) => void;
}

const system = (content: string): Message => ({ role: 'system', content });

/** Runs one of the four modes with its prompts. @returns `undefined` if another run is active. */
export function perform(runs: Runs, mode: RunMode, input: PerformInput): Promise<RunOutcome | undefined> {
  const { messages, limits, profiles, commit, draft, onTrouble, ...given } = input;
  if (mode !== 'director') {
    const profile = withLimits(mode, profiles[mode] ?? SCENE_PROFILES[mode], limits);
    return runProfile(runs, mode, profile, { ...given, messages });
  }
  const more = draft === undefined ? [] : [system(CONTINUE_PROMPT)];
  const sent = [system(DIRECTOR_PROMPT), ...messages, ...more];
  return runs.runMode('director', { ...given, messages: sent, limits, commit, draft, onTrouble });
}
