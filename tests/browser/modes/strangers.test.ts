import { expect, test } from 'vitest';
import type { Message } from '../../../src/engine/base/types.js';
import { ask, runCall } from '../../../src/engine/modes/ask.js';
import { runTools } from '../../../src/engine/modes/run-tools.js';
import { Trace } from '../../../src/engine/modes/trace.js';
import { calling, scriptedModel } from '../../unit/engine/model.js';
import { plainHost } from '../setup.js';

test('a pattern of a registered tool is not run on the page: it is checked where the tool is, the rest before', async () => {
  await using host = plainHost({ limits: { cpuMs: 500 } });
  const parameters = {
    type: 'object',
    properties: { word: { type: 'string', pattern: '^x$' }, text: { type: 'string', pattern: '^(a+)+$' } },
  };
  const spec = { name: 'look', mode: 'read' as const, parameters, exec: () => 'looked' };
  host.tools.register(spec, { owner: 'page' });
  await using run = await host.orchestrator.openRun();
  const tools = runTools(host.orchestrator, run);
  const list = tools.list.filter(({ name }) => name === 'look');
  const trace = new Trace();
  const llm = scriptedModel(
    calling(['look', { word: 3 }]),
    calling(['look', { word: 'y' }]),
    calling(['look', { text: `${'a'.repeat(40)}!` }]),
  );
  const agent = { llm, tools, trace, name: 'main', signal: undefined, retries: 1 };
  const messages: Message[] = [{ role: 'user', content: 'look' }];
  const { calls } = await ask(agent, messages, list, (made) => made);
  // The first answer has a number where a text must be: it is the model's to give again, and nothing was run.
  expect(calls.map(({ input }) => input)).toEqual([{ word: 'y' }]);
  for (const call of calls) await runCall(agent, messages, call);
  const again = await ask(agent, messages, list, (made) => made);
  for (const call of again.calls) await runCall(agent, messages, call);
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  expect(results).toHaveLength(3);
  expect(results[1]).toContain('TOOL_ARGUMENTS_INVALID');
  expect(results[2]).toContain('is too slow');
});
