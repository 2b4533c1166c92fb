import { expect, test } from 'vitest';
import type { Completion, LLMAdapter } from '../../../src/engine/base/types.js';
import { createRuns, RunStore } from '../../../src/engine/modes/index.js';
import { plugin, testHost } from '../setup.js';

const GO = [{ role: 'user', content: 'go' } as const];
const call = (name: string, args: Record<string, unknown> = {}) => ({ id: name, name, input: args });

/** A model that calls these, and ends its run then. */
function calling(...names: readonly string[]): LLMAdapter {
  const answers: Completion[] = [
    { content: null, toolCalls: names.map((name) => call(name)) },
    { content: null, toolCalls: [call('finalize', { capsule_text: 'done' })] },
  ];
  return { complete: async () => answers.shift() ?? { content: '' } };
}

test('a trace and what is shown of a run have the code that a tool gives its own error, a guest’s and the page’s', async () => {
  await using host = testHost();
  const full = (message: string) => `throw Object.assign(new Error('${message}'), { code: 'NO_ROOM' });`;
  await host.plugins.install({ code: plugin(full('the shelf is full'), 'of_guest') });
  await host.plugins.install({ code: plugin(`throw new Error('plain');`, 'without_code') });
  host.orchestrator.registerOrchestrationTool({
    ...{ name: 'of_page', description: '', parameters: {}, mode: 'read' },
    exec: async () => {
      throw Object.assign(new Error('the desk is full'), { code: 'NO_DESK' });
    },
  });
  const store = new RunStore();
  const runs = createRuns({ store, orchestrator: host.orchestrator });
  const llm = calling('of_guest', 'of_page', 'without_code');
  const outcome = await runs.runMode('loop', { llm, messages: GO });
  expect(outcome).toMatchObject({ status: 'completed', capsule: 'done' });
  const codes = outcome?.trace.flatMap(({ type, name, code }) => (type === 'tool_error' ? [[name, code]] : []));
  expect(codes).toEqual([
    ['of_guest', 'NO_ROOM'],
    ['of_page', 'NO_DESK'],
    ['without_code', 'TOOL_ERROR'],
  ]);
  const shown = store.view?.rounds.flatMap(({ sections }) => sections.filter(({ kind }) => kind === 'tool_result'));
  expect(shown?.map(({ text }) => text)).toEqual([
    'NO_ROOM: the shelf is full',
    'NO_DESK: the desk is full',
    'TOOL_ERROR: plain',
  ]);
});
