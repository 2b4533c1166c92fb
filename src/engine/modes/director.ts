import { untilAborted } from '../../../worker/primitives/until-aborted.js';
import type { BulkheadError } from '../../../worker/protocol/errors.js';
import type { LlmTool, ToolCall } from '../base/types.js';
import { type Agent, ask, runCall, tool } from './ask.js';
import { applyMessagePatches, draftOf, type MessagePatch } from './draft.js';
import { asBulkheadError, noResult } from './failures.js';
import { NO_TOOLS, offering } from './offering.js';
import { DIRECTOR_LIMITS, type GivenLimits, withinBounds } from './profiles.js';
import { subAgents } from './sub-agents.js';
import { ToolFailure } from './tools/spec.js';
import { Trace, type TraceEvent } from './trace.js';
import type { CallAnswer, ModeTools, RunInput } from './types.js';

/** `mainRounds`: 20, from 1 to 50. `maxConcurrentSubAgents`: 4, to 12. `maxSubAgentRuns`: 16, to 200. `subAgentRounds`: 16, to 50. */
export type DirectorLimits = GivenLimits<typeof DIRECTOR_LIMITS>;

export interface DirectorInput extends RunInput {
  /** Puts the message where it belongs. It is never blank. */
  readonly commit: (text: string) => Promise<unknown>;
  /** What there is of it already, e.g. of one that is continued. */
  readonly draft?: string | undefined;
  /** Called with the draft whenever it is another, to show it while it is written. */
  readonly onDraft?: ((text: string) => void) | undefined;
  /** The user has stopped the run, which commits nothing: what becomes of the draft is yours to say. */
  readonly onAbort?: ((draft: string) => void) | undefined;
  /** Of sub-agents, which send nobody and write nothing: tools that steer the run are not theirs. Default: none. */
  readonly subAgentTools?: ModeTools | undefined;
  /** Something failed, or nothing was written. What there was of a new message has been committed. */
  readonly onTrouble?: ((error: Error) => void) | undefined;
  readonly limits?: DirectorLimits | undefined;
}

export interface DirectorResult {
  readonly status: 'committed' | 'budget_exhausted' | 'error';
  readonly draft: string;
  /** What failed; `MODEL_FAILED` where the rounds ran out and nothing was written. */
  readonly error?: BulkheadError;
  readonly total_rounds: number;
  readonly runtimeTrace: readonly TraceEvent[];
}

const text = { type: 'string' };
const patch = { type: 'object', properties: { find: text, replace: text }, required: ['find', 'replace'] };
const CONTROL: readonly LlmTool[] = [
  tool('write_message', 'Puts a text in the place of the draft', { text }, ['text']),
  tool('get_draft', 'Tells the draft'),
  tool(
    'apply_message_patches',
    'Changes passages of the draft, all of them or none; each is found in exactly one place',
    { patches: { type: 'array', items: patch } },
    ['patches'],
  ),
  tool('dispatch_subagent', 'Sends an agent that works meanwhile', { task: text }, ['task']),
  tool('await_subagents', 'Waits until no sub-agent works any more'),
  tool('cancel_subagent', 'Stops a sub-agent', { id: text }, ['id']),
  tool('finalize', 'Commits the draft as the message'),
];
/**
 * One agent that makes a message, with others that work for it. @throws the signal's reason: nothing is committed then.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openAiModel } from 'bulkhead/engine';
 * import { runDirector, runTools } from 'bulkhead/modes';
 * const { orchestrator } = createHost();
 * await using run = await orchestrator.openRun({ mode: 'director' });
 * const { status } = await runDirector({
 *   llm: openAiModel({ endpoint: 'https://models.example/v1', model: 'small' }),
 *   tools: runTools(orchestrator, run),
 *   messages: [{ role: 'user', content: 'Describe the inn.' }],
 *   commit: async (text) => document.body.append(text),
 * });
 */
