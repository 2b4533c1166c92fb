import { expect, test } from 'vitest';
import type { Message } from '../../../src/engine/base/types.js';
import { createRuns, type ModeInput, RunStore, type RunView } from '../../../src/engine/modes/index.js';
import type { RunMode } from '../../../src/engine/modes/run-store.js';
import agenda from '../../fixtures/engine/agenda.json?raw';
import director from '../../fixtures/engine/director.json?raw';
import loop from '../../fixtures/engine/loop.json?raw';
import spec from '../../fixtures/engine/spec.json?raw';
import { testHost } from '../setup.js';
import { differs, giveTools, playing, type Recordings } from './recorded.js';

const ASKED: Message = { role: 'user', content: 'How many boats are in the harbour?' };

/** Runs a mode over a real host: guests in QuickJS, a tool of the page, a model that plays what was recorded. */
async function played<M extends RunMode>(mode: M, recordings: string, input: Omit<ModeInput<M>, 'llm'>) {
  await using host = testHost();
  await giveTools(host);
  const store = new RunStore();
  const llm = playing(JSON.parse(recordings) as Recordings);
  const runs = createRuns({ store, orchestrator: host.orchestrator });
  const outcome = await runs.runMode(mode, { ...input, llm } as unknown as ModeInput<M>);
  return { outcome, view: store.view as RunView, left: llm.left };
}

/** Calls as the panel has them: each ended, with what it came to. */
const calls = ({ rounds }: RunView) =>
  rounds.flatMap(({ sections }) => sections.filter(({ kind }) => kind === 'tool_call').map(({ title }) => title));

test('loop: calls, a call that does not fit, a round without any, a blank end and the end are as they were recorded', async () => {
  const { outcome, view, left } = await played('loop', loop, { messages: [ASKED] });
  expect(outcome).toMatchObject({ status: 'completed', capsule: 'There are 42 boats in the harbour.' });
  expect(outcome?.result).toMatchObject({ total_rounds: 6 });
  expect(left).toBe(0);
  expect(view).toMatchObject({ status: 'committed', usage: { inputTokens: 160, outputTokens: 48 } });
  expect(calls(view)).toEqual(['add', 'lookup', 'add', 'keep', 'kept', 'finalize']);
  expect(await differs('loop', outcome?.trace ?? [])).toBeUndefined();
});

test('spec: workers side by side, a review that has one do it again, and the guidance are as they were recorded', async () => {
  const worker = (id: string, prompt: string) => ({ id, type: 'worker' as const, prompt });
  const { outcome, left } = await played('spec', spec, {
    messages: [ASKED],
    stages: [
      { mode: 'parallel', nodes: [worker('count', 'You count.'), worker('look', 'You look up.')] },
      { nodes: [worker('write', 'You write.'), { id: 'check', type: 'review', prompt: 'You review.' }] },
      { nodes: [worker('guide', 'You guide.')] },
    ],
  });
  expect(outcome).toMatchObject({ status: 'completed', capsule: 'Tell of 42 boats in a full harbour.' });
  expect(outcome?.result?.outputs).toMatchObject({ count: '42 boats', write: 'There are 42 boats.' });
  expect(left).toBe(0);
  expect(await differs('spec', outcome?.trace ?? [])).toBeUndefined();
});

test('agenda: a plan that cannot be done, two dispatches at once, one with what came before, and the sum are as recorded', async () => {
  const { outcome, left } = await played('agenda', agenda, {
    messages: [ASKED],
    plannerPrompt: 'You plan.',
    finalPrompt: 'You sum up.',
    agents: [
      { name: 'counter', prompt: 'You count.' },
      { name: 'reader', prompt: 'You read.' },
    ],
  });
  expect(outcome).toMatchObject({ status: 'completed', capsule: '42 boats in a full harbour' });
  expect(outcome?.result?.runs.map(({ id, text }) => [id, text])).toEqual([
    ['run_1', '42 boats'],
    ['run_2', 'the harbour is full'],
    ['run_3', 'still 42 boats'],
  ]);
  expect(left).toBe(0);
  expect(await differs('agenda', outcome?.trace ?? [])).toBeUndefined();
});

test('director: sub-agents with tools, patches that are all in or none, and the message are as they were recorded', async () => {
  const committed: string[] = [];
  const { outcome, view, left } = await played('director', director, {
    messages: [{ role: 'system', content: 'You direct.' }, ASKED],
    commit: async (text) => committed.push(text),
  });
  expect(outcome?.status).toBe('completed');
  expect(committed).toEqual(['42 boats lie in the harbour. Masts everywhere.']);
  expect(left).toBe(0);
  const subs = view.rounds.flatMap(({ sections }) => sections.filter(({ kind }) => kind === 'sub_agent'));
  expect(subs.map(({ title, status }) => [title, status])).toEqual([
    ['sub_1', 'done'],
    ['sub_2', 'done'],
  ]);
  expect(await differs('director', outcome?.trace ?? [])).toBeUndefined();
});
