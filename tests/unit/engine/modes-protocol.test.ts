import { expect, test } from 'vitest';
import type { Completion, LLMAdapter, Message } from '../../../src/engine/base/types.js';
import { runDirector } from '../../../src/engine/modes/director.js';
import { runLoop } from '../../../src/engine/modes/loop.js';
import { runAgenda } from '../../../src/engine/modes/run-agenda.js';
import { RunStore } from '../../../src/engine/modes/run-store.js';
import { type Dispatcher, type OpenRun, runTools } from '../../../src/engine/modes/run-tools.js';
import { createRuns } from '../../../src/engine/modes/runs.js';
import { runSpec } from '../../../src/engine/modes/spec.js';
import type { TraceEvent } from '../../../src/engine/modes/trace.js';
import type { ModeTools } from '../../../src/engine/modes/types.js';
import { calling, orphans, scriptedModel } from './model.js';

/** What a model does outside its mode's protocol, and what becomes of it. */

const GO: Message[] = [{ role: 'user', content: 'go' }];
const NOISE = 'asdf {{{ not json';
const parameters = { type: 'object', properties: {} };

/** A run that offers tools of other modes as well, and remembers what reached it. */
function toolsOf(...names: readonly string[]): ModeTools & { readonly made: string[] } {
  const made: string[] = [];
  return {
    made,
    list: names.map((name) => ({ name, description: name, inputSchema: parameters })),
    call: async ({ name }) => {
      made.push(name);
      return { content: '{"ok":true}' };
    },
  };
}

const write = (text: string) => calling(['write_message', { text }]);
const finalize = () => calling(['finalize']);

/** Directs, and says what came of it. */
async function direct(
  given: { readonly draft?: string; readonly rounds?: number },
  ...answers: (string | Completion)[]
) {
  const llm = scriptedModel(...answers);
  const [committed, troubles]: [string[], Error[]] = [[], []];
  const result = await runDirector({
    ...{ llm, tools: toolsOf(), messages: GO, draft: given.draft, limits: { mainRounds: given.rounds } },
    commit: async (text) => committed.push(text),
    onTrouble: (error) => troubles.push(error),
  });
  for (const { messages } of llm.calls) expect(orphans(messages)).toEqual([]);
  return { result, committed, troubles, asked: llm.calls };
}

test('director: an end before there is a draft is refused with what to do, and the run goes on', async () => {
  const { result, committed, asked } = await direct({}, finalize(), write(' '), write('She bows.'), finalize());
  expect([result.status, committed]).toEqual(['committed', ['She bows.']]);
  const refusal = JSON.parse(asked[1]?.messages.at(-1)?.content ?? '');
  expect(refusal).toEqual({
    ok: false,
    code: 'FINALIZE_EMPTY',
    error: expect.stringContaining('write the message first'),
    hint: expect.stringContaining('write_message'),
  });
  expect(result.runtimeTrace.find(({ type }) => type === 'tool_error')).toMatchObject({ code: 'FINALIZE_EMPTY' });
  expect(asked[2]?.messages.at(-1)?.content).toContain('the draft stays as it was');
});

test('director: rounds that run out over nothing commit nothing, and end with a typed error', async () => {
  const { result, committed, troubles } = await direct({ rounds: 3 }, finalize());
  expect([result.status, result.draft, committed]).toEqual(['budget_exhausted', '', []]);
  expect(result.error).toMatchObject({ code: 'MODEL_FAILED', details: { reason: 'no_message' } });
  expect(troubles).toEqual([result.error]);
  // A message that was to be continued, and was not, is none either.
  const same = await direct({ rounds: 2, draft: 'The door' }, calling(['get_draft']));
  expect([same.result.error?.details.reason, same.committed]).toEqual(['no_message', []]);
});

test('director: what is said without a tool is the draft; what is said of the draft is not', async () => {
  const first = await direct({}, '<think>Hm, a bow.</think>She bows.', finalize());
  expect([first.result.status, first.committed, first.asked.length]).toEqual(['committed', ['She bows.'], 2]);
  expect(first.asked[1]?.messages.at(-1)?.content).toContain('what you wrote is the draft now');
  const never = await direct({}, 'She bows.', 'I have written it.');
  expect([never.result.status, never.committed]).toEqual(['error', ['She bows.']]);
  const after = await direct({}, write('Hers.'), 'Done!', finalize());
  expect(after.committed).toEqual(['Hers.']);
  const mended = await direct({}, 'She bows.', write('She bows low.'), finalize());
  expect(mended.committed).toEqual(['She bows low.']);
  const thought = await direct({ rounds: 1 }, '<think>What now?</think>');
  expect([thought.result.status, thought.committed]).toEqual(['error', []]);
});

test('director: what is said while sub-agents work is no draft, and one without tools is told so', async () => {
  const told: string[] = [];
  let sub = 0;
  const main = [
    calling(['dispatch_subagent', { task: 'look' }]),
    { content: 'They work.' },
    calling(['await_subagents']),
    { content: 'It rains.' },
    finalize(),
  ];
  const llm: LLMAdapter = {
    async complete(messages, { signal } = {}) {
      if (messages[0]?.content !== 'look') return main.shift() ?? { content: '' };
      sub += 1;
      told.push(...messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])));
      // It works until it is waited for.
      while (main.length > 2 && !signal?.aborted) await new Promise((resolve) => setImmediate(resolve));
      return sub === 1 ? calling(['probe']) : { content: 'rain' };
    },
  };
  const committed: string[] = [];
  const result = await runDirector({
    ...{ llm, tools: toolsOf(), messages: GO },
    commit: async (text) => committed.push(text),
  });
  expect([result.status, committed]).toEqual(['committed', ['It rains.']]);
  expect(told).toEqual([expect.stringContaining('NOT_IMPLEMENTED')]);
});

