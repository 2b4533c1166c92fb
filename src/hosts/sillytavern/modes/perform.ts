import type { RunControl, RunOutcome, Runs } from '../../../engine/modes/runs.js';
import type { RunInput } from '../../../engine/modes/types.js';
import type { Message } from '../../../engine/types.js';
import type { ModesChoice, RunMode } from './choice.js';
import {
  AGENDA_AGENTS,
  CONTINUE_PROMPT,
  DIRECTOR_PROMPT,
  FINAL_PROMPT,
  LOOP_PROMPT,
  PLANNER_PROMPT,
  SPEC_STAGES,
} from './prompts.js';

export interface PerformInput extends Omit<RunInput, 'tools'>, Omit<RunControl, 'tools'> {
  readonly limits: ModesChoice['limits'];
  /** Of a director: puts its message where it belongs. */
  readonly commit: (text: string) => Promise<unknown>;
  /** Of a message that is to be continued. */
  readonly draft?: string | undefined;
  readonly onTrouble: (error: Error) => void;
}

const system = (content: string): Message => ({ role: 'system', content });

/** Runs one of the four modes, with what its agents are told to do. @returns nothing where another run goes on. */
export function perform(runs: Runs, mode: RunMode, input: PerformInput): Promise<RunOutcome | undefined> {
  const { messages, limits, commit, draft, onTrouble, ...given } = input;
  if (mode === 'spec') return runs.runMode('spec', { ...given, messages, limits, stages: SPEC_STAGES });
  if (mode === 'agenda') {
    const told = { agents: AGENDA_AGENTS, plannerPrompt: PLANNER_PROMPT, finalPrompt: FINAL_PROMPT };
    return runs.runMode('agenda', { ...given, ...told, messages, limits });
  }
  if (mode === 'loop') {
    const { wall_clock_s: seconds } = limits;
    const budget = { ...limits, ...(seconds !== undefined && { wall_clock_budget_ms: seconds * 1_000 }) };
    return runs.runMode('loop', { ...given, messages: [system(LOOP_PROMPT), ...messages], limits: budget });
  }
  const more = draft === undefined ? [] : [system(CONTINUE_PROMPT)];
  const told = [system(DIRECTOR_PROMPT), ...messages, ...more];
  return runs.runMode('director', { ...given, messages: told, limits, commit, draft, onTrouble });
}
