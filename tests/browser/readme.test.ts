import { expect, test, vi } from 'vitest';
import readme from '../../README.md?raw';
import * as bulkhead from '../../src/index.js';
import * as textCalls from '../../src/text-calls/index.js';
import { PageChat } from './grants/page.js';
import { testHost } from './setup.js';

/** The text of the README's code block with this mark. */
function block(mark: string): string {
  const found = readme.match(new RegExp(`\`\`\`js ${mark}\\n([\\s\\S]*?)\`\`\``))?.[1];
  if (!found) throw new Error(`the README has no block ${mark}`);
  return found;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...values: unknown[]) => Promise<void>;

test('the README’s plugin installs and answers', async () => {
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

test('the README’s start for host developers runs as it stands', async () => {
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

test('the README’s consent and its asking plugin run as they stand', async () => {
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

test('the README’s page tool, extension and connection run as they stand', async () => {
  await using host = testHost();
  const log = vi.fn();
  const lines: string[] = [];
  const page = new AsyncFunction('host', 'lines', 'console', block('page'));
  await page(host, lines, { log });
  expect(log.mock.calls).toEqual([['would remember a']]);
  expect([lines, host.tools.list()]).toEqual([[], []]);

  const worker = new Worker(new URL('../fixtures/readme.worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ source: block('extension') });
  const registered = new Promise((resolve) => host.tools.onChange(resolve));
  await new AsyncFunction('host', 'worker', 'console', block('connect'))(host, worker, { log });
  await registered;
  expect((await host.tools.execute('shout', { text: 'hey' })).value).toBe('HEY');
  worker.terminate();
});

test('the README’s run answers as it says', async () => {
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

test('the README’s memory is written, searched and taken back', async () => {
  await using host = testHost();
  const log = vi.fn();
  const body = `${block('memory')}\nconsole.log((await graph.listNodes()).map(({ title }) => title));`;
  await new AsyncFunction('host', 'console', body)(host, { log });
  for (const said of [['Summary 1', 0.5], [true, 2], [['The Old Inn']]]) expect(log.mock.calls).toContainEqual(said);
  await host.erase();
});

test('the README’s skill is told, read and run, and its session answers', async () => {
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
