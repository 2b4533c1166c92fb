import type { Completion } from '../../../src/engine/base/types.js';
import { type AgendaLimits, type Dispatch, planStep } from '../../../src/engine/modes/agenda.js';
import { runAgenda } from '../../../src/engine/modes/run-agenda.js';
import { checkStages, type ReviewCall, reviewDecision } from '../../../src/engine/modes/stages.js';
import { loopTools } from '../../../src/engine/modes/tools/index.js';
import { Notes } from '../../../src/engine/modes/tools/note-book.js';
import type { TraceEvent } from '../../../src/engine/modes/trace.js';
import { whole } from '../keys.js';
import { content } from './dispatching.js';
import { Check, expand, holds } from './text.js';
import type { Case, Play } from './types.js';

const failed = (error: unknown) => [
  { variant: `page: ${(error as Error).message}`, facts: { error: true, invalidSpec: true } },
];
const told = (facts: object) => [{ variant: 'page', facts: { error: false, invalidSpec: false, ...facts } }];

const calling = (name: string, input: Record<string, unknown>): Completion => ({
  content: null,
  toolCalls: [{ id: 'c', name, input }],
});

interface AgendaCase extends AgendaLimits {
  readonly agents: readonly string[];
  readonly runsUsed?: number;
  readonly dispatches?: readonly Dispatch[];
  readonly finalize?: boolean;
  /** Which of the workers fails, from 0 on. */
  readonly workerFailsAt?: number;
}

const LIMITS = ['plannerMaxRounds', 'maxConcurrentAgents', 'maxTotalRuns'] as const;

const limitsOf = (given: AgendaCase): AgendaLimits =>
  Object.fromEntries(LIMITS.filter((name) => name in given).map((name) => [name, given[name]]));

/** A whole run: a planner that takes one step, its workers, of which one may fail, and an end. */
async function agendaRun(given: AgendaCase, step: Parameters<typeof planStep>[0], limits: AgendaLimits) {
  const events: TraceEvent[] = [];
  let planned = false;
  let workers = 0;
  const plan = (): Completion => {
    const input = planned ? { finalize: true } : step;
    planned = true;
    return calling('luker_orch_planner_step', { ...input });
  };
  const work = (): Completion => {
    workers += 1;
    if (workers - 1 === given.workerFailsAt) throw new Error('a worker has failed');
    return calling('luker_orch_submit_result', { text: 'done' });
  };
  const complete = async ([first]: readonly { readonly content: string }[]): Promise<Completion> => {
    if (first?.content === 'plan') return plan();
    return first?.content === 'final' ? calling('luker_orch_submit_result', { text: 'all' }) : work();
  };
  const started = () => events.filter(({ type }) => type === 'dispatch').length;
  try {
    const { status, capsule } = await runAgenda({
      ...{
        llm: { complete },
        tools: { list: [], call: async () => ({ content: '' }) },
        messages: [],
        limits,
        retries: 0,
      },
      ...{
        plannerPrompt: 'plan',
        finalPrompt: 'final',
        agents: given.agents.map((name) => ({ name, prompt: 'worker' })),
      },
      onEvent: (event) => events.push(event),
    });
    return told({ started: started(), status, capsule });
  } catch (error) {
    const [{ variant, facts }] = failed(error) as [ReturnType<typeof failed>[number]];
    return [{ variant, facts: { ...facts, started: started(), rejectsWith: (error as Error).message } }];
  }
}

/** One step of a planner; a case of a worker that fails is a whole run. */
export const agendaDispatch: Play = async (one) => {
  const given = one.given as unknown as AgendaCase;
  const step = { dispatches: whole(given.dispatches) ?? [], finalize: given.finalize ?? false };
  const { runsUsed = 0 } = given;
  const limits = limitsOf(given);
  if (given.workerFailsAt !== undefined) {
    // Runs of before count: this one may make as many fewer.
    return agendaRun(given, step, { ...limits, maxTotalRuns: (limits.maxTotalRuns ?? 24) - runsUsed });
  }
  try {
    const planned = planStep(step, { agents: whole(given.agents), runsUsed, limits });
    return told('start' in planned ? { started: planned.start.length } : planned);
  } catch (error) {
    return failed(error);
  }
};

/** What a review says; without calls whether the stages can be run. */
export const specReview: Play = async ({ given }) => {
  const stages = whole((given.stages ?? []) as readonly (readonly string[])[]);
  const prior = whole((given.priorWorkers ?? []) as readonly string[]);
  try {
    if (given.calls) {
      return told(reviewDecision(whole(given.calls as readonly ReviewCall[]), stages, prior));
    }
    const typeOf = (id: string) => (id === 'review' ? 'review' : 'worker');
    checkStages(stages.map((ids) => ({ nodes: ids.map((id) => ({ id, type: typeOf(id) })) })));
    return told({});
  } catch (error) {
    return failed(error);
  }
};

/** Calls of the notes' tools, as a model makes them. */
export const notes: Play = async ({ given }: Case, { host }) => {
  const store = (given.storeAvailable ?? true) === true ? new Notes() : null;
  for (const tool of loopTools({ notes: { notes: () => store } })) host.orchestrator.provideBuiltin(tool);
  await using run = await host.orchestrator.openRun();
  const results: Record<string, unknown>[] = [];
  for (const [name, args] of expand(whole(given.steps)) as [string, { readonly id?: string }][]) {
    const id = args.id?.startsWith('$id:') ? String(results[Number(args.id.slice(4))]?.id) : args.id;
    const call = { name, arguments: { ...args, ...(id !== undefined && { id }) } };
    results.push(content(await host.orchestrator.dispatch(call, run)) as Record<string, unknown>);
  }
  // A vector shows of each answer what it is about.
  const asked = new Check(results, (wanted: readonly object[]) => {
    const fits = (one: object, at: number) => holds(one, results[at] ?? {});
    return wanted.length === results.length && wanted.every(fits);
  });
  return [{ variant: 'host', facts: { results: asked, open: store?.open.map(({ text }) => text) ?? [] } }];
};
