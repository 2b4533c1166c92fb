import { expect, test } from 'vitest';
import type { Completion, LLMAdapter, LlmTool, Message } from '../../../src/engine/base/types.js';
import { runDirector } from '../../../src/engine/modes/director.js';
import { runLoop } from '../../../src/engine/modes/loop.js';
import { runAgenda } from '../../../src/engine/modes/run-agenda.js';
import { runSpec } from '../../../src/engine/modes/spec.js';
import type { TraceEvent } from '../../../src/engine/modes/trace.js';
import type { ModeTools } from '../../../src/engine/modes/types.js';
import { calling, scriptedModel } from './model.js';

const GO: Message[] = [{ role: 'user', content: 'go' }];
const inputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

const toolsOf = (...names: readonly string[]): ModeTools & { readonly made: string[] } => {
  const made: string[] = [];
  return {
    made,
    list: names.map((name) => ({ name, description: name, inputSchema })),
    call: async ({ name }) => {
      made.push(name);
      return { content: `"${name}"` };
    },
  };
};

type Answers = readonly (Completion | ((signal: AbortSignal) => Promise<Completion>))[];

/** A model that answers each agent by what it is told first. */
const byPrompt = (answers: Record<string, Answers>): LLMAdapter & { readonly seen: Message[][] } => {
  const rest = new Map(Object.entries(answers).map(([prompt, list]) => [prompt, [...list]]));
  const seen: Message[][] = [];
  return {
    seen,
    async complete(messages, { signal } = {}) {
      seen.push(structuredClone(messages));
      const next = rest.get(messages[0]?.content ?? '')?.shift() ?? { content: '' };
      return typeof next === 'function' ? next(signal as AbortSignal) : next;
    },
  };
};

/** An agent that works until it is told to stop, and notes that it was. */
const endless = (stopped: string[], name: string) => (signal: AbortSignal) =>
  new Promise<Completion>((_, reject) => {
    signal.addEventListener('abort', () => {
      stopped.push(name);
      reject(signal.reason);
    });
  });

const output = (text: string) => calling(['luker_orch_node_output', { text }]);
const guidance = (text: string) => calling(['luker_orch_final_guidance', { text }]);
const rerun = (...target_node_ids: string[]) =>
  calling(['luker_orch_review_rerun', { feedback: `again ${target_node_ids}`, target_node_ids }]);
const approve = () => calling(['luker_orch_review_approve']);
const worker = (id: string) => ({ id, type: 'worker' as const, prompt: id });
const review = (id: string) => ({ id, type: 'review' as const, prompt: id });
const toolNames = (options: { tools?: unknown }) => (options.tools as LlmTool[]).map(({ name }) => name);

test('one worker of a parallel stage that fails stops the others, which nobody waits for', async () => {
  const stopped: string[] = [];
  const llm = byPrompt({
    a: [endless(stopped, 'a')],
    b: [
      async () => {
        throw new Error('broken');
      },
    ],
  });
  const stages = [{ mode: 'parallel' as const, nodes: [worker('a'), worker('b')] }, { nodes: [worker('c')] }];
  await expect(runSpec({ llm, tools: toolsOf(), messages: GO, stages })).rejects.toThrow('broken');
  expect(stopped).toEqual(['a']);
});

test('one dispatched agent that fails stops the others', async () => {
  const stopped: string[] = [];
  const dispatch = (agent: string) => ({ todo_id: 'main', agent, task_brief: 'do' });
  const llm = byPrompt({
    P: [calling(['luker_orch_planner_step', { dispatches: [dispatch('a'), dispatch('b')] }])],
    a: [endless(stopped, 'a')],
    b: [
      async () => {
        throw new Error('broken');
      },
    ],
  });
  const agents = ['a', 'b'].map((name) => ({ name, prompt: name }));
  const given = { llm, tools: toolsOf(), messages: GO, plannerPrompt: 'P', finalPrompt: 'F', agents };
  await expect(runAgenda(given)).rejects.toThrow('broken');
  expect(stopped).toEqual(['a']);
});

