import type { LlmTool, Message, ToolCall } from '../types.js';
import { unlessStopped } from './answer.js';
import { type Agent, ask, runCalls } from './ask.js';
import { applyMessagePatches, type MessagePatch } from './patches.js';
import { SubAgents } from './sub-agents.js';
import { Trace, type TraceEvent } from './trace.js';
import { addResult, type ModeTools, type RunInput, within } from './types.js';

export interface DirectorLimits {
  /** 20, from 1 to 50. */
  readonly mainRounds?: number | undefined;
  /** 4, from 1 to 12. */
  readonly maxConcurrentSubAgents?: number | undefined;
  /** 16, from 0 to 200. */
  readonly maxSubAgentRuns?: number | undefined;
  /** 16, from 1 to 50. */
  readonly subAgentRounds?: number | undefined;
}

export interface DirectorInput extends RunInput {
  /** Puts the message where it belongs. */
  readonly commit: (text: string) => Promise<unknown>;
  /** What there is of it already, e.g. of one that is continued. */
  readonly draft?: string | undefined;
  /** Told of the draft whenever it is another, to show it while it is written. */
  readonly onDraft?: ((text: string) => void) | undefined;
  /** The user has stopped the run, which commits nothing: what becomes of the draft is yours to say. */
  readonly onAbort?: ((draft: string) => void) | undefined;
  /** Of sub-agents, which send nobody and write nothing: tools that steer the run are not theirs. Default: none. */
  readonly subAgentTools?: ModeTools | undefined;
  /** Something failed, and what there was has been committed. */
  readonly onTrouble?: ((error: Error) => void) | undefined;
  readonly limits?: DirectorLimits | undefined;
}

export interface DirectorResult {
  readonly status: 'committed' | 'budget_exhausted' | 'error';
  readonly draft: string;
  readonly total_rounds: number;
  readonly runtimeTrace: readonly TraceEvent[];
}

const tool = (
  name: string,
  description: string,
  properties: object = {},
  required: readonly string[] = [],
): LlmTool => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required },
});
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
const NAMES = new Set(CONTROL.map(({ name }) => name));
const NOTHING: ModeTools = {
  list: [],
  call: async ({ name }) => ({
    content: JSON.stringify({ ok: false, error: `no tool is named ${name}`, code: 'NOT_IMPLEMENTED', hint: '' }),
    error: { code: 'NOT_IMPLEMENTED', message: `no tool is named ${name}` },
  }),
};

/** Tools without those that steer the run. */
const without = ({ list, call }: ModeTools): ModeTools => ({
  list: list.filter(({ name }) => !NAMES.has(name)),
  call: (made, signal) => (NAMES.has(made.name) ? NOTHING.call(made, signal) : call(made, signal)),
});

/** One agent that makes a message, with others that work for it. @throws the signal's reason: nothing is committed then. */
export async function runDirector(input: DirectorInput): Promise<DirectorResult> {
  const { llm, tools, signal, retries, limits = {}, commit } = input;
  const most = within(limits.mainRounds, 20, 1, 50);
  const trace = new Trace(input.onEvent);
  const agent: Agent = { llm, tools, trace, retries, signal, name: 'main', idPrefix: 'director_tc' };
  const subs = new SubAgents(
    { ...agent, tools: without(input.subAgentTools ?? NOTHING) },
    {
      rounds: within(limits.subAgentRounds, 16, 1, 50),
      atOnce: within(limits.maxConcurrentSubAgents, 4, 1, 12),
      total: within(limits.maxSubAgentRuns, 16, 0, 200),
    },
  );
  const list = [...without(tools).list, ...CONTROL];
  const messages = [...input.messages];
  let { draft = '' } = input;
  let rounds = 0;
  const end = (status: DirectorResult['status']): DirectorResult => {
    trace.end('run_finished', { status, total_rounds: rounds, capsule: draft });
    return { status, draft, total_rounds: rounds, runtimeTrace: trace.events };
  };
  trace.add('run_started', { max_rounds: most });
  try {
    while (rounds < most) {
      rounds += 1;
      // Each tells once, before the main agent goes on.
      messages.push(...subs.notices());
      const { calls } = await ask(agent, messages, list, (made) => {
        if (made.length === 0) throw new Error('call a tool: finalize commits the draft');
      });
      for (const call of calls) if (await answered(call, messages)) return end('committed');
    }
    trace.add('budget_exhausted', { reason: 'max_rounds' });
    // There is nothing to commit where nothing was written.
    if (draft.trim() !== '') await commit(draft);
    return end('budget_exhausted');
  } catch (error) {
    if (signal?.aborted) {
      trace.end('run_aborted', { total_rounds: rounds });
      input.onAbort?.(draft);
      throw signal.reason;
    }
    trace.add('run_failed', { error: (error as Error).message });
    if (draft.trim() !== '') await commit(draft).catch(() => {});
    input.onTrouble?.(error as Error);
    return end('error');
  } finally {
    subs.end();
  }

  /** @returns true when the message has been committed. */
  async function answered(call: ToolCall, to: Message[]): Promise<boolean> {
    if (!NAMES.has(call.name)) {
      await runCalls(agent, to, [call]);
      return false;
    }
    const told = { agent: 'main', name: call.name, call_id: call.id };
    trace.add('tool_call', { ...told, arguments: call.input });
    let failed = '';
    let answer: object;
    try {
      answer = { ok: true, ...(await unlessStopped(control(call), signal)) };
    } catch (error) {
      signal?.throwIfAborted();
      failed = (error as Error).message;
      answer = { ok: false, error: failed };
    }
    const content = JSON.stringify(answer);
    addResult(trace, told, { content, ...(failed !== '' && { error: { code: 'TOOL_ERROR', message: failed } }) });
    to.push({ role: 'tool', toolCallId: call.id, content });
    return call.name === 'finalize' && failed === '';
  }

  async function control({ name, input: args }: ToolCall): Promise<object> {
    if (name === 'write_message') write(String(args.text));
    else if (name === 'apply_message_patches') write(applyMessagePatches(draft, args.patches as MessagePatch[]));
    else if (name === 'get_draft') return { draft };
    else if (name === 'dispatch_subagent') return { id: subs.send(String(args.task)) };
    else if (name === 'cancel_subagent') subs.cancel(String(args.id));
    else if (name === 'await_subagents') await subs.all();
    else await commit(draft);
    return {};
  }
  function write(text: string): void {
    draft = text;
    input.onDraft?.(text);
  }
}
