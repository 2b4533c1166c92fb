import { expect, test } from 'vitest';
import {
  type Clock,
  createSession,
  createStelloAgent,
  InMemoryStorageAdapter,
  type OpenAiModelOptions,
  openAiModel,
  type StorageAdapter,
  ToolRegistryImpl,
} from '../../../src/engine/index.js';
import { orphans } from './model.js';
import { delta, events, modelServer, refused, whole } from './model-server.js';

const DONE = 'data: [DONE]\n\n';

/** A clock that nobody waits for; what was asked for is written down. */
function freeClock() {
  const waited: number[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    wait: async (ms, signal) => {
      signal?.throwIfAborted();
      waited.push(ms);
      now += ms;
    },
  };
  return { clock, waited };
}

const tools = new ToolRegistryImpl([
  {
    name: 'add',
    description: 'Adds',
    parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
    execute: async ({ a, b }) => ({ success: true, data: Number(a) + Number(b) }),
  },
]);

function agentAt(
  endpoint: string,
  options: Partial<OpenAiModelOptions> = {},
  storage: StorageAdapter = new InMemoryStorageAdapter(),
) {
  const { clock, waited } = freeClock();
  const llm = openAiModel({ endpoint, model: 'scripted', clock, ...options });
  return { agent: createStelloAgent({ capabilities: { tools }, llm, storage }), waited, storage };
}

test('calls at the same time, their results, and the answer to them', async () => {
  await using server = await modelServer(
    whole(null, [
      ['c1', 'add', '{"a":1,"b":2}'],
      ['c2', 'add', '{"a":3,"b":4}'],
    ]),
    whole('3 and 7'),
  );
  const { agent } = agentAt(`${server.url}/`, {
    key: 'k-123',
    headers: { 'x-title': 'test' },
    body: { temperature: 0 },
  });
  expect((await agent.turn('main', 'add')).turn).toMatchObject({ finalContent: '3 and 7', toolCallsExecuted: 2 });
  const [first, second] = server.asked;
  expect(first?.headers).toMatchObject({ authorization: 'Bearer k-123', 'x-title': 'test' });
  expect(first?.body).toMatchObject({ model: 'scripted', temperature: 0, stream: false });
  expect(first?.body.tools?.map((tool) => tool.function.name)).toEqual(['stello_create_session', 'add']);
  expect(second?.body.messages).toEqual([
    { role: 'user', content: 'add' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } },
        { id: 'c2', type: 'function', function: { name: 'add', arguments: '{"a":3,"b":4}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: '3' },
    { role: 'tool', tool_call_id: 'c2', content: '7' },
  ]);
});

test('a stream: its text as it comes, and calls that come in pieces', async () => {
  await using server = await modelServer(
    events([
      ': a comment\n\n',
      delta({ role: 'assistant', content: 'Let ' }),
      delta({ content: 'me see' }),
      delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '1,"b":2}' } }] }),
      delta({}, 'tool_calls'),
      DONE,
    ]),
    whole('3'),
  );
  const { agent } = agentAt(server.url);
  const stream = agent.stream('main', 'add');
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  expect(chunks).toEqual(['Let ', 'me see']);
  expect((await stream.result).turn).toMatchObject({ finalContent: '3', toolCallsExecuted: 1 });
});

test('a server that answers a stream as a whole, and one that breaks its events anywhere', async () => {
  const bytes = `data: ${JSON.stringify(delta({ content: '爱丽丝' }))}\r\n\r\ndata: ${JSON.stringify(delta({}, 'stop'))}\n\n`;
  await using server = await modelServer(whole('at once'), events([...bytes].map((one) => one)));
  const { agent } = agentAt(server.url);
  expect((await agent.stream('main', 'one').result).turn.finalContent).toBe('at once');
  expect((await agent.stream('main', 'two').result).turn.finalContent).toBe('爱丽丝');
});