test('what is handed over counts, whatever else the same answer calls, and however wrongly', async () => {
  const tools = toolsOf('probe');
  const both = calling(['probe', { n: 'no number' }], ['luker_orch_final_guidance', { text: 'done' }]);
  const result = await runSpec({
    llm: byPrompt({ a: [both] }),
    tools,
    messages: GO,
    stages: [{ nodes: [worker('a')] }],
  });
  expect(result.capsule).toBe('done');
  expect(tools.made).toEqual([]);
});

test('arguments that do not fit are the model’s to give again in spec, and never reach the tool', async () => {
  const tools = toolsOf('probe');
  const answers = [calling(['probe', { n: 'x' }]), calling(['probe', { n: 1 }]), guidance('done')];
  const result = await runSpec({
    ...{ llm: byPrompt({ a: answers }), tools, messages: GO, stages: [{ nodes: [worker('a')] }] },
  });
  expect(result.runtimeTrace.filter(({ type }) => type === 'answer_refused')).toHaveLength(1);
  expect(tools.made).toEqual(['probe']);
});

test('a review has only earlier workers done again, and what comes anew is read by nobody before', async () => {
  const llm = byPrompt({
    a: [output('a1'), output('a2')],
    r1: [approve(), rerun('c'), approve()],
    c: [output('c1'), output('c2')],
    r2: [rerun('a'), approve()],
    z: [guidance('end')],
  });
  const stages = [
    { nodes: [worker('a'), review('r1')] },
    { nodes: [worker('c'), review('r2')] },
    { nodes: [worker('z')] },
  ];
  const result = await runSpec({ llm, tools: toolsOf(), messages: GO, stages });
  expect(result.outputs).toEqual({ a: 'a2', c: 'c2', z: 'end' });
  // In the second pass c has not worked yet: r1 may not ask for it.
  expect(result.runtimeTrace.find(({ type }) => type === 'answer_refused')).toMatchObject({ agent: 'r1' });
  const told = llm.seen.filter(([first]) => first?.content === 'a')[1]?.at(-1)?.content ?? '';
  expect(told).toContain('## Feedback\nagain a');
  expect(told).not.toContain('c1');
  // What was said of a is not said to c.
  const other = llm.seen.filter(([first]) => first?.content === 'c')[1]?.at(-1)?.content ?? '';
  expect(other).not.toContain('Feedback');
});

test('the older name of another run is understood, and a review is offered no tools but its own two', async () => {
  const offered: string[][] = [];
  const old = calling(['luker_orch_request_rerun', { feedback: 'f', target_node_ids: ['a'] }]);
  const inner = byPrompt({ a: [output('1'), output('2')], r: [old, approve()], z: [guidance('end')] });
  const llm: LLMAdapter = {
    complete: (messages, options = {}) => {
      if (messages[0]?.content === 'r') offered.push(toolNames(options));
      return inner.complete(messages, options);
    },
  };
  const stages = [{ nodes: [worker('a'), review('r')] }, { nodes: [worker('z')] }];
  expect((await runSpec({ llm, tools: toolsOf('probe'), messages: GO, stages })).outputs.a).toBe('2');
  expect(offered[0]).toEqual(['luker_orch_review_approve', 'luker_orch_review_rerun']);
});

test('rounds of a node are at least one and at most twenty, whatever the limit says', async () => {
  const rounds = async (nodeIterationMaxRounds: number) => {
    const llm = scriptedModel(() => calling(['probe', { n: 1 }]));
    const run = runSpec({
      ...{ llm, tools: toolsOf('probe'), messages: GO, stages: [{ nodes: [worker('a')] }] },
      limits: { nodeIterationMaxRounds },
    });
    await expect(run).rejects.toThrow(/no result within/);
    return llm.calls.length;
  };
  expect([await rounds(0), await rounds(99)]).toEqual([1, 20]);
});

