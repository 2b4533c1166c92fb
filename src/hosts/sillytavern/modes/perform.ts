import { runDirector } from '../../../engine/modes/director.js';
import { runLoop } from '../../../engine/modes/loop.js';
import { runAgenda } from '../../../engine/modes/run-agenda.js';
import { runSpec } from '../../../engine/modes/spec.js';
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

/** What a run has come to: guidance, or a message that is written. */
export interface Performed {
  readonly status: 'committed' | 'budget_exhausted' | 'error';
  readonly capsule: string | null;
  readonly error?: string;
}

export interface PerformInput extends RunInput {
  readonly mode: RunMode;
  readonly limits: ModesChoice['limits'];
  /** Of a director: puts its message where it belongs. */
  readonly commit: (text: string) => Promise<unknown>;
  /** Of a message that is to be continued. */
  readonly draft?: string | undefined;
}

const system = (content: string): Message => ({ role: 'system', content });

/** Runs one of the four modes over what it is told. @throws what an agent throws, or the signal's reason. */
export async function perform({ mode, limits, commit, draft, ...input }: PerformInput): Promise<Performed> {
  const { messages } = input;
  if (mode === 'loop') {
    const { wall_clock_s: seconds } = limits;
    const budget = { ...limits, ...(seconds !== undefined && { wall_clock_budget_ms: seconds * 1_000 }) };
    const { status, capsule } = await runLoop({
      ...input,
      messages: [system(LOOP_PROMPT), ...messages],
      limits: budget,
    });
    return { status: status === 'completed' ? 'committed' : status, capsule };
  }
  if (mode === 'spec') {
    const { capsule } = await runSpec({ ...input, stages: SPEC_STAGES, limits });
    return { status: 'committed', capsule };
  }
  if (mode === 'agenda') {
    const agents = { agents: AGENDA_AGENTS, plannerPrompt: PLANNER_PROMPT, finalPrompt: FINAL_PROMPT };
    const { capsule } = await runAgenda({ ...input, ...agents, limits });
    return { status: 'committed', capsule };
  }
  let error: string | undefined;
  const more = draft === undefined ? [] : [system(CONTINUE_PROMPT)];
  const directed = await runDirector({
    ...{ ...input, commit, draft, limits, subAgentTools: input.tools },
    messages: [system(DIRECTOR_PROMPT), ...messages, ...more],
    onTrouble: ({ message }) => {
      error = message;
    },
  });
  return { status: directed.status, capsule: null, ...(error !== undefined && { error }) };
}