test('arguments that are no JSON are the model’s to mend', async () => {
  await using server = await modelServer(
    whole(null, [
      ['c1', 'add', '{"a":1,'],
      ['c2', 'add', '[1]'],
      ['c3', 'add', ''],
    ]),
    whole('sorry'),
  );
  const { agent } = agentAt(server.url);
  expect((await agent.turn('main', 'add')).turn.finalContent).toBe('sorry');
  const results = server.asked[1]?.body.messages.slice(-3).map(({ content }) => content) ?? [];
  expect(results[0]).toBe('add: the arguments are no JSON object: {"a":1,');
  expect(results[1]).toBe('add: the arguments are no JSON object: [1]');
  expect(results[2]).toMatch(/add: invalid arguments/);
});

test('too many requests: as often as told, and not before the time that was named', async () => {
  await using server = await modelServer(refused(429, { 'retry-after': '7' }), refused(503), whole('now'));
  const { agent, waited } = agentAt(server.url);
  expect((await agent.turn('main', 'hi')).turn.finalContent).toBe('now');
  expect(waited).toEqual([7_000, 2_000]);
});

test('what does not pass is told at once, in the server’s words; nothing is kept of it', async () => {
  await using server = await modelServer(
    refused(401, {}, '{"error":{"message":"a wrong key"}}'),
    refused(429, { 'retry-after': '3600' }),
    ...[500, 500, 500].map((status) => refused(status, {}, '<html>down</html>')),
    (response) => void response.end('hello'),
    whole('well'),
  );
  const { agent, storage } = agentAt(server.url);
  for (const [status, words] of [
    [401, /401: a wrong key/],
    [429, /429: not now/],
    [500, /500: <html>down/],
    [undefined, /no JSON: hello/],
  ] as const) {
    const error = await agent.turn('main', 'hi').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'MODEL_FAILED', message: expect.stringMatching(words) });
    if (status) expect(error).toMatchObject({ details: { status } });
  }
  expect(await storage.records('main')).toEqual([]);
  expect((await agent.turn('main', 'hi')).turn.finalContent).toBe('well');
});

test('a server that is not there', async () => {
  const { url } = await (async () => {
    await using server = await modelServer();
    return server;
  })();
  const { agent, waited } = agentAt(url);
  await expect(agent.turn('main', 'hi')).rejects.toMatchObject({ code: 'MODEL_FAILED', message: /cannot be reached/ });
  expect(waited).toHaveLength(2);
  await expect(agentAt('nowhere').agent.turn('main', 'hi')).rejects.toMatchObject({ message: /address/ });
});

test.each([
  ['is cut in the middle', events([delta({ content: 'half an' })], { cut: true }), /broke off/],
  ['ends without an end', events([delta({ content: 'half an' })]), /broke off/],
  ['is no JSON', events([delta({ content: 'half an' }), 'data: {"choi\n\n', DONE]), /no JSON/],
  ['tells of an error', events([delta({ content: 'half an' }), { error: { message: 'overloaded' } }]), /overloaded/],
  ['is nothing at all', events([]), /broke off/],
])('a stream that %s is no answer, and nothing is kept of it', async (_, reply, words) => {
  await using server = await modelServer(reply, whole('again'));
  const { agent, storage } = agentAt(server.url);
  const stream = agent.stream('main', 'hi');
  await expect(stream.result).rejects.toMatchObject({ code: 'MODEL_FAILED', message: expect.stringMatching(words) });
  expect(await storage.records('main')).toEqual([]);
  expect((await agent.turn('main', 'hi')).turn.finalContent).toBe('again');
});

test('a server that says nothing for too long is left', async () => {
  await using server = await modelServer(
    () => {},
    () => {},
    () => {},
  );
  const { agent } = agentAt(server.url, { timeoutMs: 400 });
  await expect(agent.turn('main', 'hi')).rejects.toMatchObject({ code: 'MODEL_FAILED', message: /no answer within/ });
  expect(server.asked).toHaveLength(3);
});

