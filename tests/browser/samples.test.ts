import { expect, test, vi } from 'vitest';
import * as bulkhead from '../../src/index.js';
import * as textCalls from '../../src/text-calls/index.js';
import { netHosts, netLog } from '../fixtures/net.js';
import { packageOf } from '../fixtures/package.js';
import { AsyncFunction, block } from '../fixtures/samples.js';
import { PageChat } from './permissions/page.js';
import { plainHost, testHost } from './setup.js';

test('the documents’ plugin installs and answers', async () => {
  await using host = testHost();
  const info = await host.plugins.install({ code: block('plugin') });
  expect(info).toMatchObject({ id: 'greeter', manifest: { version: '1.0.0' } });
  const progress: number[] = [];
  const { value } = await host.tools.execute(
    'greet',
    { name: 'Ada' },
    { onProgress: ({ done }) => progress.push(done) },
  );
  expect(value).toEqual({ greeting: 'Hello, Ada!' });
  expect(progress.at(-1)).toBe(3);
});

test('the documents’ package of several modules installs without a build, and answers', async () => {
  await using host = testHost();
  const names = '["Ada", "Grace", "Katherine"]';
  const texts = { 'main.js': block('package-entry'), 'lib/pick.js': block('package-module'), 'names.json': names };
  await host.plugins.install(packageOf(texts));
  const { value } = await host.tools.execute('draw_name', {});
  expect(JSON.parse(names)).toContain((value as { readonly name: string }).name);
});

test('the front page’s plugin asks for its store, and keeps a list in it', async () => {
  await using host = plainHost();
  const { id } = await host.plugins.install({ code: block('shopping') });
  const { permissions } = await host.plugins.review(id);
  expect(permissions.map(({ permission }) => [permission.cap, permission.reason])).toEqual([
    ['store', 'to keep your list'],
  ]);
  await host.plugins.enable(id, { allow: 'all' });
  expect((await host.tools.execute('add_item', { item: 'bread' })).value).toEqual({ items: ['bread'] });
  expect((await host.tools.execute('add_item', { item: 'milk' })).value).toEqual({ items: ['bread', 'milk'] });
});

test('the documents’ start for host developers runs as it stands', async () => {
  const body = block('host').replace(/import \{([^}]+)\} from 'bulkhead';/, 'const {$1} = bulkhead;');
  const log = vi.fn();
  const run = new AsyncFunction('bulkhead', 'strangersSource', 'console', `${body}\nawait host.dispose();`);
  await run(
    { ...bulkhead, createHost: (options: object) => bulkhead.createHost({ ...options, store: null }) },
    block('plugin'),
    { log },
  );
  expect(log.mock.calls).toContainEqual(['info', 'greeting Ada']);
  expect(log.mock.calls).toContainEqual([
    { greeting: 'Hello, Ada!' },
    expect.stringMatching(/ms of the guest, \d+ bytes$/),
  ]);
});

test('the documents’ consent and its asking plugin run as they stand', async () => {
  const body = block('consent');
  const log = vi.fn();
  const chat = new PageChat();
  const run = new AsyncFunction(
    ...['assetsAt', 'createHost', 'strangersSource', 'console', 'length', 'read', 'apply'],
    `${body}\nconst notes = await host.plugins.usage(id);\nawait host.dispose();\nconsole.log(notes.storage.keys);`,
  );
  await run(
    bulkhead.assetsAt,
    (options: object) => bulkhead.createHost({ ...options, store: null }),
    block('asking'),
    { log },
    ...[() => chat.length(), (from: number, to: number) => chat.read(from, to), chat.apply.bind(chat)],
  );
  const append = { op: 'append', role: 'assistant', text: 'Done.' };
  expect(log.mock.calls).toContainEqual(['permissions/1 (say)', 'chat.write', 'to answer in the chat']);
  expect(log.mock.calls).toContainEqual([
    'answer',
    { text: 'Done.' },
    [{ kind: 'chat', plugin: 'note-taker', chat: 'chat-1', change: append }],
  ]);
  expect(log.mock.calls).toContainEqual(['ask', 'call answer', 'call']);
  expect(log.mock.calls.at(-1)).toEqual([1]);
  expect(chat.lines.at(-1)?.text).toBe('Done.');
});

