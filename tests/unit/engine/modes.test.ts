import { expect, test } from 'vitest';
import type { Completion, LLMAdapter, Message } from '../../../src/engine/base/types.js';
import { planStep } from '../../../src/engine/modes/agenda.js';
import { runDirector } from '../../../src/engine/modes/director.js';
import { applyMessagePatches } from '../../../src/engine/modes/draft.js';
import { runLoop } from '../../../src/engine/modes/loop.js';
import { runAgenda } from '../../../src/engine/modes/run-agenda.js';
import { runSpec } from '../../../src/engine/modes/spec.js';
import { checkStages, type ReviewCall, reviewDecision } from '../../../src/engine/modes/stages.js';
import { Notes } from '../../../src/engine/modes/tools/note-book.js';
import { type TraceEvent, traceLines } from '../../../src/engine/modes/trace.js';
import type { ModeTools } from '../../../src/engine/modes/types.js';
import { calling, orphans, scriptedModel } from './model.js';

const GO: Message[] = [{ role: 'user', content: 'go' }];
const parameters = { type: 'object', properties: {} };

/** Tools that answer with their names. */
function toolsOf(...names: readonly string[]): ModeTools & { readonly made: string[] } {
  const made: string[] = [];
  return {
    made,
    list: names.map((name) => ({ name, description: name, inputSchema: parameters })),
    call: async ({ name }) => {
      made.push(name);
      return { content: `"${name}"` };
    },
  };
}

/** A model that answers each agent by what it is told first. */
const byPrompt = (answers: Record<string, readonly Completion[]>): LLMAdapter & { readonly seen: Message[][] } => {
  const rest = new Map(Object.entries(answers).map(([prompt, list]) => [prompt, [...list]]));
  const seen: Message[][] = [];
  return {
    seen,
    async complete(messages) {
      seen.push(structuredClone(messages));
      const [first] = messages;
      return rest.get(first?.content ?? '')?.shift() ?? { content: `nothing for ${first?.content}` };
    },
  };
};

const types = (trace: readonly TraceEvent[]) => trace.map(({ type }) => type);
const output = (text: string) => calling(['luker_orch_node_output', { text }]);
const guidance = (text: string) => calling(['luker_orch_final_guidance', { text }]);
const submit = (text: string) => calling(['luker_orch_submit_result', { text }]);
const plan = (input: object) => calling(['luker_orch_planner_step', input as Record<string, unknown>]);

const finalize = (capsule_text: string) => ['finalize', { capsule_text }] as const;

test('M01: a call, then the end: its text is the result, after two rounds', async () => {
  const llm = scriptedModel(calling(['probe']), calling(finalize('X')));
  const result = await runLoop({ llm, tools: toolsOf('probe'), messages: GO });
  expect(result).toMatchObject({ status: 'completed', capsule: 'X', total_rounds: 2 });
  expect(orphans(llm.calls[1]?.messages ?? [])).toEqual([]);
});

test('M02: an end without a text is refused, and the run goes on', async () => {
  const llm = scriptedModel(calling(finalize(' ')), calling(finalize('ok')));
  const result = await runLoop({ llm, tools: toolsOf(), messages: GO });
  expect(result).toMatchObject({ status: 'completed', capsule: 'ok' });
  expect(llm.calls[1]?.messages.at(-1)?.content).toContain('FINALIZE_EMPTY');
});

test('M03: three answers in a row without a call end a run with the last one’s text', async () => {
  const llm = scriptedModel('a', calling(['probe']), 'b', 'c', 'd', calling(finalize('late')));
  const result = await runLoop({ llm, tools: toolsOf('probe'), messages: GO });
  expect(result).toMatchObject({ status: 'budget_exhausted', capsule: 'd' });
  expect(result.runtimeTrace.at(-2)).toMatchObject({ reason: 'no_tool_call_streak' });
});

test('M05: what is called after the end does not run', async () => {
  const tools = toolsOf('A', 'B');
  await runLoop({ llm: scriptedModel(calling(['A'], finalize('X'), ['B'])), tools, messages: GO });
  expect(tools.made).toEqual(['A']);
});

const dispatch = (agent: string, task_brief = 'do') => ({ todo_id: 'main', agent, task_brief });

