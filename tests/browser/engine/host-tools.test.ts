import { expect, test } from 'vitest';
import {
  type Completion,
  createStelloAgent,
  hostTools,
  joinTools,
  type LLMAdapter,
  type Message,
  ToolRegistryImpl,
} from '../../../src/engine/index.js';
import { plugin, testHost } from '../setup.js';

/** A model that asks for these calls, and then says what their results were. */
const asking = (...calls: readonly (readonly [name: string, input?: Record<string, unknown>])[]): LLMAdapter => ({
  complete: async (messages: Message[]): Promise<Completion> => {
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    if (results.length > 0) return { content: results.join(' | ') };
    return { content: null, toolCalls: calls.map(([name, input = {}], at) => ({ id: `c${at}`, name, input })) };
  },
});

test('a stranger’s tool, one of the page and one of the agent’s own answer in one round', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return args.x * 2;', 'double') });
  await host.tools.register(
    {
      ...{ name: 'page_tool', description: 'd', mode: 'read', parameters: { type: 'object' } },
      exec: () => ({ from: 'the page' }),
    },
    { owner: 'the page' },
  );
  const own = new ToolRegistryImpl([
    {
      ...{ name: 'own', description: 'd', parameters: { type: 'object', properties: {} } },
      execute: async () => ({ success: true, data: 'own' }),
    },
  ]);
  const agent = createStelloAgent({
    capabilities: { tools: joinTools(own, hostTools(host)) },
    llm: asking(['double', { x: 21 }], ['page_tool'], ['own'], ['nobody']),
  });
  const { turn } = await agent.turn('main', 'go');
  expect(turn.finalContent).toBe('42 | {"from":"the page"} | own | Unknown tool: nobody');
  expect((await agent.attach('main')).getToolDefinitions().map(({ name }) => name)).toEqual([
    'stello_create_session',
    'own',
    'double',
    'page_tool',
  ]);
  // The list is live: what is uninstalled is told of no more, and called no more.
  await host.plugins.remove((await host.plugins.list())[0]?.id ?? '');
  expect((await agent.turn('main', 'again')).turn.finalContent).toContain('42');
  expect(await (await agent.attach('main')).executeTool('double', {})).toEqual({
    success: false,
    error: 'Unknown tool: double',
  });
});

test('a stranger’s tool that never ends is ended by the host, and the turn goes on', async () => {
  await using host = testHost({ limits: { cpuMs: 300, timeoutMs: 500 } });
  await host.plugins.install({ code: plugin('for (;;) {}', 'spin') });
  const agent = createStelloAgent({
    capabilities: { tools: hostTools(host) },
    llm: asking(['spin']),
    toolTimeoutMs: 1,
  });
  expect((await agent.turn('main', 'go')).turn.finalContent).toMatch(/spin/);
});

test('a stop ends a stranger’s tool with the turn', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin("ctx.log('begun'); await new Promise(() => {});", 'wait') });
  const controller = new AbortController();
  const why = new Error('the user pressed Stop');
  const agent = createStelloAgent({ capabilities: { tools: hostTools(host) }, llm: asking(['wait']) });
  const turn = agent.turn('main', 'go', { signal: controller.signal, onToolCall: () => controller.abort(why) });
  await expect(turn).rejects.toBe(why);
  // Its worker answers the next one.
  await host.plugins.install({ code: plugin('return 1;', 'next') });
  expect(await host.tools.execute('next')).toMatchObject({ value: 1 });
});

test('arguments that do not fit a host’s tool are read by the model, with their place, and never by the tool', async () => {
  await using host = testHost();
  const got: unknown[] = [];
  const parameters = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  await host.tools.register(
    { name: 'count', description: 'd', mode: 'read', parameters, exec: (args: unknown) => got.push(args) },
    { owner: 'the page' },
  );
  const agent = createStelloAgent({
    capabilities: { tools: hostTools(host) },
    llm: asking(['count', { n: 'three' }], ['count'], ['count', { n: 3 }]),
  });
  const results = (await agent.turn('main', 'go')).turn.finalContent?.split(' | ') ?? [];
  expect(results[0]).toMatch(/^count: .*\bn\b/);
  expect(results[1]).toMatch(/^count: .*\bn\b/);
  expect([results[2], got]).toEqual(['1', [{ n: 3 }]]);
});