test('the page’s tool, the extension and its connection in the documents run as they stand', async () => {
  await using host = testHost();
  const log = vi.fn();
  const lines: string[] = [];
  const page = new AsyncFunction('host', 'lines', 'console', block('page'));
  await page(host, lines, { log });
  expect(log.mock.calls).toEqual([['would remember a']]);
  expect([lines, host.tools.list()]).toEqual([[], []]);

  const worker = new Worker(new URL('../fixtures/sample.worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ source: block('extension') });
  const registered = new Promise((resolve) => host.tools.onChange(resolve));
  await new AsyncFunction('host', 'worker', 'console', block('connect'))(host, worker, { log });
  await registered;
  expect((await host.tools.execute('shout', { text: 'hey' })).value).toBe('HEY');
  worker.terminate();
});

test('the documents’ run answers as it says', async () => {
  await using host = testHost();
  const log = vi.fn();
  const body = block('orchestrator');
  await new AsyncFunction('host', 'stop', 'console', body)(host, new AbortController(), { log });
  expect(log.mock.calls).toEqual([
    ['tool_call', 'add'],
    ['tool_result', 'add'],
    [{ role: 'tool', tool_call_id: expect.stringMatching(/^loop_tc_/), content: '{"ok":true,"data":3}', _round: 0 }],
  ]);
});

test('the documents’ memory is written, searched and taken back', async () => {
  await using host = testHost();
  const log = vi.fn();
  const body = `${block('memory')}\nconsole.log((await graph.listNodes()).map(({ title }) => title));`;
  await new AsyncFunction('host', 'console', body)(host, { log });
  for (const said of [['Summary 1', 0.5], [true, 2], [['The Old Inn']]]) expect(log.mock.calls).toContainEqual(said);
  await host.erase();
});

test('the documents’ turn recalls what is there, writes what its answer was worth, and goes along with its swipe', async () => {
  await using host = testHost();
  const messages: { is_user: boolean; mes: string; swipe_id?: number }[] = [];
  const told: string[] = [];
  const answerOf = async (_: unknown, request: string) => {
    told.push(request);
    return { is_user: false, mes: 'Eileen heals her.', swipe_id: 0 };
  };
  const run = new AsyncFunction('host', 'messages', 'answerOf', 'console', block('recall'));
  const log = vi.fn();
  for (const mes of ['Somebody knocks.', 'Who heals Alice?']) {
    messages.push({ is_user: true, mes });
    await run(host, messages, answerOf, { log });
  }
  expect(told).toEqual(['', '- Eileen: 艾琳\n- Eileen heals Alice']);
  expect(log.mock.calls).toEqual([]);
  const graph = await host.memory.open('chat-2');
  expect((await graph.getInjectionState()).recallSelectedIds).toEqual(new Set(['n_1', 'n_2']));
  expect((await graph.listEdges()).map(({ type }) => type)).toEqual(['involves', 'involves', 'involves', 'involves']);
  expect((await graph.follow([...messages.slice(0, 3), { ...messages.at(-1), swipe_id: 1 }])).nodes).toBe(2);
  await host.erase();
});

test('the documents’ profile has its key sent to its server, and its search falls back to words', async () => {
  await using host = testHost();
  const { first } = await netHosts();
  const body = block('embeddings').replace('https://api.example.com/v1', `http://${first}/put/readme`);
  const graph = await host.memory.open('meaning');
  await graph.session.createNode({ type: 'event', fields: { summary: 'The woman healed me' } });
  const log = vi.fn();
  const run = new AsyncFunction('host', 'graph', 'typedByTheUser', 'console', body);
  await run(host, graph, 'sk-0123456789', { log });
  const vectors = { data: [{ embedding: [1, 0] }] };
  await fetch(`http://${first}/put/readme/embeddings`, { method: 'PUT', body: JSON.stringify(vectors) });
  await run(host, graph, 'sk-0123456789', { log });
  expect(log.mock.calls).toEqual([
    ['Summary 1', 'keyword'],
    ['Summary 1', 'vector'],
  ]);
  expect((await netLog()).seen.at(-1)?.headers.authorization).toBe('Bearer sk-0123456789');
  await host.erase();
});

test('the documents’ extraction writes what the model keeps, and says what that has cost', async () => {
  await using host = testHost();
  const messages = [{ name: 'Me', is_user: true, mes: 'My sister Lily is allergic to nuts.' }];
  const graph = await host.memory.open({ id: 'extraction', messages });
  const completionOf = async ([, prompt]: readonly string[]) => {
    expect(prompt).toContain('#1 Me: My sister Lily');
    return '{"create":[{"type":"character_sheet","title":"Lily"}]}';
  };
  const log = vi.fn();
  const run = new AsyncFunction('graph', 'messages', 'completionOf', 'readBefore', 'console', block('extraction'));
  await run(graph, messages, completionOf, 0, { log });
  expect(log.mock.lastCall).toEqual([1, 1, expect.any(Number), 54]);
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Lily']);
});

test('the documents’ scribe writes down once what its user has kept', async () => {
  await using host = plainHost({ services: { memory: { current: () => 'scribed' } } });
  await host.plugins.install({ code: block('remembering') }, { enable: true, allow: 'all' });
  host.asks.onChange(() => {
    for (const { id, scopes } of host.asks.list()) void host.asks.answer(id, scopes[0] ?? null);
  });
  const summary = 'Eileen heals Alice';
  const written = await host.tools.execute('write_down', { summary });
  expect(written.value).toMatchObject({ id: expect.stringMatching(/^n_/) });
  const session = await host.memory.openSession('scribed');
  expect(await session.keywordSearch({ query: 'Eileen' })).toMatchObject([{ fields: { summary } }]);
  expect((await host.tools.execute('write_down', { summary })).value).toEqual({ known: 'Summary 1' });
  await host.erase();
});

test('the documents’ entry for extensions opens the session of their context’s chat', async () => {
  await using host = testHost();
  const openSession = (context: { chatId?: string }) =>
    context.chatId === undefined ? null : host.memory.openSession(context.chatId);
  host.orchestrator.registerExtensionApi('memory-graph', { openSession });
  const found = host.orchestrator.getExtensionApi('memory-graph') as { openSession: typeof openSession };
  expect(Object.keys((await found.openSession({ chatId: 'entry' })) ?? {})).toHaveLength(16);
  expect(found.openSession({})).toBe(null);
});

test('the documents’ skill is told, read and run, and its session answers', async () => {
  await using host = testHost();
  const log = vi.fn();
  await new AsyncFunction('host', 'console', `${block('skills')}\nconsole.log(system, reminder, goOn);`)(host, { log });
  expect(log.mock.calls.slice(0, 2)).toEqual([['Let me look. '], ['Result of weather\n---\nclear in Tokyo']]);
  expect(log.mock.calls[2]).toEqual([
    expect.stringContaining('[CALL: weather({"city":"value"})]'),
    expect.stringContaining('weather'),
    true,
  ]);

  const answers = ['[CALL: weather(city=Tokyo)]', 'It is clear.'];
  const draw = vi.fn();
  const body = block('session').replace(/import \{([^}]+)\} from 'bulkhead\/text-calls';/, 'const {$1} = textCalls;');
  const run = new AsyncFunction(
    'host',
    'textCalls',
    'askYourModel',
    'draw',
    'console',
    `${body}\nsession[Symbol.dispose]();`,
  );
  await run(host, textCalls, async () => answers.shift(), draw, { log });
  expect(log.mock.calls.at(-1)).toEqual(['answer']);
  const kinds = draw.mock.calls.map(([event]) => event.type);
  expect(new Set(kinds)).toEqual(new Set(['message', 'request', 'answer', 'calls', 'end']));
});

test('the documents’ rehearsal tries a plugin that nobody has installed', async () => {
  await using host = testHost();
  const log = vi.fn();
  await new AsyncFunction('host', 'console', block('rehearse'))(host, { log });
  const [effects, used, refused] = log.mock.calls[0] ?? [];
  expect(effects).toMatchObject([{ kind: 'storage', plugin: 'notes' }]);
  expect(JSON.stringify(effects)).toMatch(/bread.*milk/);
  expect([used, refused]).toEqual([['notes'], []]);
  expect(await host.plugins.list()).toEqual([]);
});
