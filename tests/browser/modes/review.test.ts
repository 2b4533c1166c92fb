import { expect, test } from 'vitest';
import type { Completion, Message, ToolCall } from '../../../src/engine/base/types.js';
import { scriptedModel } from '../../../src/engine/models/scripted.js';
import { createRuns, type LLMAdapter, loopTools, Notes, RunStore } from '../../../src/engine/modes/index.js';
import type { Effects, Host } from '../../../src/index.js';
import { testHost } from '../setup.js';
import { giveTools } from './recorded.js';

const GO: Message[] = [{ role: 'user', content: 'go' }];
const DONE: ToolCall = { id: 'end', name: 'finalize', input: { capsule_text: 'done' } };

const playing = (...rounds: readonly (readonly ToolCall[])[]) => {
  const answers: Completion[] = rounds.map((toolCalls) => ({ content: null, toolCalls: [...toolCalls] }));
  return scriptedModel({ format: 'bulkhead-recording', version: 1, answers });
};
const keep = (text: string): ToolCall => ({ id: `keep-${text}`, name: 'keep', input: { text } });
const KEPT: ToolCall = { id: 'kept', name: 'kept', input: {} };

const driver = (host: Host) => createRuns({ store: new RunStore(), orchestrator: host.orchestrator });
const kept = async (host: Host) => (await host.tools.execute('kept')).value;
const results = (trace: readonly { readonly type: string; readonly [field: string]: unknown }[]) =>
  trace.flatMap(({ type, name, content, simulated }) => (type === 'tool_result' ? [[name, content, simulated]] : []));

test('a review sees what it has written, changes nothing, and is done as a whole when somebody says so', async () => {
  await using host = testHost();
  await giveTools(host);
  const runs = driver(host);
  const llm = playing([keep('one')], [KEPT], [keep('two')], [KEPT, DONE]);
  const outcome = await runs.runMode('loop', { llm, messages: GO, review: true });
  expect(outcome).toMatchObject({ status: 'completed', capsule: 'done' });
  expect(results(outcome?.trace ?? []).map(([name, content]) => [name, JSON.parse(String(content)).data])).toEqual([
    ...[
      ['keep', undefined],
      ['kept', 'one'],
    ],
    ...[
      ['keep', undefined],
      ['kept', 'two'],
    ],
  ]);
  expect(await kept(host)).toBe('nothing');
  const effects = outcome?.effects as Effects;
  expect(effects.items).toMatchObject([{ kind: 'storage', key: 'text', after: '"two"' }]);
  // It was no real run: nothing is used again.
  expect(runs.snapshot).toBeUndefined();
  await host.tools.commit(effects);
  expect(await kept(host)).toBe('two');
});

test('S06: a live run beside a review writes for real, and the review does not see it as its own', async () => {
  await using host = testHost();
  await giveTools(host);
  let reviewWrote = () => {};
  const wrote = new Promise<void>((resolve) => {
    reviewWrote = resolve;
  });
  let liveIsOver = () => {};
  const over = new Promise<void>((resolve) => {
    liveIsOver = resolve;
  });
  const reviewed = playing([keep('pretended')], [KEPT], [DONE]);
  let asked = 0;
  const waiting: LLMAdapter = {
    async complete(messages, options) {
      asked += 1;
      if (asked === 2) {
        reviewWrote();
        await over;
      }
      return reviewed.complete(messages, options);
    },
  };
  const review = driver(host).runMode('loop', { llm: waiting, messages: GO, review: true });
  await wrote;
  const live = await driver(host).runMode('loop', { llm: playing([keep('real')], [KEPT, DONE]), messages: GO });
  expect(results(live?.trace ?? [])).toEqual([
    ['keep', '{"ok":true}', undefined],
    ['kept', '{"ok":true,"data":"real"}', undefined],
  ]);
  liveIsOver();
  expect(results((await review)?.trace ?? []).at(-1)?.[1]).toBe('{"ok":true,"data":"pretended"}');
  expect(await kept(host)).toBe('real');
});

