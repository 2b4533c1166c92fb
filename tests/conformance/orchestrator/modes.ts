import { type Dispatch, planStep } from '../../../src/engine/modes/agenda.js';
import { runLoop } from '../../../src/engine/modes/loop.js';
import { Notes } from '../../../src/engine/modes/notes.js';
import { type ReviewCall, reviewDecision } from '../../../src/engine/modes/review.js';
import { runTools } from '../../../src/engine/modes/run-tools.js';
import { checkStages } from '../../../src/engine/modes/stages.js';
import type { Completion } from '../../../src/engine/types.js';
import { eachKind, specText } from './dispatching.js';
import { expand } from './text.js';
import type { Case, Play } from './types.js';

interface Round {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
}

/** A model that says what a case has written down. */
function scripted(rounds: readonly Round[]) {
  const rest = [...rounds];
  return {
    complete: async (): Promise<Completion> => {
      const { text = null, calls = [] } = rest.shift() ?? {};
      const toolCalls = calls.map(({ name, arguments: input }, at) => ({
        id: `c${at}`,
        name,
        input: JSON.parse(input),
      }));
      return { content: text, toolCalls };
    },
  };
}

interface Behaviour {
  readonly throws?: string;
}

const execOf = ({ throws }: Behaviour): string =>
  throws === undefined ? 'return 1;' : `throw new Error(${JSON.stringify(throws)});`;

export const loopRuns: Play = async ({ given, expect }: Case, { host, kinds }) => {
  const {
    model,
    toolBehaviour = {},
    limits,
  } = given as {
    model: readonly Round[];
    toolBehaviour?: { readonly probe?: Behaviour };
    limits?: object;
  };
  return eachKind(kinds, specText({ exec: execOf(toolBehaviour.probe ?? {}) }), async () => {
    await using run = await host.orchestrator.openRun({ mode: 'loop' });
    let [running, most] = [0, 0];
    const tools = runTools(host.orchestrator, run);
    const watched: typeof tools = {
      ...tools,
      call: async (call, signal) => {
        running += 1;
        most = Math.max(most, running);
        return tools.call(call, signal).finally(() => {
          running -= 1;
        });
      },
    };
    const { runtimeTrace, ...result } = await runLoop({
      ...{ llm: scripted(model), tools: watched, messages: [{ role: 'user', content: 'go' }] },
      ...(limits && { limits }),
    });
    const of = (type: string) => runtimeTrace.filter((event) => event.type === type);
    const types = runtimeTrace.map(({ type }) => type);
    const { traceTypes = [] } = expect as { traceTypes?: readonly string[] };
    return {
      ...result,
      reason: of('budget_exhausted')[0]?.reason,
      toolRuns: of('tool_call').map(({ name }) => name),
      toolErrors: of('tool_error').map(({ code }) => code),
      maxConcurrentTools: most,
      traceTypes: isWithin(traceTypes, types) ? traceTypes : types,
      traceMatch: 'ordered subsequence',
    };
  });
};

const isWithin = (wanted: readonly string[], types: readonly string[]): boolean => {
  let at = 0;
  for (const type of types) if (type === wanted[at]) at += 1;
  return at === wanted.length;
};

const outcome = (work: () => object) => {
  try {
    return [{ variant: 'page', facts: { error: false, invalidSpec: false, ...work() } }];
  } catch (error) {
    return [{ variant: `page: ${(error as Error).message}`, facts: { error: true, invalidSpec: true } }];
  }
};

export const agendaDispatch: Play = async ({ given }) => {
  const {
    agents,
    runsUsed = 0,
    dispatches,
    finalize,
    ...limits
  } = given as {
    agents: readonly string[];
    runsUsed?: number;
    dispatches: readonly Dispatch[];
    finalize: boolean;
  };
  return outcome(() => {
    const planned = planStep({ dispatches, finalize }, { agents, runsUsed, limits });
    return 'start' in planned ? { started: planned.start.length } : planned;
  });
};

export const specReview: Play = async ({ given }) => {
  const {
    stages = [],
    priorWorkers = [],
    calls,
  } = given as {
    stages?: readonly (readonly string[])[];
    priorWorkers?: readonly string[];
    calls?: readonly ReviewCall[];
  };
  return outcome(() => {
    if (calls) return reviewDecision(calls, stages, priorWorkers);
    checkStages(
      stages.map((ids) => ({ nodes: ids.map((id) => ({ id, type: id === 'review' ? 'review' : 'worker' })) })),
    );
    return {};
  });
};

export const notes: Play = async ({ given }) => {
  const store = new Notes();
  const results: Record<string, unknown>[] = [];
  for (const [tool, args] of expand(given.steps) as [string, { text: string; id: string }][]) {
    const id = args.id?.startsWith('$id:') ? String(results[Number(args.id.slice(4))]?.id) : args.id;
    const work = tool === 'note_open' ? store.write(args.text) : store.close(id);
    results.push(await work.catch(({ code }: { code: string }) => ({ code })));
  }
  return [{ variant: 'page', facts: { results, open: store.open.map(({ text }) => text) } }];
};