export async function runDirector(input: DirectorInput): Promise<DirectorResult> {
  const { llm, tools, signal, retries, commit } = input;
  const limits = withinBounds(DIRECTOR_LIMITS, input.limits);
  const trace = new Trace(input.onEvent);
  const main = offering(tools, CONTROL);
  const agent: Agent = { llm, tools: main, trace, retries, signal, name: 'main', idPrefix: 'director_tc' };
  const subs = subAgents({ ...agent, tools: offering(input.subAgentTools ?? NO_TOOLS, []) }, limits);
  const messages = [...input.messages];
  const draft = draftOf(input.draft ?? '', input.onDraft);
  let rounds = 0;
  const end = (status: DirectorResult['status'], error?: BulkheadError): DirectorResult => {
    trace.end('run_finished', { status, total_rounds: rounds, capsule: draft.text });
    return { status, draft: draft.text, ...(error && { error }), total_rounds: rounds, runtimeTrace: trace.events };
  };
  const fail = (status: DirectorResult['status'], error: BulkheadError): DirectorResult => {
    trace.add('run_failed', { error: error.message });
    input.onTrouble?.(error);
    return end(status, error);
  };
  const needsCall = (made: readonly ToolCall[], said: string) => {
    if (made.length > 0) return;
    // What is said while others work is about their work.
    if (!subs.busy && draft.take(said))
      throw new Error('call a tool: what you wrote is the draft now, and finalize commits it');
    throw new Error(
      draft.isBlank
        ? 'call a tool: write_message writes the message, finalize commits it'
        : 'call a tool: finalize commits the draft, write_message puts another in its place',
    );
  };
  trace.add('run_started', { max_rounds: limits.mainRounds });
  try {
    while (rounds < limits.mainRounds) {
      rounds += 1;
      // Each is shown once, before the main agent goes on.
      messages.push(...subs.notices());
      const { calls } = await ask(agent, messages, main.list, needsCall);
      for (const call of calls) {
        const make = main.isOwn(call.name) ? () => answered(call) : undefined;
        const { error } = await runCall(agent, messages, call, make);
        if (call.name === 'finalize' && !error) return end('committed');
      }
    }
    trace.add('budget_exhausted', { reason: 'max_rounds' });
    if (!draft.isNew) return fail('budget_exhausted', noResult('no_message'));
    await commit(draft.text);
    return end('budget_exhausted');
  } catch (error) {
    if (signal?.aborted) {
      trace.end('run_aborted', { total_rounds: rounds });
      input.onAbort?.(draft.text);
      throw signal.reason;
    }
    if (draft.isNew) await commit(draft.text).catch(() => {});
    return fail('error', asBulkheadError(error));
  } finally {
    subs.end();
  }

  /** Answers a call by which the director steers. */
  async function answered(call: ToolCall): Promise<CallAnswer> {
    try {
      return { content: JSON.stringify({ ok: true, ...(await untilAborted(control(call), signal)) }) };
    } catch (thrown) {
      signal?.throwIfAborted();
      const { message } = thrown as Error;
      const { code, hint } = thrown instanceof ToolFailure ? thrown : {};
      const content = JSON.stringify({ ok: false, error: message, code, hint });
      return { content, error: { code: code ?? 'TOOL_ERROR', message } };
    }
  }

  async function control({ name, input: args }: ToolCall): Promise<object> {
    if (name === 'write_message') draft.write(String(args.text));
    else if (name === 'apply_message_patches')
      draft.write(applyMessagePatches(draft.text, args.patches as MessagePatch[]));
    else if (name === 'get_draft') return { draft: draft.text };
    else if (name === 'dispatch_subagent') return { id: subs.send(String(args.task)) };
    else if (name === 'cancel_subagent') subs.cancel(String(args.id));
    else if (name === 'await_subagents') await subs.all();
    else if (draft.isBlank) {
      const hint = 'Call write_message with the whole text of the message.';
      throw new ToolFailure('there is no draft: write the message first', 'FINALIZE_EMPTY', hint);
    } else await commit(draft.text);
    return {};
  }
}
