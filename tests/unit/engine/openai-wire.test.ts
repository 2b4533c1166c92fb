import { expect, test } from 'vitest';
import {
  type Clock,
  createSession,
  InMemoryStorageAdapter,
  type LLMAdapter,
  loadSession,
  openAiModel,
} from '../../../src/engine/index.js';
import { orphans } from './model.js';
import { delta, events, modelServer, type Reply, refused, whole } from './model-server.js';

const DONE = 'data: [DONE]\n\n';
const piece = (name?: string, args?: unknown, more: object = {}) => ({
  ...more,
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
});
const A = { name: 'add', input: { a: 1 } };
const B = { name: 'sub', input: { b: 2 } };

/** What one answer comes to, over real HTTP, and what of it is kept. */
async function askFor(reply: Reply, { streams = true } = {}) {
  await using server = await modelServer(reply);
  const storage = new InMemoryStorageAdapter();
  const llm = openAiModel({ endpoint: server.url, model: 'scripted', retries: 0 });
  const session = await createSession({ id: 'one', storage, llm });
  const answer = await (streams ? session.stream('hi').result : session.send('hi'));
  return { ...answer, records: await storage.records('one') };
}

test.each<[string, readonly object[], readonly object[]]>([
  [
    'interleaved, with numbers',
    [
      [piece('add', '{"a"', { index: 0, id: 'x' })],
      [piece('sub', '{"b"', { index: 1, id: 'y' })],
      [piece(undefined, ':1}', { index: 0 })],
      [piece(undefined, ':2}', { index: 1 })],
    ],
    [
      { id: 'x', ...A },
      { id: 'y', ...B },
    ],
  ],
  [
    'interleaved, with ids in the place of numbers',
    [
      [piece('add', '{"a"', { id: 'x' }), piece('sub', '{"b"', { id: 'y' })],
      [piece(undefined, ':1}', { id: 'x' }), piece(undefined, ':2}', { id: 'y' })],
    ],
    [
      { id: 'x', ...A },
      { id: 'y', ...B },
    ],
  ],
  [
    'one after another, with neither',
    [[piece('add', '{"a"')], [piece(undefined, ':1}')], [piece('sub', '{"b":2}')]],
    [
      { id: 'call_1', ...A },
      { id: 'call_2', ...B },
    ],
  ],
  [
    'whole in one message, with neither',
    [[piece('add', '{"a":1}'), piece('add', '{"a":1}'), piece('sub', '{"b":2}')]],
    [
      { id: 'call_1', ...A },
      { id: 'call_2', ...A },
      { id: 'call_3', ...B },
    ],
  ],
  [
    'all with the number 0',
    [[piece('add', '{"a":1}', { index: 0, id: 'x' })], [piece('sub', '{"b":2}', { index: 0, id: 'y' })]],
    [
      { id: 'x', ...A },
      { id: 'y', ...B },
    ],
  ],
  [
    'all with the number 0, and without ids',
    [[piece('add', '{"a":1}', { index: 0 })], [piece('add', '{"a":2}', { index: 0 })]],
    [
      { id: 'call_1', ...A },
      { id: 'call_2', name: 'add', input: { a: 2 } },
    ],
  ],
  [
    'with one id for two calls',
    [[piece('add', '{"a":1}', { index: 0, id: 'x' }), piece('sub', '{"b":2}', { index: 1, id: 'x' })]],
    [
      { id: 'x', ...A },
      { id: 'x_2', ...B },
    ],
  ],
  [
    'with one id for two calls, and without numbers',
    [[piece('add', '{"a":1}', { id: 'x' })], [piece('sub', '{"b":2}', { id: 'x' })]],
    [
      { id: 'x', ...A },
      { id: 'x_2', ...B },
    ],
  ],
  [
    'with another id in each piece',
    [[piece('add', '{"a"', { index: 0, id: 'x' })], [piece(undefined, ':1}', { index: 0, id: 'z' })]],
    [{ id: 'x', ...A }],
  ],
  [
    'with an id and a name that are told again and again',
    [
      [piece('add', '', { index: 0, id: 'x' })],
      [piece('add', '{"a":1', { index: 0, id: 'x' })],
      [piece('add', '}', { index: 0, id: 'x' })],
    ],
    [{ id: 'x', ...A }],
  ],
  [
    'with a name in parts',
    [[piece('a', '', { index: 0, id: 'x' })], [piece('dd', '{"a":1}', { index: 0 })]],
    [{ id: 'x', ...A }],
  ],
  ['with arguments that are no text', [[piece('add', { a: 1 }, { index: 0, id: 'x' })]], [{ id: 'x', ...A }]],
  [
    'with empty arguments first, and then those that count',
    [
      [piece('add', '{}', { index: 0, id: 'x' })],
      [piece(undefined, '{"a"', { index: 0 })],
      [piece(undefined, ':1}', { index: 0 })],
    ],
    [{ id: 'x', ...A }],
  ],
  [
    'said once more at the end',
    [
      [piece('add', '{"a"', { index: 0, id: 'x' })],
      [piece(undefined, ':1}', { index: 0 })],
      [piece('add', '{"a":1}', { index: 0, id: 'x' })],
    ],
    [{ id: 'x', ...A }],
  ],
  [
    'with nothing where something might be',
    [
      [null, { index: 0, id: null, function: null }],
      [piece('add', null, { index: 0, id: 'x' })],
      [piece(undefined, '{"a":1}', { index: 0 })],
    ],
    [{ id: 'x', ...A }],
  ],
])('calls in a stream, %s', async (_, messages, calls) => {
  const deltas = messages.map((tool_calls) => delta({ tool_calls }));
  const { toolCalls = [] } = await askFor(events([...deltas, delta({}, 'tool_calls'), DONE]));
  const named = toolCalls.filter(({ name }) => name !== '');
  expect(named).toEqual(calls);
  expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(toolCalls.length);
});

