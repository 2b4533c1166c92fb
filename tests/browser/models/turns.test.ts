import { afterEach, expect, test } from 'vitest';
import {
  createStelloAgent,
  IndexedDbStorageAdapter,
  type LLMAdapter,
  type Message,
  openAiModel,
  ToolRegistryImpl,
} from '../../../src/engine/index.js';
import { openModel, testModel } from '../../../src/models/index.js';
import type { ModelProfile } from '../../../src/models/types.js';
import { DONE, event, type StreamReply, said, streamServer } from '../../fixtures/stream-server.js';
import { orphans } from '../../unit/engine/model.js';
import { failure, plainHost } from '../setup.js';

const NAME = 'sessions of a model';
afterEach(() => new IndexedDbStorageAdapter(NAME).erase());

const KEY = 'sk-live-0123456789';

/** A host whose model is a server that plays these replies. */
async function room(replies: readonly StreamReply[], over: Partial<ModelProfile> = {}) {
  const server = await streamServer(...replies);
  const host = plainHost();
  const profile: ModelProfile = {
    kind: 'openai',
    endpoint: server.endpoint,
    model: 'scripted',
    tools: 'native',
    ...over,
  };
  await host.models.set(profile);
  await host.models.setKey(KEY);
  return { server, host, model: openModel(host, profile), [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

const callOf = (id: string, index: number, args: string) => ({ index, id, function: { name: 'add', arguments: args } });
const calls = (...list: object[]): StreamReply => ({
  parts: [
    event({ choices: [{ delta: { tool_calls: list } }] }),
    event({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] }),
    DONE,
  ],
});
const answer = (text: string): StreamReply => ({ parts: [said(text), said('', 'stop'), DONE] });
const TWO = calls(callOf('c1', 0, '{"a":1,"b":2}'), callOf('c2', 1, '{"a":3,"b":4}'));

/** `add`, which waits for whoever lets it go where `hold` is told. */
function adding(hold?: (signal: AbortSignal | undefined) => Promise<void>) {
  return new ToolRegistryImpl([
    {
      name: 'add',
      description: 'Adds',
      parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
      execute: async ({ a, b }, ctx) => {
        await hold?.(ctx?.signal);
        return { success: true, data: Number(a) + Number(b) };
      },
    },
  ]);
}

const agentWith = (llm: LLMAdapter, tools = adding()) =>
  createStelloAgent({ capabilities: { tools }, llm, storage: new IndexedDbStorageAdapter(NAME) });

/** What is kept of a session, read by an adapter that has just been opened. */
const kept = async (): Promise<readonly Message[]> => new IndexedDbStorageAdapter(NAME).records('main');

test('a turn over the broker: calls at the same time, a stream, usage; and the same conversation after a reload', async () => {
  await using page = await room([TWO, answer('3 and 7'), answer('again')]);
  const stream = agentWith(page.model).stream('main', 'add');
  const shown: string[] = [];
  for await (const piece of stream) shown.push(piece);
  expect((await stream.result).turn).toMatchObject({ finalContent: '3 and 7', toolCallsExecuted: 2 });
  expect(orphans(await kept())).toEqual([]);
  expect((await agentWith(page.model).turn('main', 'go on')).turn.finalContent).toBe('again');
  const { asked } = await page.server.until({ asked: 3 });
  expect(asked.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  const { messages } = JSON.parse(asked[2]?.body ?? '') as { messages: { role: string }[] };
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant', 'user']);
});

test('what a server refuses is told with what to do, by the broker as well', async () => {
  const json = { 'content-type': 'application/json' };
  const error = (status: number, message: string): StreamReply => ({
    status,
    headers: json,
    parts: [JSON.stringify({ error: { message } })],
  });
  const replies = [error(401, `no key ${KEY}`), error(403, 'no'), error(404, 'no model'), error(400, 'bad')];
  await using page = await room(replies);
  for (const words of [
    /401: no key \[secret:MODEL_KEY\]\. It refuses the key: enter it again/,
    /403: no\. It refuses the key/,
    /404: no model\. It has no such address or model/,
    /400: bad/,
  ]) {
    expect(await failure(testModel(page.model))).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringMatching(words),
    });
  }
  expect((await page.server.until()).asked).toHaveLength(4);
});

test('a server that no page may read, one that is gone, and one that redirects are told apart from an answer', async () => {
  await using page = await room([{ cors: false }, { status: 307, headers: { location: '/elsewhere' } }]);
  const { endpoint } = page.server;
  const once = (endpoint: string) =>
    openAiModel({ endpoint, model: 'scripted', retries: 0, fetch: page.host.models.fetch as typeof fetch });
  for (const words of [/cannot be reached: .*CORS/, /redirects/]) {
    expect(await failure(testModel(once(endpoint)))).toMatchObject({ message: expect.stringMatching(words) });
  }
  await page.host.models.set({ kind: 'openai', endpoint: 'http://127.0.0.1:9/v1', model: 'scripted', tools: 'native' });
  expect(await failure(testModel(once('http://127.0.0.1:9/v1')))).toMatchObject({
    code: 'MODEL_FAILED',
    message: expect.stringMatching(/cannot be reached: 127\.0\.0\.1:9/),
  });
});

test('a test of a server says how it answers, and whether it calls', async () => {
  const refusesTools: StreamReply = { status: 400, parts: ['{"error":"tools are not supported"}'] };
  const called = event({
    choices: [
      {
        delta: {
          tool_calls: [{ index: 0, id: 'c', function: { name: 'check_tools', arguments: '{"word":"ready"}' } }],
        },
        finish_reason: 'stop',
      },
    ],
  });
  await using page = await room([answer('ready'), { parts: [called] }, answer('ready'), refusesTools]);
  expect(await testModel(page.model)).toMatchObject({ text: 'ready', calls: true });
  expect(await testModel(page.model)).toMatchObject({ text: 'ready', calls: false });
});

test('a model that calls by text does so over the broker, and nobody notices', async () => {
  const usage = event({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 7 } });
  const written: StreamReply = { parts: [said('[CALL: add({"a":1,'), said('"b":2})]'), said('', 'stop'), usage, DONE] };
  await using page = await room([written, answer('3')], { tools: 'text' });
  const session = agentWith(page.model);
  const result = await session.stream('main', 'add').result;
  expect(result.turn).toMatchObject({ finalContent: '3', toolCallsExecuted: 1 });
  const { asked } = await page.server.until({ asked: 2 });
  expect(asked.map(({ body }) => 'tools' in JSON.parse(body))).toEqual([false, false]);
  expect(orphans(await kept())).toEqual([]);
});

