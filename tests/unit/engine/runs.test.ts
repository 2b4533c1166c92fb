import { expect, test } from 'vitest';
import type { Completion, LLMAdapter, Message } from '../../../src/engine/base/types.js';
import { scriptedModel as recorded } from '../../../src/engine/models/scripted.js';
import { followRun } from '../../../src/engine/modes/follow.js';
import { runLoop } from '../../../src/engine/modes/loop.js';
import { RunStore, type RunView } from '../../../src/engine/modes/run-store.js';
import { anchorOf, createRuns, withCapsule } from '../../../src/engine/modes/runs.js';
import { compareTraces, parseTrace, traceLines } from '../../../src/engine/modes/trace.js';
import type { ModeTools } from '../../../src/engine/modes/types.js';
import { calling, scriptedModel } from './model.js';

const GO: Message[] = [{ role: 'user', content: 'go' }];
const finalize = (capsule_text: string) => calling(['finalize', { capsule_text }]);

const toolsOf = (call: ModeTools['call'] = async ({ name }) => ({ content: `"${name}"` })): ModeTools => ({
  list: [{ name: 'probe', description: '', inputSchema: { type: 'object', properties: {} } }],
  call,
});

const playing = (...answers: readonly Completion[]) =>
  recorded({ format: 'bulkhead-recording', version: 1, answers: [...answers] });

const shape = (view: RunView | null) =>
  view?.rounds.map(({ agent, status, sections }) => [
    `${agent} ${status}`,
    ...sections.map((section) => `${section.kind} ${section.title} ${section.status}: ${section.text}`),
  ]);

test('a run is followed into rounds and sections, with a model’s words while it writes them', async () => {
  const store = new RunStore();
  const written: string[] = [];
  store.subscribe((event, view) => {
    if (event.type === 'section_appended') written.push(view?.rounds.at(-1)?.sections.at(-1)?.text ?? '');
  });
  const said: Completion = { ...calling(['probe', { a: 1 }]), content: 'I look first' };
  const llm = playing(said, finalize('found'));
  await runLoop({ llm, tools: toolsOf(), messages: GO, onEvent: followRun(store, 'loop') });
  expect(written).toEqual(['I ', 'I look ', 'I look first']);
  expect(store.view).toMatchObject({ status: 'committed', capsule: 'found' });
  expect(shape(store.view)).toEqual([
    ['main committed', 'text  done: I look first', 'tool_call probe done: ', 'tool_result probe done: "probe"'],
    ['main committed'],
  ]);
});

test('reasoning and tokens are shown where a model tells them', async () => {
  const store = new RunStore();
  const usage = { inputTokens: 7, outputTokens: 3 };
  const answers = [
    { ...calling(['probe']), reasoning: 'first I', usage },
    { ...finalize('x'), usage },
  ];
  const llm: LLMAdapter = { complete: async () => answers.shift() as Completion };
  await runLoop({ llm, tools: toolsOf(), messages: GO, onEvent: followRun(store, 'loop') });
  expect(store.view?.usage).toEqual({ inputTokens: 14, outputTokens: 6 });
  expect(shape(store.view)?.[0]?.[1]).toBe('reasoning  done: first I');
});

test('what fails is shown as failed: a tool’s error, its own no, and an answer that is refused', async () => {
  const store = new RunStore();
  const failing = toolsOf(async ({ input }) =>
    input.own === true
      ? { content: '{"ok":false,"error":"no"}' }
      : { content: '{}', error: { code: 'TOOL_TIMEOUT', message: 'too slow' } },
  );
  const runs = createRuns({ store });
  const llm = scriptedModel('hm', calling(['probe'], ['probe', { own: true }]), calling(['finalize']));
  const outcome = await runs.runMode('director', { llm, tools: failing, messages: GO, commit: async () => {} });
  expect(outcome?.status).toBe('completed');
  expect(shape(store.view)).toEqual([
    ['main error', 'text  done: hm', expect.stringContaining('note answer_refused done: call a tool')],
    [
      'main committed',
      ...['tool_call probe failed: ', 'tool_result probe failed: TOOL_TIMEOUT: too slow'],
      ...['tool_call probe failed: ', 'tool_result probe failed: {"ok":false,"error":"no"}'],
    ],
    ['main committed', 'tool_call finalize done: ', 'tool_result finalize done: {"ok":true}'],
  ]);
});

test('one orchestration at a time: a second start answers nothing, and the first goes on', async () => {
  const runs = createRuns({ store: new RunStore() });
  const input = { tools: toolsOf(), messages: GO };
  const first = runs.runMode('loop', { ...input, llm: scriptedModel(finalize('one')) });
  expect(await runs.runMode('loop', { ...input, llm: scriptedModel(finalize('two')) })).toBeUndefined();
  expect(await first).toMatchObject({ status: 'completed', capsule: 'one' });
});