test('calls without an id get one that the run has not given yet, by the mode', async () => {
  const ids: string[] = [];
  const tools: ModeTools = {
    ...toolsOf('probe'),
    call: async ({ id }) => {
      ids.push(id);
      return { content: '1' };
    },
  };
  const nameless = (): Completion => ({ content: null, toolCalls: [{ id: '', name: 'probe', input: { n: 1 } }] });
  const llm = scriptedModel(nameless(), nameless(), calling(['finalize', { capsule_text: 'x' }]));
  await runLoop({ llm, tools, messages: GO });
  const main = scriptedModel(nameless(), calling(['finalize']));
  await runDirector({ llm: main, tools, messages: GO, commit: async () => {} });
  expect(ids).toEqual(['loop_tc_1', 'loop_tc_2', 'director_tc_1']);
});

test('director: a stop commits nothing, tells of the draft, and throws its reason', async () => {
  const stop = new AbortController();
  const why = new Error('Stop');
  const drafts: string[] = [];
  const committed: string[] = [];
  let asked = 0;
  const llm: LLMAdapter = {
    complete: async () => {
      asked += 1;
      if (asked === 1) return calling(['write_message', { text: 'half' }]);
      stop.abort(why);
      return new Promise(() => {});
    },
  };
  const run = runDirector({
    ...{ llm, tools: toolsOf(), messages: GO, signal: stop.signal },
    commit: async (text) => committed.push(text),
    onAbort: (draft) => drafts.push(draft),
  });
  await expect(run).rejects.toBe(why);
  expect([drafts, committed]).toEqual([['half'], []]);
});

test('director: the draft is told of while it is written, and rounds that run out without one commit nothing', async () => {
  const drafts: string[] = [];
  const committed: string[] = [];
  const given = { tools: toolsOf('probe'), messages: GO, commit: async (text: string) => committed.push(text) };
  const write = calling(['write_message', { text: 'one' }]);
  const patch = calling(['apply_message_patches', { patches: [{ find: 'one', replace: 'two' }] }]);
  const llm = scriptedModel(write, patch, calling(['finalize']));
  await runDirector({ ...given, llm, onDraft: (text) => drafts.push(text) });
  expect(drafts).toEqual(['one', 'two']);
  const idle = scriptedModel(() => calling(['probe', { n: 1 }]));
  const result = await runDirector({ ...given, llm: idle, limits: { mainRounds: 2 } });
  expect(result.status).toBe('budget_exhausted');
  expect(committed).toEqual(['two']);
});

test('director: the retry maximum is the caller’s, and sub-agents are offered nothing that steers the run', async () => {
  const trouble: string[] = [];
  const mute = scriptedModel('hm');
  const result = await runDirector({
    ...{ llm: mute, tools: toolsOf(), messages: GO, retries: 4, commit: async () => {} },
    onTrouble: ({ message }) => trouble.push(message),
  });
  expect([result.status, mute.calls.length, trouble.length]).toEqual(['error', 5, 1]);
  const offered: string[][] = [];
  const main = [calling(['dispatch_subagent', { task: 'look' }]), calling(['await_subagents']), calling(['finalize'])];
  const inner = byPrompt({ go: main, look: [{ content: 'seen' }] });
  const llm: LLMAdapter = {
    complete: (messages, options = {}) => {
      if (messages[0]?.content === 'look') offered.push(toolNames(options));
      return inner.complete(messages, options);
    },
  };
  const tools = toolsOf('probe', 'write_message', 'finalize');
  await runDirector({ llm, tools, subAgentTools: tools, messages: GO, commit: async () => {} });
  expect(offered).toEqual([['probe']]);
});

test('director: a sub-agent that still works when the message is committed is ended, and tells of nothing any more', async () => {
  const stopped: string[] = [];
  const events: TraceEvent[] = [];
  const llm = byPrompt({
    go: [
      calling(['dispatch_subagent', { task: 'look' }]),
      calling(['write_message', { text: 'x' }]),
      calling(['finalize']),
    ],
    look: [endless(stopped, 'look')],
  });
  await runDirector({
    llm,
    tools: toolsOf(),
    messages: GO,
    commit: async () => {},
    onEvent: (event) => events.push(event),
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toEqual(['look']);
  expect(events.at(-1)?.type).toBe('run_finished');
});