test('an answer that is in the last message too is said once, and one that is only there is said', async () => {
  const tool_calls = [piece('add', '{"a":1}', { id: 'x' })];
  const last = { choices: [{ message: { content: 'Yes', tool_calls }, finish_reason: 'stop' }] };
  const twice = events([delta({ content: 'Yes', tool_calls }), last, DONE]);
  const once = events([last, DONE]);
  for (const reply of [twice, once]) {
    expect(await askFor(reply)).toMatchObject({ content: 'Yes', toolCalls: [{ id: 'x', ...A }] });
  }
});

const stream = (...parts: string[]) => events(parts);
const says = (content: string) => `data: ${JSON.stringify(delta({ content }))}`;
const END = `data: ${JSON.stringify(delta({}, 'stop'))}`;

test.each<[string, Reply]>([
  ['with a byte order mark', stream(`\uFEFF${says('Yes')}\n\n${END}\n\n`)],
  ['with CRLF, cut between them', stream(`${says('Yes')}\r`, '\n\r', `\n${END}\r\n\r\n`)],
  ['with CR alone', stream(`${says('Yes')}\r\r${END}\r\r`)],
  [
    'with comments and lines that are none',
    stream(`: wait\n\nfoo: bar\nnonsense\n${says('Yes')}\n\n: again\n\n${END}\n\n`),
  ],
  ['with names of events and numbers', stream(`id: 1\nevent: chunk\n${says('Yes')}\n\nretry: 10\n${END}\n\n`)],
  ['without a blank before the data', stream(`${says('Yes').replace(': ', ':')}\n\n${END}\n\ndata:[DONE]\n\n`)],
  ['without its last line', stream(`${says('Yes')}\n\n${END}`)],
  ['with data in two lines', stream(`data: {"choices":[{"delta":\ndata: {"content":"Yes"}}]}\n\n${END}\n\n`)],
  [
    'under the name of JSON',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`${says('Yes')}\n\n${END}\n\n`);
    },
  ],
  [
    'in one piece, under the name of events',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`\n ${JSON.stringify({ choices: [{ message: { content: 'Yes' } }] })}`);
    },
  ],
  [
    'with content in parts',
    stream(
      `data: ${JSON.stringify(delta({ content: [{ type: 'thinking' }, { type: 'text', text: 'Yes' }] }))}\n\n${END}\n\n`,
    ),
  ],
  [
    'with choices that are nothing',
    stream(`data: {"choices":null}\n\ndata: {"choices":[]}\n\n${says('Yes')}\n\n${END}\n\n`),
  ],
])('a stream %s is read', async (_, reply) => {
  for (const streams of [true, false]) expect((await askFor(reply, { streams })).content).toBe('Yes');
});

test.each<[string, Reply, RegExp]>([
  ['a line that does not end', endless('data: "', 'x'.repeat(1024 * 1024)), /an event of more than \d+ characters/],
  [
    'an event that does not end',
    endless('', `data: ${'x'.repeat(1024 * 1024)}\n`),
    /an event of more than \d+ characters/,
  ],
  ['JSON that does not end', endless('{"a":"', 'x'.repeat(1024 * 1024)), /without an end/],
  ['lines without events', stream('{"choices":[{"delta":{"content":"Yes"}}]}\n', '{"choices":[]}\n'), /no JSON/],
  ['half JSON', stream(`${says('Yes')}\n\n`, 'data: {"choices":[{"del\n\n', DONE), /no JSON/],
  ['a page', stream('<!doctype html><title>Sign in</title>'), /answers with a page/],
  ['nothing', stream(), /broke off/],
  ['words', stream('model is loading'), /no JSON: model is loading/],
  [
    'an error within',
    stream(`${says('Ye')}\n\ndata: {"error":{"code":429,"message":"slow down"}}\n\n`),
    /429: slow down/,
  ],
])('an answer that is %s is none, and nothing of it is kept', async (_, reply, words) => {
  await using server = await modelServer(reply, reply);
  const storage = new InMemoryStorageAdapter();
  const llm = openAiModel({ endpoint: server.url, model: 'scripted', retries: 0 });
  const session = await createSession({ id: 'one', storage, llm });
  for (const ask of [() => session.stream('hi').result, () => session.send('hi')]) {
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_FAILED', message: expect.stringMatching(words) });
  }
  expect(await storage.records('one')).toEqual([]);
});