test.each([
  ['The door', 'opens.', 'The door opens.'],
  ['The door', ', at last, opens.', 'The door, at last, opens.'],
  ['The door ', 'opens.', 'The door opens.'],
  ['The door', 'The door opens.', 'The door opens.'],
  ['门', '开了。', '门开了。'],
])('director: what is said of %s goes on from it: %s', async (draft, said, message) => {
  expect((await direct({ draft }, said, finalize())).committed).toEqual([message]);
});

test('what a loop’s model said when its limits ended it is no result: it is not told, kept or used again', async () => {
  const noise: Completion = { ...calling(['probe']), content: NOISE };
  for (const answer of [NOISE, noise]) {
    const store = new RunStore();
    const runs = createRuns({ store });
    const llm = scriptedModel(answer);
    const input = { llm, tools: toolsOf('probe'), messages: GO, limits: { max_rounds: 4 } };
    const outcome = await runs.runMode('loop', input);
    expect(outcome).toMatchObject({
      ...{ status: 'failed', capsule: null, result: { status: 'budget_exhausted', capsule: NOISE } },
      error: { code: 'MODEL_FAILED', details: { reason: 'no_result' } },
    });
    expect([store.view?.status, store.view?.capsule, runs.snapshot]).toEqual(['budget_exhausted', null, undefined]);
    const asked = llm.calls.length;
    expect((await runs.runMode('loop', input))?.status).toBe('failed');
    expect(llm.calls.length).toBe(asked * 2);
  }
});

test('a director without a message is a failed run, and so is its outcome', async () => {
  const runs = createRuns({ store: new RunStore() });
  const llm = scriptedModel(finalize());
  const input = { llm, tools: toolsOf(), messages: GO, limits: { mainRounds: 1 }, commit: async () => {} };
  expect(await runs.runMode('director', input)).toMatchObject({
    ...{ status: 'failed', capsule: null, error: { code: 'MODEL_FAILED', details: { reason: 'no_message' } } },
  });
  expect(runs.snapshot).toBeUndefined();
});

/** Steering that belongs to no agent of these modes, or to another agent of them. */
const FOREIGN = [
  'finalize',
  'write_message',
  'dispatch_subagent',
  'luker_orch_planner_step',
  'luker_orch_review_approve',
];

test('an agent is offered the steering that is its own, and other steering reaches no tool', async () => {
  const spec = toolsOf('probe', ...FOREIGN);
  const guidance = calling(['luker_orch_final_guidance', { text: 'the end' }]);
  const node = scriptedModel(calling(['finalize', { capsule_text: NOISE }]), guidance);
  const stages = [{ nodes: [{ id: 'a', type: 'worker', prompt: 'A' } as const] }];
  expect((await runSpec({ llm: node, tools: spec, messages: GO, stages })).capsule).toBe('the end');
  expect(node.calls[0]?.tools).toEqual(['probe', 'luker_orch_final_guidance']);
  expect(node.calls[1]?.messages.at(-1)?.content).toContain('NOT_IMPLEMENTED');
  expect(node.calls[1]?.messages.at(-1)?.content).toContain('Call one of: probe, luker_orch_final_guidance');

  const agenda = toolsOf('probe', ...FOREIGN);
  const step = calling(['luker_orch_planner_step', { finalize: true }]);
  const submit = calling(['luker_orch_submit_result', { text: 'done' }]);
  const planner = scriptedModel(step, finalize(), submit);
  const prompts = { plannerPrompt: 'P', finalPrompt: 'F', agents: [{ name: 'a', prompt: 'A' }] };
  expect((await runAgenda({ llm: planner, tools: agenda, messages: GO, ...prompts })).capsule).toBe('done');
  expect(planner.calls[1]?.tools).toEqual(['probe', 'luker_orch_submit_result']);

  const loop = toolsOf('probe', ...FOREIGN);
  const one = scriptedModel(calling(['write_message', { text: NOISE }]), calling(['finalize', { capsule_text: 'X' }]));
  expect((await runLoop({ llm: one, tools: loop, messages: GO })).capsule).toBe('X');
  expect(one.calls[0]?.tools).toEqual(['probe', 'finalize']);
  expect([spec.made, agenda.made, loop.made]).toEqual([[], [], []]);
});

test('a trace has the code that a tool gives its own error', async () => {
  const error = { code: 'TOOL_ERROR', message: 'the shelf is full', details: { guest: { code: 'NO_ROOM' } } };
  const content = JSON.stringify({ ok: false, error: error.message, code: 'NO_ROOM', hint: '' });
  const run: OpenRun = {
    schemas: () => [{ function: { name: 'probe', description: '', parameters } }],
  };
  const orchestrator: Dispatcher<OpenRun> = {
    dispatch: async ({ name }) => ({
      message: { content },
      error: name === 'probe' ? error : { ...error, details: {} },
    }),
  };
  const codes = (trace: readonly TraceEvent[]) =>
    trace.flatMap(({ type, code }) => (type === 'tool_error' ? [code] : []));
  const end = calling(['finalize', { capsule_text: 'X' }]);
  const llm = scriptedModel(calling(['probe'], ['other']), end);
  const { runtimeTrace } = await runLoop({ llm, tools: runTools(orchestrator, run), messages: GO });
  expect(codes(runtimeTrace)).toEqual(['NO_ROOM', 'TOOL_ERROR']);
});
