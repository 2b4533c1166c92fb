import { expect, test } from 'vitest';
import { functionModel } from '../../../src/models/index.js';
import type { ModelProfile } from '../../../src/models/types.js';
import { studioContext } from '../../../src/studio/base/context.js';
import type { StudioContext, TaskMessage, TaskRequest } from '../../../src/studio/base/types.js';
import { DONE, event, type StreamReply, said, streamServer } from '../../fixtures/stream-server.js';
import { failure, plainHost } from '../setup.js';

const SET = {
  type: 'function' as const,
  function: {
    name: 'set_title',
    description: 'Sets the title.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
};
const MESSAGES: readonly TaskMessage[] = [
  { role: 'system', content: 'You edit a title.' },
  {
    role: 'assistant',
    content: 'First.',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'set_title', arguments: '{"text":"One"}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: '{"ok":true}' },
  { role: 'user', content: 'Now two.' },
];

const request = (over: Partial<TaskRequest> = {}): TaskRequest => ({
  messages: MESSAGES,
  tools: [SET],
  toolChoice: 'auto',
  apiPresetName: '',
  llmPresetName: '',
  runtimeWorldInfo: null,
  signal: new AbortController().signal,
  ...over,
});

const calls = (args: string): StreamReply => ({
  parts: [
    said('As you wish.'),
    event({
      choices: [{ delta: { tool_calls: [{ index: 0, id: 'c2', function: { name: 'set_title', arguments: args } }] } }],
    }),
    event({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] }),
    DONE,
  ],
});

/** A studio’s context over a host whose model is a server that plays these replies. */
async function room(replies: readonly StreamReply[], over: Partial<ModelProfile> = {}) {
  const server = await streamServer(...replies);
  const host = plainHost();
  await host.models.set({ kind: 'openai', endpoint: server.endpoint, model: 'scripted', tools: 'native', ...over });
  const context: StudioContext = studioContext(host);
  const bodies = async (): Promise<{ messages: { role: string; content: string | null }[]; tools?: unknown[] }[]> =>
    (await server.until()).asked.map(({ body }) => JSON.parse(body));
  return { server, host, context, bodies, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

test('a request goes to the model of the page with its tools and what was called before, and its calls come back', async () => {
  await using there = await room([calls('{"text":"Two"}')]);
  expect(await there.context.generateTask(request())).toEqual({
    text: 'As you wish.',
    toolCalls: [{ id: 'c2', name: 'set_title', args: { text: 'Two' } }],
  });
  const [body] = await there.bodies();
  expect(body?.tools).toEqual([SET]);
  expect(body?.messages).toEqual(MESSAGES);
});

test('a model that calls by text is told how, and its calls come back the same way', async () => {
  await using there = await room(
    [{ parts: [said('As you wish.\n[CALL: set_title({"text": "Two"})]'), said('', 'stop'), DONE] }],
    { tools: 'text' },
  );
  const answer = await there.context.generateTask(request());
  expect(answer.text.trim()).toBe('As you wish.');
  expect(answer.toolCalls).toEqual([expect.objectContaining({ name: 'set_title', args: { text: 'Two' } })]);
  const [body] = await there.bodies();
  expect(body?.tools).toBeUndefined();
  const texts = body?.messages.map(({ role, content }) => `${role}: ${content}`) ?? [];
  expect(texts[0]).toContain('set_title');
  expect(texts[1]).toContain('[CALL: set_title({"text":"One"})]');
  expect(texts[2]).toMatch(/^user: Result of set_title/);
});

test('arguments that are no object come back as they were written', async () => {
  await using there = await room([calls('{"text": "Tw')]);
  const { toolCalls } = await there.context.generateTask(request());
  expect(toolCalls).toEqual([{ id: 'c2', name: 'set_title', args: '{"text": "Tw' }]);
});

test('a server that fails is asked once: attempts are the studio’s', async () => {
  await using there = await room([{ status: 500 }, calls('{"text":"Two"}')]);
  expect(await failure(there.context.generateTask(request()))).toMatchObject({ code: 'MODEL_FAILED' });
  expect(await there.bodies()).toHaveLength(1);
});

test('a stop hangs up, and rejects with its reason; after it nothing is asked', async () => {
  await using there = await room([{ parts: [said('One')], then: 'hold' }]);
  const stop = new AbortController();
  const why = new Error('the user pressed Stop');
  const answer = failure(there.context.generateTask(request({ signal: stop.signal })));
  await there.server.until({ asked: 1 });
  stop.abort(why);
  expect(await answer).toBe(why);
  await there.server.until({ closed: 1 });
  expect(await failure(there.context.generateTask(request({ signal: stop.signal })))).toBe(why);
  expect(await there.bodies()).toHaveLength(1);
});

test('with no model there is a failure in words, and a model that is connected then answers', async () => {
  const server = await streamServer({ parts: [said('Here.'), DONE] });
  await using host = plainHost();
  const context = studioContext(host);
  expect(await failure(context.generateTask(request()))).toMatchObject({
    code: 'MODEL_FAILED',
    message: expect.stringContaining('no model is connected'),
  });
  await host.models.set({ kind: 'openai', endpoint: server.endpoint, model: 'scripted', tools: 'native' });
  expect(await context.generateTask(request())).toEqual({ text: 'Here.', toolCalls: [] });
});

test('a model of the page’s own answers in place of the host’s; world info goes with the first message', async () => {
  await using host = plainHost();
  const asked: unknown[] = [];
  const model = functionModel((messages) => {
    asked.push(messages.map(({ content }) => content));
    return 'Read.';
  });
  const context = studioContext(host, { model: () => model, more: { chatId: 'c7' } });
  expect(context.chatId).toBe('c7');
  const info = { before: 'It rains.' };
  expect(await context.generateTask(request({ runtimeWorldInfo: info }))).toEqual({ text: 'Read.', toolCalls: [] });
  expect(asked).toEqual([[`You edit a title.\n\n${JSON.stringify(info)}`, 'First.', '{"ok":true}', 'Now two.']]);
});