test('M06: as many are dispatched as may run at the same time, and as are left', () => {
  const dispatches = Array.from({ length: 5 }, () => dispatch('w'));
  const limits = { maxConcurrentAgents: 3, maxTotalRuns: 24 };
  const started = (runsUsed: number) => {
    const planned = planStep({ dispatches }, { agents: ['w'], runsUsed, limits });
    return 'start' in planned ? planned.start.length : 0;
  };
  expect([0, 21, 22, 23].map(started)).toEqual([3, 3, 2, 1]);
});

test('M07: a step ends the run or dispatches, not both; nothing ends it; nobody to send is an error', () => {
  const state = { agents: ['w'], runsUsed: 0 };
  expect(() => planStep({ dispatches: [dispatch('w')], finalize: true }, state)).toThrow(/not both/);
  expect(planStep({}, state)).toEqual({ finalises: true });
  expect(() => planStep({ dispatches: [dispatch('ghost'), dispatch('w', ' ')] }, state)).toThrow(/no dispatch/);
});

test('M08: a review approves, or has workers do it again with feedback, each once', () => {
  const stages = [['a'], ['b'], ['r']];
  const read = (...calls: readonly ReviewCall[]) => reviewDecision(calls, stages, ['a', 'b']);
  expect(read({ approve: {} })).toEqual({ decision: 'approve' });
  const again = (feedback: unknown, target_node_ids: unknown) => ({ rerun: { feedback, target_node_ids } });
  expect(read(again('f', ['b', 'a']))).toMatchObject({ decision: 'rerun', replayFromStage: 0 });
  for (const wrong of [
    [],
    [{ approve: {} }, again('f', ['a'])],
    [again('', ['a'])],
    [again('f', ['a', 'a'])],
    [again('f', ['r'])],
    [again('f', [])],
    [again('f', 'a')],
  ]) {
    expect(() => read(...wrong)).toThrow();
  }
});

test('M04: a loop that always calls ends after its rounds; a clock that has run out ends it before the next', async () => {
  const llm = scriptedModel(() => calling(['probe']));
  const result = await runLoop({ llm, tools: toolsOf('probe'), messages: GO, limits: { max_rounds: 2 } });
  expect(result).toMatchObject({ status: 'budget_exhausted', total_rounds: 2, capsule: null });
  expect(result.runtimeTrace.at(-2)).toMatchObject({ type: 'budget_exhausted', reason: 'max_rounds' });
  let now = 0;
  const late = await runLoop({
    ...{ llm, tools: toolsOf('probe'), messages: GO, limits: { wall_clock_budget_ms: 1 } },
    now: () => {
      now += 6_000;
      return now;
    },
  });
  expect(late.runtimeTrace.at(-2)).toMatchObject({ type: 'budget_exhausted', reason: 'wall_clock' });
  expect(late.total_rounds).toBe(1);
});

test('a stop ends a loop between two calls with its reason', async () => {
  const controller = new AbortController();
  const why = new Error('the user pressed Stop');
  const tools = toolsOf('probe');
  const stopping: ModeTools = {
    ...tools,
    call: async (call, signal) => {
      controller.abort(why);
      return tools.call(call, signal);
    },
  };
  const run = runLoop({
    ...{ llm: scriptedModel(calling(['probe'], ['probe'])), tools: stopping, messages: GO },
    signal: controller.signal,
  });
  await expect(run).rejects.toBe(why);
  expect(tools.made).toEqual(['probe']);
});

test('M09: a stage with a review runs one node after another, whatever it says', () => {
  const [stage, last] = checkStages([
    {
      mode: 'parallel',
      nodes: [
        { id: 'a', type: 'worker' },
        { id: 'r', type: 'review' },
      ],
    },
    { mode: 'parallel', nodes: [{ id: 'b', type: 'worker' }] },
  ]);
  expect([stage?.mode, last?.mode]).toEqual(['serial', 'parallel']);
  for (const wrong of [[], [[]], [['a'], ['a']], [['r']]]) {
    const stages = wrong.map((ids) => ({
      nodes: ids.map((id) => ({ id, type: id === 'r' ? ('review' as const) : ('worker' as const) })),
    }));
    expect(() => checkStages(stages)).toThrow();
  }
});