/** A server that goes on for ever, until it is left. */
function endless(start: string, more: string): Reply {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(start);
    let left = false;
    response.on('close', () => {
      left = true;
    });
    while (!left) await new Promise<void>((resolve) => response.write(more, () => resolve()));
  };
}

/** Waits for nobody; what was asked for is written down. */
function freeClock(now: number) {
  const waited: number[] = [];
  const clock: Clock = {
    now: () => now,
    wait: async (ms) => {
      waited.push(ms);
    },
  };
  return { clock, waited };
}

test.each<[string, string, number[]]>([
  ['seconds', '7', [7_000]],
  ['parts of seconds', '0.5', [500]],
  ['a date', 'Wed, 21 Oct 2026 07:28:05 GMT', [5_000]],
  ['a date that is past', 'Wed, 21 Oct 2026 07:27:00 GMT', [0]],
  ['what is neither', 'soon', [1_000]],
])('too many requests, and a server that says when again by %s', async (_, retryAfter, waits) => {
  await using server = await modelServer(refused(429, { 'retry-after': retryAfter }), whole('now'));
  const { clock, waited } = freeClock(Date.parse('Wed, 21 Oct 2026 07:28:00 GMT'));
  const llm = openAiModel({ endpoint: server.url, model: 'scripted', clock });
  expect((await llm.complete([{ role: 'user', content: 'hi' }])).content).toBe('now');
  expect(waited).toEqual(waits);
});

test('an answer in one piece that is cut is asked for again; a stream that has begun is not', async () => {
  const cut = (response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"choices":', () => response.destroy());
  };
  await using server = await modelServer(
    cut,
    whole('now'),
    events([delta({ content: 'half' })], { cut: true }),
    whole('no'),
  );
  const { clock, waited } = freeClock(0);
  const llm = openAiModel({ endpoint: server.url, model: 'scripted', clock });
  const said = [{ role: 'user' as const, content: 'hi' }];
  expect((await llm.complete(said)).content).toBe('now');
  expect(waited).toEqual([1_000]);
  await expect(drain(llm, said)).rejects.toMatchObject({ code: 'MODEL_FAILED', message: /broke off/ });
  expect(server.asked).toHaveLength(3);
});

test('what a server says of a failure does not repeat the key', async () => {
  await using server = await modelServer(refused(401, {}, '{"error":{"message":"no key sk-12345"}}'));
  const llm = openAiModel({ endpoint: server.url, model: 'scripted', key: 'sk-12345' });
  await expect(llm.complete([])).rejects.toMatchObject({
    message: expect.stringMatching(/no key \[key\]\. It refuses the key/),
  });
});

test('a server that gives its calls no ids: each has its result, over a reload too', async () => {
  const calls = [piece('add', '{"a":1}'), piece('add', '{"a":2}')];
  await using server = await modelServer(
    events([delta({ tool_calls: calls }), delta({}, 'tool_calls'), DONE]),
    events([delta({ tool_calls: calls }), delta({}, 'tool_calls'), DONE]),
    whole('done'),
  );
  const storage = new InMemoryStorageAdapter();
  const llm = openAiModel({ endpoint: server.url, model: 'scripted' });
  const session = await createSession({ id: 'one', storage, llm });
  let answer = await session.stream('hi').result;
  while (answer.toolCalls?.length) {
    const results = answer.toolCalls.map(({ id }) => ({ role: 'tool' as const, toolCallId: id, content: 'ok' }));
    answer = await session.sendResults(results);
  }
  const records = (await (await loadSession('one', { storage, llm }))?.messages()) ?? [];
  expect(records.map(({ role }) => role).join(' ')).toBe('user assistant tool tool assistant tool tool assistant');
  expect(orphans(records)).toEqual([]);
});

async function drain(llm: LLMAdapter, said: { role: 'user'; content: string }[]): Promise<void> {
  for await (const _ of llm.stream?.(said) ?? []);
}