/** Where a stop may come, and what is kept then. */
const PHASES: Record<
  string,
  {
    replies: StreamReply[];
    stop: 'at once' | 'asked' | 'shown' | 'in the tool' | 'waiting' | 'queued';
    asked: number;
    kept: number;
  }
> = {
  'before it is sent': { replies: [], stop: 'at once', asked: 0, kept: 0 },
  'before the answer': { replies: [{ then: 'silent' }], stop: 'asked', asked: 1, kept: 0 },
  'within the stream': { replies: [{ parts: [said('half')], then: 'hold' }], stop: 'shown', asked: 1, kept: 0 },
  'between two attempts': {
    replies: [{ status: 429, headers: { 'retry-after': '30' }, parts: ['{}'] }],
    stop: 'waiting',
    asked: 1,
    kept: 0,
  },
  'while tools run': { replies: [TWO], stop: 'in the tool', asked: 1, kept: 4 },
  'before the answer to results': { replies: [TWO, { then: 'silent' }], stop: 'asked', asked: 2, kept: 4 },
  'while it waits for its turn': { replies: [{ then: 'silent' }], stop: 'queued', asked: 1, kept: 0 },
};

test.each(Object.entries(PHASES))(
  'a stop %s: its reason, no request that goes on, no half of a call in what is kept',
  async (_, phase) => {
    await using page = await room(phase.replies);
    const why = new Error('the user pressed Stop');
    const controller = new AbortController();
    const { signal } = controller;
    let reached = () => {};
    const there = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const waits = { now: () => Date.now(), wait: (_: number, stop?: AbortSignal) => untilStopped(stop, reached) };
    const llm =
      phase.stop === 'waiting'
        ? openAiModel({
            ...{ endpoint: page.server.endpoint, model: 'scripted', clock: waits },
            fetch: page.host.models.fetch as typeof fetch,
          })
        : page.model;
    const agent = agentWith(
      llm,
      adding(phase.stop === 'in the tool' ? (stop) => untilStopped(stop, reached) : undefined),
    );
    if (phase.stop === 'at once') controller.abort(why);
    const first = new AbortController();
    const before = phase.stop === 'queued' ? failure(agent.turn('main', 'first', { signal: first.signal })) : undefined;
    const stream = agent.stream('main', 'add', { signal });
    const end = failure(stream.result);
    if (phase.stop === 'shown') for await (const piece of stream) if (piece === 'half') break;
    if (phase.stop === 'in the tool' || phase.stop === 'waiting') await there;
    await page.server.until({ asked: phase.asked });
    controller.abort(why);
    expect(await end).toBe(why);
    first.abort(why);
    if (before) expect(await before).toBe(why);
    // Each request is over at its server too, whether it was answered or left.
    expect((await page.server.until({ closed: phase.asked })).asked).toHaveLength(phase.asked);
    const records = await kept();
    expect(records).toHaveLength(phase.kept);
    expect(orphans(records)).toEqual([]);
    await page.server.play(answer('well'));
    expect((await agentWith(page.model).turn('main', 'again')).turn.finalContent).toBe('well');
    const { asked } = await page.server.until({ asked: phase.asked + 1 });
    expect(orphans(sentIn(asked.at(-1)?.body ?? ''))).toEqual([]);
    const stored = await kept();
    expect(stored.at(-1)).toMatchObject({ role: 'assistant', content: 'well' });
  },
);

test('a broker that is lost in the middle of an answer ends the turn, and nothing of it is kept', async () => {
  await using page = await room([{ parts: [said('half')], then: 'hold' }]);
  const stream = agentWith(page.model).stream('main', 'hi');
  const end = failure(stream.result);
  for await (const piece of stream) if (piece === 'half') break;
  await page.host.erase();
  expect(await end).toMatchObject({
    code: 'MODEL_FAILED',
    message: expect.stringMatching(/broke off: everything was erased/),
  });
  await page.server.until({ closed: 1 });
  expect(await kept()).toEqual([]);
});

/** Tells that it waits, and waits until it is stopped. */
const untilStopped = (signal: AbortSignal | undefined, tell: () => void) =>
  new Promise<void>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    tell();
  });

/** Messages of a request as the engine has them. */
const sentIn = (body: string): Message[] =>
  (
    JSON.parse(body) as { messages: { role: Message['role']; tool_calls?: { id: string }[]; tool_call_id?: string }[] }
  ).messages.map(({ role, tool_calls, tool_call_id }) => ({
    ...{ role, content: '' },
    ...(tool_calls && { toolCalls: tool_calls.map(({ id }) => ({ id, name: '', input: {} })) }),
    ...(tool_call_id !== undefined && { toolCallId: tool_call_id }),
  }));
