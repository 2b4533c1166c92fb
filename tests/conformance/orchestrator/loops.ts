import type { Completion, LLMAdapter } from '../../../src/engine/base/types.js';
import { type LoopLimits, runLoop } from '../../../src/engine/modes/loop.js';
import { runTools } from '../../../src/engine/modes/run-tools.js';
import type { TraceEvent } from '../../../src/engine/modes/trace.js';
import { remade, whole } from '../keys.js';
import { eachKind, specText } from './dispatching.js';
import { Check, made } from './text.js';
import type { Case, Play, Seen, Setting } from './types.js';

interface Round {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments?: string }[];
}

interface Behaviour {
  readonly throws?: string;
  readonly delayMs?: number;
}

/** What a case says of its run. A limit stands in `limits`, or beside the model. */
type LoopCase = LoopLimits & {
  readonly model: readonly Round[];
  readonly toolBehaviour?: { readonly probe?: Behaviour };
  readonly limits?: LoopLimits;
  /** The run is stopped when all of this round has been done. */
  readonly abortAfterRound?: number;
  /** Each round takes so long, by the run's own clock. */
  readonly roundAdvancesClockMs?: number;
};

const LIMITS = ['max_rounds', 'wall_clock_budget_ms'] as const;

function limitsOf(given: LoopCase): LoopLimits {
  const own = LIMITS.filter((name) => name in given).map((name) => [name, given[name]]);
  return { ...whole(given.limits), ...Object.fromEntries(own) };
}

/** Text of a tool that takes its time, in every kind of place: a guest has no timers. */
function execOf({ throws, delayMs }: Behaviour): string {
  const waits =
    delayMs === undefined ? '' : `const end = Date.now() + ${delayMs}; while (Date.now() < end) await null;`;
  return `${waits} ${throws === undefined ? 'return 1;' : `throw new Error(${JSON.stringify(throws)});`}`;
}

const completionOf = ({ text, calls = [] }: Round): Completion => ({
  content: text ?? null,
  toolCalls: calls.map(({ name, arguments: input = '{}' }, at) => ({ id: `c${at}`, name, input: JSON.parse(input) })),
});

const isWithin = (wanted: readonly string[], types: readonly string[]): boolean => {
  let at = 0;
  for (const type of types) if (type === wanted[at]) at += 1;
  return at === wanted.length;
};

/** How a trace is compared: the vectors know one way. */
const MATCHES: readonly string[] = ['ordered subsequence'];

/** True when this event is the last of its round: every call of its answer has been answered. */
function roundEnds() {
  let open = 0;
  return ({ type, tool_call_count: calls }: TraceEvent): boolean => {
    if (type === 'llm_response') open = Number(calls);
    else if (type === 'tool_result' || type === 'tool_error') open -= 1;
    else return false;
    return open === 0;
  };
}

interface Played {
  readonly written: readonly Completion[];
  readonly limits: LoopLimits;
  readonly abortAfterRound: number | undefined;
  readonly roundMs: number;
}

async function run(
  { written, limits, abortAfterRound, roundMs }: Played,
  host: Setting['host'],
): Promise<Seen['facts']> {
  const rest = [...written];
  const stop = new AbortController();
  const events: TraceEvent[] = [];
  const isEnd = roundEnds();
  let [requests, running, most, rounds] = [0, 0, 0, 0];
  const llm: LLMAdapter = {
    async complete() {
      requests += 1;
      return rest.shift() ?? { content: null };
    },
  };
  await using open = await host.orchestrator.openRun({ mode: 'loop' });
  const tools = runTools(host.orchestrator, open);
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
  const [settled] = await Promise.allSettled([
    runLoop({
      ...{ llm, tools: watched, messages: [{ role: 'user', content: 'go' }], limits, signal: stop.signal },
      now: () => requests * roundMs,
      onEvent(event) {
        events.push(event);
        if (!isEnd(event)) return;
        rounds += 1;
        if (rounds === abortAfterRound) stop.abort();
      },
    }),
  ]);
  const of = (type: string) => events.filter((event) => event.type === type);
  const types = events.map(({ type }) => type);
  return {
    ...(settled.status === 'fulfilled' && settled.value),
    rejectsWith: settled.status === 'rejected' ? String((settled.reason as Error).name) : null,
    llmRequests: requests,
    reason: of('budget_exhausted')[0]?.reason,
    toolRuns: of('tool_call').map(({ name }) => name),
    toolErrors: of('tool_error').map(({ code }) => code),
    maxConcurrentTools: most,
    traceTypes: new Check(types, (wanted: readonly string[]) => isWithin(wanted, types)),
    traceMatch: new Check(MATCHES, (how: string) => MATCHES.includes(how)),
  };
}

/** Scripted runs of one agent. */
export const loopRuns: Play = async ({ given }: Case, { host, kinds }) => {
  const one = given as unknown as LoopCase;
  const played: Played = {
    written: remade(one.model, made).map(completionOf),
    limits: limitsOf(one),
    abortAfterRound: one.abortAfterRound,
    roundMs: one.roundAdvancesClockMs ?? 0,
  };
  return eachKind(kinds, specText({ exec: execOf(one.toolBehaviour?.probe ?? {}) }), () => run(played, host));
};