test('a stop in every phase rejects with its reason, and leaves a history that a provider takes', async () => {
  const why = new Error('the user pressed Stop');
  const hang = () => {};
  const half = async (response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(delta({ content: 'half' }))}\n\n`);
  };
  const call = whole(null, [['c1', 'add', '{"a":1,"b":2}']]);
  const phases = {
    'before it is sent': { replies: [], stop: () => {} },
    'before the answer': { replies: [hang] },
    'within the stream': { replies: [half], stream: true },
    'while it waits to try again': { replies: [refused(429, { 'retry-after': '30' })], real: true },
    'before the answer to results': { replies: [call, hang] },
  };
  for (const [phase, { replies, ...more }] of Object.entries(phases)) {
    await using server = await modelServer(...replies);
    const storage = new InMemoryStorageAdapter();
    const { agent } = agentAt(server.url, 'real' in more ? { clock: undefined } : {}, storage);
    const controller = new AbortController();
    const { signal } = controller;
    if ('stop' in more) controller.abort(why);
    const stream = 'stream' in more ? agent.stream('main', 'hi', { signal }) : undefined;
    const turn = stream?.result ?? agent.turn('main', 'hi', { signal });
    turn.catch(() => {});
    if (stream) for await (const chunk of stream) if (chunk === 'half') break;
    await server.requests(replies.length);
    controller.abort(why);
    await expect(turn, phase).rejects.toBe(why);
    const kept = await storage.records('main');
    const { agent: next } = agentAt(server.url, {}, storage);
    const asked = server.asked.length;
    await next.turn('main', 'again').catch(() => {});
    const messages = server.asked[asked]?.body.messages ?? [];
    const given = messages.map(({ role, content, tool_calls, tool_call_id }) => ({
      ...{ role: role as 'user', content: content ?? '' },
      ...(tool_calls !== undefined && { toolCalls: tool_calls as { id: string; name: string; input: object }[] }),
      ...(tool_call_id !== undefined && { toolCallId: tool_call_id }),
    }));
    expect(orphans(given as never), phase).toEqual([]);
    expect(orphans([...kept]), phase).toEqual([]);
    expect(kept.length, phase).toBe(phase === 'before the answer to results' ? 3 : 0);
  }
});

test('no more requests a minute than are allowed', async () => {
  await using server = await modelServer(whole('1'), whole('2'), whole('3'));
  const { agent, waited } = agentAt(server.url, { requestsPerMinute: 30 });
  for (const text of ['1', '2', '3']) expect((await agent.turn('main', 'hi')).turn.finalContent).toBe(text);
  expect(waited).toEqual([2_000, 2_000]);
});

test('what it cost and what was thought aloud come beside the answer, streamed or not, and are not kept as said', async () => {
  const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
  await using server = await modelServer(
    events([
      delta({ reasoning_content: 'hm, ' }),
      delta({ reasoning: 'yes' }),
      delta({ content: 'Yes' }),
      delta({}, 'stop'),
      { choices: [], usage },
      DONE,
    ]),
    (response) =>
      void response.end(
        JSON.stringify({ choices: [{ message: { content: 'No', reasoning_content: 'hm, no' } }], usage }),
      ),
  );
  const llm = openAiModel({ endpoint: server.url, model: 'scripted' });
  const storage = new InMemoryStorageAdapter();
  const session = await createSession({ id: 'one', storage, llm });
  const told = { inputTokens: 12, outputTokens: 3 };
  expect(await session.stream('well?').result).toEqual({
    ...{ content: 'Yes', toolCalls: [], usage: told },
    reasoning: 'hm, yes',
  });
  expect(await session.send('sure?')).toEqual({ content: 'No', toolCalls: [], usage: told, reasoning: 'hm, no' });
  expect(server.asked.map(({ body }) => Object(body).stream_options)).toEqual([{ include_usage: true }, undefined]);
  expect(JSON.stringify(await storage.records('one'))).not.toContain('hm');
});

test('a server that does not know how to count is asked again without', async () => {
  const stop = [delta({ content: 'Yes' }), delta({}, 'stop'), DONE];
  await using server = await modelServer(
    refused(400, {}, '{"error":{"message":"Unrecognized request argument: stream_options"}}'),
    events(stop),
    events(stop),
  );
  const { agent, waited } = agentAt(server.url);
  for (let turn = 0; turn < 2; turn += 1)
    expect((await agent.stream('main', 'well?').result).turn.finalContent).toBe('Yes');
  expect(server.asked.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
  expect(waited).toEqual([]);
});