test('spec: workers hand over, a review has one do it again, and the last stage says what it comes to', async () => {
  const rerun = calling(['luker_orch_review_rerun', { feedback: 'shorter', target_node_ids: ['b'] }]);
  const llm = byPrompt({
    A: [calling(['probe']), output('a1')],
    B: [output('b1'), output('b2')],
    R: [rerun, calling(['luker_orch_review_approve'])],
    C: [guidance('the end')],
  });
  const tools = toolsOf('probe');
  const result = await runSpec({
    ...{ llm, tools, messages: GO },
    stages: [
      { mode: 'parallel', nodes: [{ id: 'a', type: 'worker', prompt: 'A' }] },
      {
        nodes: [
          { id: 'b', type: 'worker', prompt: 'B' },
          { id: 'r', type: 'review', prompt: 'R' },
        ],
      },
      { nodes: [{ id: 'c', type: 'worker', prompt: 'C' }] },
    ],
  });
  expect(result).toMatchObject({
    status: 'completed',
    capsule: 'the end',
    outputs: { a: 'a1', b: 'b2', c: 'the end' },
  });
  expect(tools.made).toEqual(['probe']);
  const again = llm.seen.filter(([first]) => first?.content === 'B')[1]?.at(-1)?.content;
  expect(again).toContain('## Feedback\nshorter');
  expect(again).toContain('## Your last result\nb1');
  for (const messages of llm.seen) expect(orphans(messages)).toEqual([]);
});

test('spec: a review that does not fit is asked for again, and one that never ends is let go on', async () => {
  const wrong = calling(
    ['luker_orch_review_approve'],
    ['luker_orch_review_rerun', { feedback: 'x', target_node_ids: ['a'] }],
  );
  const rerun = () => calling(['luker_orch_review_rerun', { feedback: 'x', target_node_ids: ['a'] }]);
  const llm = byPrompt({
    A: [output('1'), output('2'), output('3')],
    R: [
      wrong,
      calling(['luker_orch_review_rerun', { feedback: '', target_node_ids: ['a'] }]),
      rerun(),
      rerun(),
      rerun(),
    ],
    C: [guidance('done')],
  });
  const stages = [
    { nodes: [{ id: 'a', type: 'worker' as const, prompt: 'A' }] },
    { nodes: [{ id: 'r', type: 'review' as const, prompt: 'R' }] },
    { nodes: [{ id: 'c', type: 'worker' as const, prompt: 'C' }] },
  ];
  const result = await runSpec({ llm, tools: toolsOf(), messages: GO, stages, limits: { reviewRerunMaxRounds: 1 } });
  expect(result.outputs).toEqual({ a: '2', c: 'done' });
  expect(types(result.runtimeTrace).filter((type) => type === 'answer_refused')).toHaveLength(2);
  const mute = byPrompt({ A: [{ content: 'I' }, { content: 'will' }, { content: 'not' }] });
  await expect(runSpec({ llm: mute, tools: toolsOf(), messages: GO, stages })).rejects.toThrow(/hand over/);
  const busy = scriptedModel(() => calling(['probe']));
  const limits = { nodeIterationMaxRounds: 2 };
  await expect(runSpec({ llm: busy, tools: toolsOf('probe'), messages: GO, stages, limits })).rejects.toThrow(
    /2 rounds/,
  );
});

