import { within } from './types.js';

/** Where a part of the work is. */
export const TODO_STATUSES = ['todo', 'doing', 'done', 'blocked', 'dropped'] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];

/** A part of the work. `main` is there from the start. */
export interface Todo {
  readonly id: string;
  readonly text: string;
  readonly status: TodoStatus;
}

/** What a planner asks an agent for. */
export interface Dispatch {
  readonly todo_id: string;
  readonly agent: string;
  readonly task_brief: string;
  readonly input_run_ids?: readonly string[];
}

export interface PlannerStep {
  readonly dispatches?: readonly Dispatch[];
  readonly finalize?: boolean;
}

export interface AgendaLimits {
  /** 6, from 1 to 20. */
  readonly plannerMaxRounds?: number | undefined;
  /** 3, from 1 to 12. */
  readonly maxConcurrentAgents?: number | undefined;
  /** 24, from 1 to 200. */
  readonly maxTotalRuns?: number | undefined;
}

/** What holds where a planner's step is looked at. */
export interface AgendaState {
  readonly agents: readonly string[];
  readonly runsUsed: number;
  /** Ids of runs that have ended. */
  readonly runIds?: readonly string[];
  readonly limits?: AgendaLimits;
}

/** What a step comes to: agents that start, or the end. */
export type Planned = { readonly start: readonly Dispatch[] } | { readonly finalises: true };

/**
 * Reads a planner's step: dispatches to agents that exist, with a brief and inputs that exist, as many as may still run. A
 * step that asks for nothing ends the run.
 * @throws where it ends the run and dispatches as well, or where none of its dispatches can be made.
 */
export function planStep({ dispatches = [], finalize = false }: PlannerStep, state: AgendaState): Planned {
  if (finalize && dispatches.length > 0) throw new Error('a step ends the run or dispatches, not both');
  if (dispatches.length === 0) return { finalises: true };
  const { agents, runsUsed, runIds = [], limits = {} } = state;
  const valid = dispatches.filter(
    ({ agent, task_brief, input_run_ids = [] }) =>
      agents.includes(agent) && task_brief.trim() !== '' && input_run_ids.every((id) => runIds.includes(id)),
  );
  if (valid.length === 0) {
    throw new Error(`no dispatch can be made: each names one of the agents ${agents.join(', ')}, and says what to do`);
  }
  const atOnce = within(limits.maxConcurrentAgents, 3, 1, 12);
  const left = within(limits.maxTotalRuns, 24, 1, 200) - runsUsed;
  return { start: valid.slice(0, Math.max(0, Math.min(atOnce, left))) };
}
