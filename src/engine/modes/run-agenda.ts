import type { LlmTool, Message } from '../base/types.js';
import { MODE_TOOLS } from '../internal-compat.js';
import {
  type AgendaLimits,
  type Dispatch,
  type Planned,
  type PlannerStep,
  planStep,
  TODO_STATUSES,
  type Todo,
  type TodoStatus,
} from './agenda.js';
import { type Agent, answerAll, ask, textTool, together, work } from './ask.js';
import { readLimits } from './profiles.js';
import { Trace, type TraceEvent } from './trace.js';
import { type RunInput, within } from './types.js';

export interface AgendaAgent {
  readonly name: string;
  readonly prompt: string;
}

export interface AgendaRun {
  readonly id: string;
  readonly agent: string;
  readonly todo_id: string;
  readonly text: string;
}

export interface AgendaResult {
  readonly status: 'completed';
  readonly capsule: string;
  readonly todos: readonly Todo[];
  readonly runs: readonly AgendaRun[];
  readonly runtimeTrace: readonly TraceEvent[];
}

export interface AgendaInput extends RunInput {
  readonly agents: readonly AgendaAgent[];
  readonly plannerPrompt: string;
  /** Of the agent that sees all runs and says what they come to. */
  readonly finalPrompt: string;
  readonly limits?: (AgendaLimits & { readonly agentMaxRounds?: number | undefined }) | undefined;
}

interface TodoOp {
  readonly op: 'add' | 'set_status' | 'drop';
  readonly id: string;
  readonly text?: string;
  readonly status?: TodoStatus;
}

const SUBMIT = textTool(MODE_TOOLS.submit, 'Hands over the result of the task');
const text = { type: 'string' };
const PLAN: LlmTool = {
  name: MODE_TOOLS.step,
  description: 'Changes the list of work, sends agents, or ends the run',
  inputSchema: {
    type: 'object',
    properties: {
      todo_ops: {
        type: 'array',
        items: {
          type: 'object',
          properties: { op: { enum: ['add', 'set_status', 'drop'] }, id: text, text, status: { enum: TODO_STATUSES } },
          required: ['op', 'id'],
        },
      },
      dispatches: {
        type: 'array',
        items: {
          type: 'object',
          properties: { todo_id: text, agent: text, task_brief: text, input_run_ids: { type: 'array', items: text } },
          required: ['todo_id', 'agent', 'task_brief'],
        },
      },
      finalize: { type: 'boolean' },
    },
  },
};

/**
 * A planner that sends agents, which work at the same time, and one that sums up. @throws what an agent throws.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openAiModel } from 'bulkhead/engine';
 * import { runAgenda, runTools } from 'bulkhead/modes';
 * const { orchestrator } = createHost();
 * await using run = await orchestrator.openRun({ mode: 'agenda' });
 * const { capsule, todos } = await runAgenda({
 *   llm: openAiModel({ endpoint: 'https://models.example/v1', model: 'small' }),
 *   tools: runTools(orchestrator, run),
 *   messages: [{ role: 'user', content: 'Write the history of the inn.' }],
 *   plannerPrompt: 'Plan the work, and send agents.',
 *   agents: [{ name: 'historian', prompt: 'You find out what happened, and when.' }],
 *   finalPrompt: 'Sum up what the agents have found.',
 * });
 */
export async function runAgenda(input: AgendaInput): Promise<AgendaResult> {
  const { llm, tools, signal, agents, retries, limits = {} } = input;
  const { plannerMaxRounds } = readLimits('agenda', limits);
  const rounds = within(limits.agentMaxRounds, 8, 1, 20);
  const trace = new Trace(input.onEvent);
  const todos = new Map<string, Todo>([['main', { id: 'main', text: 'main', status: 'todo' }]]);
  const runs: AgendaRun[] = [];
  const agent = (name: string, stop = signal): Agent => ({ llm, tools, trace, retries, signal: stop, name });
  const names = agents.map(({ name }) => name);
  const plan: Message[] = [{ role: 'system', content: input.plannerPrompt }, ...input.messages];
  trace.add('run_started', { agents: names });
  for (let round = 0; round < plannerMaxRounds; round++) {
    plan.push({ role: 'user', content: state(), automatic: true });
    const { said, calls } = await ask(agent('planner'), plan, [PLAN], (made): Planned & { ops: readonly TodoOp[] } => {
      const [call, more] = made;
      if (!call || more || call.name !== PLAN.name) throw new Error(`the planner calls ${PLAN.name}, once`);
      const { todo_ops: ops = [], ...step } = call.input as PlannerStep & { todo_ops?: readonly TodoOp[] };
      const runIds = runs.map(({ id }) => id);
      return { ops, ...planStep(step, { agents: names, runsUsed: runs.length, runIds, limits }) };
    });
    for (const op of said.ops) change(op);
    const step = { finalises: 'finalises' in said, dispatches: 'start' in said ? said.start.length : 0 };
    trace.add('plan', { agent: 'planner', ...step, todos: [...todos.values()] });
    if ('finalises' in said || said.start.length === 0) {
      answerAll(plan, calls, 'The run ends.');
      break;
    }
    const done = await together(
      said.start.map((one, at) => (stop: AbortSignal) => dispatched(one, `run_${runs.length + at + 1}`, stop)),
      signal,
    );
    runs.push(...done);
    answerAll(plan, calls, done.map(({ id }) => id).join(', '));
  }
  const all: Message[] = [
    { role: 'system', content: input.finalPrompt },
    ...input.messages,
    { role: 'user', content: state(), automatic: true },
  ];
  const capsule = await work(agent('final'), all, SUBMIT, rounds);
  trace.end('run_finished', { status: 'completed', total_runs: runs.length, capsule });
  return { status: 'completed', capsule, todos: [...todos.values()], runs, runtimeTrace: trace.events };

  function change({ op, id, text: words = id, status = 'todo' }: TodoOp): void {
    const known = todos.get(id);
    if (op === 'add') todos.set(id, known ?? { id, text: words, status: 'todo' });
    else if (known) todos.set(id, { ...known, status: op === 'drop' ? 'dropped' : status });
  }

  async function dispatched(
    { agent: name, task_brief, todo_id, input_run_ids = [] }: Dispatch,
    id: string,
    stop: AbortSignal,
  ): Promise<AgendaRun> {
    const { prompt = '' } = agents.find((one) => one.name === name) ?? {};
    const inputs = runs.filter((run) => input_run_ids.includes(run.id)).map(shown);
    trace.add('dispatch', { agent: 'planner', id, to: name, todo_id, task_brief });
    const messages: Message[] = [
      { role: 'system', content: prompt },
      ...input.messages,
      { role: 'user', content: [task_brief, ...inputs].join('\n\n'), automatic: true },
    ];
    return { id, agent: name, todo_id, text: await work(agent(id, stop), messages, SUBMIT, rounds) };
  }

  /** What there is to do, and what has been done. */
  function state(): string {
    const list = [...todos.values()].map(({ id, text: words, status }) => `- [${status}] ${id}: ${words}`);
    return ['# Work', ...list, '', '# Runs', ...runs.map(shown)].join('\n');
  }
}

const shown = ({ id, agent, text: words }: AgendaRun): string => `## ${id} (${agent})\n${words}`;