test('agenda: a planner adds work, sends agents at the same time, and one that sees all sums up', async () => {
  const llm = byPrompt({
    P: [
      plan({
        todo_ops: [{ op: 'add', id: 'roof', text: 'mend it' }],
        dispatches: [
          { todo_id: 'roof', agent: 'smith', task_brief: 'nails' },
          { todo_id: 'main', agent: 'ghost', task_brief: 'boo' },
        ],
      }),
      plan({
        todo_ops: [{ op: 'set_status', id: 'roof', status: 'done' }],
        dispatches: [{ todo_id: 'main', agent: 'smith', task_brief: 'more', input_run_ids: ['run_1'] }],
      }),
      plan({ finalize: true, todo_ops: [{ op: 'drop', id: 'main' }] }),
    ],
    S: [submit('forty nails'), calling(['probe']), submit('done')],
    F: [submit('a mended roof')],
  });
  const result = await runAgenda({
    ...{ llm, tools: toolsOf('probe'), messages: GO, plannerPrompt: 'P', finalPrompt: 'F' },
    agents: [{ name: 'smith', prompt: 'S' }],
  });
  expect(result).toMatchObject({ status: 'completed', capsule: 'a mended roof' });
  expect(result.runs.map(({ id, text }) => [id, text])).toEqual([
    ['run_1', 'forty nails'],
    ['run_2', 'done'],
  ]);
  expect(result.todos.map(({ id, status }) => [id, status])).toEqual([
    ['main', 'dropped'],
    ['roof', 'done'],
  ]);
  expect(llm.seen.filter(([first]) => first?.content === 'S')[1]?.at(-1)?.content).toContain('forty nails');
  for (const messages of llm.seen) expect(orphans(messages)).toEqual([]);
});

test('agenda: one agent that fails fails the run, and a planner that plans nothing that can be done is asked again', async () => {
  const ghost = plan({ dispatches: [{ todo_id: 'main', agent: 'ghost', task_brief: 'x' }] });
  const both = plan({ finalize: true, dispatches: [{ todo_id: 'main', agent: 'smith', task_brief: 'x' }] });
  const given = {
    ...{ tools: toolsOf(), messages: GO, plannerPrompt: 'P', finalPrompt: 'F' },
    agents: [{ name: 'smith', prompt: 'S' }],
  };
  const llm = byPrompt({ P: [ghost, both, ghost] });
  await expect(runAgenda({ ...given, llm })).rejects.toThrow(/no dispatch can be made/);
  const two = ['x', 'y'].map((task_brief) => ({ todo_id: 'main', agent: 'smith', task_brief }));
  const failing = byPrompt({ P: [plan({ dispatches: two })], S: [submit('ok')] });
  await expect(runAgenda({ ...given, llm: failing })).rejects.toThrow(/hand over/);
});

test('M10: a sub-agent tells the main agent once what it has come to', async () => {
  const main = [
    calling(['dispatch_subagent', { task: 'look' }]),
    calling(['await_subagents']),
    calling(['write_message', { text: 'It rains.' }]),
    calling(['finalize']),
  ];
  const llm = byPrompt({ go: main, look: [calling(['probe']), { content: 'rain' }] });
  const committed: string[] = [];
  const sub = toolsOf('probe');
  const result = await runDirector({
    ...{ llm, tools: toolsOf(), subAgentTools: sub, messages: GO },
    commit: async (text) => committed.push(text),
  });
  expect(result).toMatchObject({ status: 'committed', draft: 'It rains.', total_rounds: 4 });
  expect(committed).toEqual(['It rains.']);
  expect(sub.made).toEqual(['probe']);
  const last = llm.seen.filter(([first]) => first?.content === 'go').at(-1) ?? [];
  expect(last.filter(({ content }) => content.includes('Sub-agent sub_1'))).toEqual([
    { role: 'system', content: 'Sub-agent sub_1 done: rain' },
  ]);
});

test('M11: patches are all in or none', async () => {
  const patches = [
    { find: 'one', replace: '1' },
    { find: 'two', replace: '2' },
  ];
  expect(applyMessagePatches('one two', patches)).toBe('1 2');
  for (const text of ['one two two', 'one', 'aaa'])
    expect(() => applyMessagePatches(text, patches)).toThrow(/nothing was changed/);
  expect(() => applyMessagePatches('aaa', [{ find: 'aa', replace: '' }])).toThrow(/more than one place/);
  const llm = scriptedModel(
    calling(['write_message', { text: 'one two two' }]),
    calling(['apply_message_patches', { patches }], ['get_draft']),
    calling(['finalize']),
  );
  const result = await runDirector({ llm, tools: toolsOf(), messages: GO, commit: async () => {} });
  expect(result.draft).toBe('one two two');
  const results = llm.calls[2]?.messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content));
  expect(results?.slice(1)).toEqual([
    { ok: false, error: expect.stringContaining('more than one place') },
    { ok: true, draft: 'one two two' },
  ]);
});

