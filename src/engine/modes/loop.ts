import type { Message, ToolCall } from '../base/types.js';
import { answer, runCall, tool } from './ask.js';
import { offering } from './offering.js';
import { readLimits } from './profiles.js';
import { Trace, type TraceEvent } from './trace.js';
import { type RunInput, refusalOf, within } from './types.js';

export interface LoopLimits {
  /** Rounds: 20, from 1 to 50. */
  readonly max_rounds?: number | undefined;
  /** Milliseconds: 300,000, at least 10,000. Looked at before each round. */
  readonly wall_clock_budget_ms?: number | undefined;
}

export interface LoopInput extends RunInput {
  readonly limits?: LoopLimits | undefined;
}

export interface LoopResult {
  readonly status: 'completed' | 'budget_exhausted';
  /** What the run was for; of one that was cut short, the last text of the model, which is no result. */
  readonly capsule: string | null;
  readonly total_rounds: number;
  readonly runtimeTrace: readonly TraceEvent[];
}

/** Rounds without a call, one after another, that end a run. */
const STREAK = 3;
const NUDGE = 'No tool was called. Call one, or call finalize with the result.';

const FINALIZE = tool(
  'finalize',
  'Ends the run with its result',
  { capsule_text: { type: 'string', description: 'The result' } },
  ['capsule_text'],
);

/**
 * One agent that calls tools, one after another, until it ends the run or its limits do. @throws the signal's reason.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openAiModel } from 'bulkhead/engine';
 * import { runLoop, runTools } from 'bulkhead/modes';
 * const { orchestrator } = createHost();
 * await using run = await orchestrator.openRun({ mode: 'loop' });
 * const { status, capsule } = await runLoop({
 *   llm: openAiModel({ endpoint: 'https://models.example/v1', model: 'small' }),
 *   tools: runTools(orchestrator, run),
 *   messages: [{ role: 'user', content: 'What does the attic cost?' }],
 * });
 */
export async function runLoop(input: LoopInput): Promise<LoopResult> {
  const { llm, limits = {}, signal, now = () => performance.now() } = input;
  const tools = offering(input.tools, [FINALIZE]);
  const { max_rounds } = readLimits('loop', limits);
  const budget = within(limits.wall_clock_budget_ms, 300_000, 10_000, Number.MAX_SAFE_INTEGER);
  const trace = new Trace(input.onEvent);
  const messages: Message[] = [...input.messages];
  const begun = now();
  let text: string | null = null;
  let streak = 0;
  let rounds = 0;
  const end = (status: LoopResult['status'], capsule: string | null): LoopResult => {
    trace.end('run_finished', { status, total_rounds: rounds, capsule });
    return { status, capsule, total_rounds: rounds, runtimeTrace: trace.events };
  };
  const exhausted = (reason: string) => {
    trace.add('budget_exhausted', { reason });
    return end('budget_exhausted', text);
  };
  const agent = { llm, tools, name: 'main', trace, signal, idPrefix: 'loop_tc' };
  trace.add('run_started', { max_rounds });
  while (rounds < max_rounds) {
    signal?.throwIfAborted();
    if (now() - begun >= budget) return exhausted('wall_clock');
    rounds += 1;
    const asked = { round: rounds, max_rounds };
    const { text: said, calls } = await answer(agent, messages, tools.list, asked);
    if (said.trim() !== '') text = said;
    messages.push({ role: 'assistant', content: said, ...(calls.length > 0 && { toolCalls: [...calls] }) });
    if (calls.length === 0) {
      streak += 1;
      trace.add('agent_no_tool_call', { agent: agent.name, streak });
      if (streak >= STREAK) return exhausted('no_tool_call_streak');
      messages.push({ role: 'user', content: NUDGE, automatic: true });
      continue;
    }
    streak = 0;
    for (const call of calls) {
      const capsule = capsuleOf(call);
      if (capsule !== undefined && capsule.trim() !== '') return end('completed', capsule);
      await runCall(agent, messages, call, capsule === undefined ? undefined : async () => refusalOf(call) ?? EMPTY);
    }
  }
  return exhausted('max_rounds');
}

const EMPTY = {
  content: '{"ok":false,"code":"FINALIZE_EMPTY","error":"capsule_text is blank"}',
  error: { code: 'FINALIZE_EMPTY', message: 'capsule_text is blank' },
} as const;

/** What a call would end the run with; nothing where it is another call. */
function capsuleOf({ name, input }: ToolCall): string | undefined {
  if (name !== FINALIZE.name) return undefined;
  return typeof input.capsule_text === 'string' ? input.capsule_text : '';
}
