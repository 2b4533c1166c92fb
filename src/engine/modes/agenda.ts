import { type GivenLimits, type LimitsOf, readLimits } from './profiles.js';

export const TODO_STATUSES = ['todo', 'doing', 'done', 'blocked', 'dropped'] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];

/** A part of the work. `main` is there from the start. */
export interface Todo {
  readonly id: string;
  readonly text: string;
  readonly status: TodoStatus;
}

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

/** Their bounds are in `PROFILE_LIMITS`. */
export type AgendaLimits = GivenLimits<LimitsOf<'agenda'>>;

export interface AgendaState {
  readonly agents: readonly string[];
  readonly runsUsed: number;
  readonly runIds?: readonly string[];
  readonly limits?: AgendaLimits;
}

export type Planned = { readonly start: readonly Dispatch[] } | { readonly finalises: true };

/**
 * Reads a planner's step: valid dispatches, as many as may still run; a step without any ends the run. @throws for both, or none valid.
 *
 * @example
 * import { planStep } from 'bulkhead/modes';
 * const dispatches = [{ todo_id: 'main', agent: 'historian', task_brief: 'Find out when the inn was built.' }];
 * const planned = planStep({ dispatches }, { agents: ['historian'], runsUsed: 0 });
 * if ('start' in planned) console.log(planned.start.length);
 */
export function planStep({ dispatches = [], finalize = false }: PlannerStep, state: AgendaState): Planned {
  if (finalize && dispatches.length > 0) throw new Error('a step ends the run or dispatches, not both');
  if (dispatches.length === 0) return { finalises: true };
  const { agents, runsUsed, runIds = [] } = state;
  const valid = dispatches.filter(
    ({ agent, task_brief, input_run_ids = [] }) =>
      agents.includes(agent) && task_brief.trim() !== '' && input_run_ids.every((id) => runIds.includes(id)),
  );
  if (valid.length === 0) {
    throw new Error(`no dispatch can be made: each names one of the agents ${agents.join(', ')}, and says what to do`);
  }
  const { maxConcurrentAgents, maxTotalRuns } = readLimits('agenda', state.limits);
  return { start: valid.slice(0, Math.max(0, Math.min(maxConcurrentAgents, maxTotalRuns - runsUsed))) };
}