test('director: no more sub-agents than may be, a failing commit is told, rounds that run out commit what there is', async () => {
  const hang: LLMAdapter = {
    async complete(messages, options) {
      if (messages[0]?.content !== 'go') {
        return new Promise((_, reject) =>
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
        );
      }
      return script.complete(messages, options);
    },
  };
  const sends = Array.from({ length: 3 }, (_, at): [string, Record<string, unknown>] => [
    'dispatch_subagent',
    { task: `t${at}` },
  ]);
  const script = scriptedModel(
    calling(['write_message', { text: 'draft' }], ...sends),
    calling(['cancel_subagent', { id: 'sub_1' }], ['cancel_subagent', { id: 'sub_9' }]),
    calling(['finalize']),
  );
  let commits = 0;
  const result = await runDirector({
    ...{ llm: hang, tools: toolsOf(), messages: GO, limits: { maxConcurrentSubAgents: 2, mainRounds: 3 } },
    commit: async () => {
      commits += 1;
      if (commits === 1) throw new Error('the chat is closed');
    },
  });
  expect(result).toMatchObject({ status: 'budget_exhausted', draft: 'draft' });
  expect(commits).toBe(2);
  const second = script.calls[1]?.messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content));
  expect(second?.map(({ ok }) => ok)).toEqual([true, true, true, false]);
});

test('director: an answer without a call is asked for again; what fails then commits the draft and says so', async () => {
  const llm = scriptedModel(calling(['write_message', { text: 'half' }]), 'no', 'no', 'no');
  const [committed, troubles]: [string[], string[]] = [[], []];
  const result = await runDirector({
    ...{ llm, tools: toolsOf(), messages: GO },
    commit: async (text) => committed.push(text),
    onTrouble: ({ message }) => troubles.push(message),
  });
  expect(result).toMatchObject({ status: 'error', draft: 'half' });
  expect([committed, troubles]).toEqual([['half'], [expect.stringContaining('call a tool')]]);
  const controller = new AbortController();
  const why = new Error('the user pressed Stop');
  const stopped = runDirector({
    llm: scriptedModel(() => {
      controller.abort(why);
      return calling(['finalize']);
    }),
    ...{ tools: toolsOf(), messages: GO, signal: controller.signal, draft: 'mine' },
    commit: async (text) => committed.push(text),
  });
  await expect(stopped).rejects.toBe(why);
  expect(committed).toEqual(['half']);
});

test('N01 and N02: notes are written one after another, kept in order, and older ones are taken in', async () => {
  const saved: string[][] = [];
  let refuse = false;
  const notes = new Notes(['an old one'], async (all) => {
    if (refuse) throw new Error('the disk is full');
    saved.push(all.map(({ text, status = 'open' }) => `${status} ${text}`));
  });
  const [a, b] = await Promise.all([notes.write(' a ', 3), notes.write('b')]);
  expect(notes.prompt).toBe(`Open Notes\n- [${notes.open[0]?.id}] an old one\n- [${a?.id}] a\n- [${b?.id}] b`);
  expect(await notes.close(a?.id ?? '', 'done')).toEqual({ ok: true });
  expect(saved.at(-1)).toEqual(['open an old one', 'closed a', 'open b']);
  for (const [text, code] of [
    ['', 'NOTE_EMPTY'],
    ['字'.repeat(5_462), 'NOTE_TOO_LONG'],
  ] as const) {
    await expect(notes.write(text)).rejects.toMatchObject({ code });
  }
  expect((await notes.write('字'.repeat(5_461))).id).toMatch(/^n_/);
  await expect(notes.close(' ')).rejects.toMatchObject({ code: 'NOTE_ID_EMPTY' });
  refuse = true;
  await expect(notes.write('lost')).rejects.toMatchObject({ code: 'NOTE_WRITE_FAILED' });
  expect(notes.open.map(({ text }) => text.slice(0, 10))).not.toContain('lost');
});

test('a trace as a file is one event a line; what cannot be written is left out', () => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  expect(traceLines([{ type: 'a' }, { type: 'b', cyclic }, { type: 'c' }])).toBe('{"type":"a"}\n{"type":"c"}\n');
  expect(traceLines([])).toBe('');
});