test('a result is used again as long as the user’s last words are the same', async () => {
  const runs = createRuns({ store: new RunStore() });
  const llm = scriptedModel(finalize('one'), finalize('two'), finalize('three'));
  const input = { llm, tools: toolsOf() };
  const go = (messages: Message[], again = false) => runs.runMode('loop', { ...input, messages, again });
  expect(await go(GO)).toMatchObject({ status: 'completed', capsule: 'one' });
  expect(await go([...GO, { role: 'assistant', content: 'hm' }])).toEqual({
    status: 'reused',
    capsule: 'one',
    trace: [],
  });
  expect(llm.calls).toHaveLength(1);
  expect(await go(GO, true)).toMatchObject({ status: 'completed', capsule: 'two' });
  expect(await go([{ role: 'user', content: 'another' }])).toMatchObject({ capsule: 'three' });
  expect(runs.snapshot).toMatchObject({ mode: 'loop', capsule: 'three' });
  runs.restore({ mode: 'loop', anchor: anchorOf(GO), capsule: 'kept' });
  expect(await go(GO)).toMatchObject({ status: 'reused', capsule: 'kept' });
});

test('a stop ends a run whose model and tool do not hear it, and leaves no result behind', async () => {
  const store = new RunStore();
  const runs = createRuns({ store });
  const never = new Promise<never>(() => {});
  const until = (type: string) =>
    new Promise<void>((resolve) => {
      const off = store.subscribe((_, view) => {
        const shown = type === 'tool_call' ? view?.rounds.at(-1)?.sections.length : view?.rounds.length;
        if (!shown) return;
        off();
        resolve();
      });
    });
  const waiting = until('round');
  const deaf = runs.runMode('loop', { llm: { complete: () => never }, tools: toolsOf(), messages: GO });
  await waiting;
  runs.stop();
  expect(await deaf).toMatchObject({ status: 'cancelled', capsule: null });
  const called = until('tool_call');
  const llm = scriptedModel(calling(['probe']));
  const stuck = runs.runMode('loop', { llm, tools: toolsOf(() => never), messages: GO });
  await called;
  runs.stop();
  expect(await stuck).toMatchObject({ status: 'cancelled' });
  expect(store.view).toMatchObject({ status: 'aborted', rounds: [{ sections: [{ status: 'failed' }] }] });
  expect(runs.snapshot).toBeUndefined();
});

test('what a mode throws is an outcome with a code', async () => {
  const store = new RunStore();
  const runs = createRuns({ store });
  const failing: LLMAdapter = {
    complete: async () => {
      throw new Error('offline');
    },
  };
  const outcome = await runs.runMode('loop', { llm: failing, tools: toolsOf(), messages: GO });
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'MODEL_FAILED', message: 'offline' } });
  expect(store.view).toMatchObject({ status: 'error', error: 'offline' });
  await expect(runs.runMode('loop', { llm: failing, messages: GO, review: true })).rejects.toMatchObject({
    code: 'BAD_ARGS',
  });
});

test('a capsule stands before the user’s last words', () => {
  const messages: Message[] = [
    { role: 'system', content: 's' },
    { role: 'user', content: 'u' },
  ];
  expect(withCapsule(messages, 'C').map(({ content }) => content)).toEqual(['s', 'C', 'u']);
  expect(withCapsule(messages, null)).toEqual(messages);
});

test('a trace comes back from its file, and a line that is no event is named', async () => {
  const { runtimeTrace } = await runLoop({ llm: playing(finalize('x')), tools: toolsOf(), messages: GO });
  expect(parseTrace(traceLines(runtimeTrace))).toEqual(runtimeTrace);
  expect(() => parseTrace('{"type":"a"}\n[1]\n')).toThrow('line 2');
});

test('two traces differ where an agent’s events do; times, and whose turn it was, do not count', () => {
  const a = { type: 'llm_request', agent: 'a', at: 1 };
  const b = { type: 'llm_request', agent: 'b', at: 2 };
  const call = (text: string) => ({ type: 'tool_call', agent: 'a', call_id: text, arguments: { text } });
  expect(compareTraces([a, b], [b, { ...a, at: 9 }])).toBeUndefined();
  expect(compareTraces([a, call('x')], [a, call('y')])).toMatchObject({
    ...{ agent: 'a', event: 2, field: 'arguments.text', recorded: 'x', now: 'y' },
    words: 'event 2 of a (tool_call), arguments.text: "x" was recorded, now it is "y"',
  });
  expect(compareTraces([a, b], [a])?.words).toBe('event 1 of b: llm_request is missing');
  expect(compareTraces([a], [a, b])?.words).toBe('event 1 of b: llm_request is new');
  expect(compareTraces([a], [call('x')])?.words).toContain('llm_request was recorded, now it is tool_call');
});