test('S05 and S07: a second review is refused by the first one’s name, and after one that failed runs are real', async () => {
  await using host = testHost();
  await giveTools(host);
  await host.orchestrator.withReview(async ({ id }) => {
    const second = driver(host).runMode('loop', { llm: playing([DONE]), messages: GO, review: true });
    await expect(second).rejects.toMatchObject({ code: 'REVIEW_ACTIVE', message: expect.stringContaining(id) });
  });
  const runs = driver(host);
  const failing: LLMAdapter = {
    complete: async () => {
      throw new Error('offline');
    },
  };
  expect(await runs.runMode('loop', { llm: failing, messages: GO, review: true })).toMatchObject({ status: 'failed' });
  expect(host.orchestrator.activeReview()).toBeUndefined();
  await runs.runMode('loop', { llm: playing([keep('real')], [DONE]), messages: GO });
  expect(await kept(host)).toBe('real');
});

test('a director’s review commits no message, and hands it over', async () => {
  await using host = testHost();
  await giveTools(host);
  const committed: string[] = [];
  const write: ToolCall = { id: 'w', name: 'write_message', input: { text: 'It rains.' } };
  const outcome = await driver(host).runMode('director', {
    ...{ llm: playing([write, keep('x')], [{ id: 'f', name: 'finalize', input: {} }]), messages: GO, review: true },
    commit: async (text: string) => committed.push(text),
  });
  expect(outcome).toMatchObject({
    status: 'completed',
    message: 'It rains.',
    effects: { items: [{ kind: 'storage' }] },
  });
  expect(committed).toEqual([]);
});

test('a trusted write tool without a simulation does not run in a review, and the trace says so', async () => {
  await using host = testHost();
  let ran = 0;
  host.tools.register(
    {
      ...{ name: 'count', description: 'Counts', mode: 'write', parameters: { type: 'object' } },
      exec: () => {
        ran += 1;
      },
    },
    { owner: 'page' },
  );
  const count: ToolCall = { id: 'c', name: 'count', input: {} };
  const outcome = await driver(host).runMode('loop', { llm: playing([count], [DONE]), messages: GO, review: true });
  expect(results(outcome?.trace ?? [])).toEqual([['count', '{"ok":true,"simulated":true,"unvalidated":true}', true]]);
  expect(ran).toBe(0);
});

test('a handwritten tool that does not compile is told before the run, which goes on', async () => {
  await using host = testHost();
  const store = new RunStore();
  const runs = createRuns({ store, orchestrator: host.orchestrator });
  const customTools = [{ name: 'broken', body: 'return (' }];
  const outcome = await runs.runMode('loop', { llm: playing([DONE]), messages: GO, open: { customTools } });
  expect(outcome?.trace[0]).toMatchObject({ type: 'custom_tool_compile_failed', name: 'broken' });
  expect(store.view?.rounds[0]?.sections).toMatchObject([{ kind: 'note', status: 'failed' }]);
  expect(outcome?.status).toBe('completed');
});

test('open notes stand before the model, and its tools write where they are kept; a review’s do not', async () => {
  await using host = testHost();
  for (const tool of loopTools({ notes: {} })) host.orchestrator.provideBuiltin(tool);
  const notes = new Notes(['the tide turns at four']);
  const told: string[] = [];
  const open: ToolCall = { id: 'n', name: 'note_open', input: { text: 'ask Ann' } };
  const run = (review: boolean) => {
    const llm = playing([open], [DONE]);
    const listening: LLMAdapter = {
      complete: (messages, options) => {
        told.push(messages.map(({ content }) => content).join('\n'));
        return llm.complete(messages, options);
      },
    };
    return driver(host).runMode('loop', { llm: listening, messages: GO, notes, review });
  };
  expect((await run(true))?.status).toBe('completed');
  expect(told[0]).toMatch(/^Open Notes\n- \[n_\w+\] the tide turns at four\ngo$/);
  expect(notes.open).toHaveLength(1);
  await run(false);
  expect(notes.open.map(({ text }) => text)).toEqual(['the tide turns at four', 'ask Ann']);
});
