import { Client } from '@modelcontextprotocol/client';
import { expect, test, vi } from 'vitest';
import * as engine from '../../src/engine/index.js';
import * as modes from '../../src/engine/modes/index.js';
import * as mcp from '../../src/mcp/index.js';
import * as models from '../../src/models/index.js';
import * as ui from '../../src/ui/index.js';
import { AsyncFunction, block } from '../fixtures/samples.js';
import { DONE, event, said, streamServer } from '../fixtures/stream-server.js';
import { reference } from './mcp/servers.js';
import { plainHost, testHost } from './setup.js';

/** A block whose imports are of what is handed in. */
const body = (mark: string) =>
  block(mark).replace(
    /import \{([^}]+)\} from 'bulkhead\/(\w+)';/g,
    (_, names, entry) => `const {${names}} = ${entry};`,
  );

test('the documents’ agent answers, calls its tool and forks, as it stands', async () => {
  const log = vi.fn();
  const show = vi.fn();
  const answers: engine.Completion[] = [
    { content: null, toolCalls: [{ id: 'c1', name: 'room_price', input: { room: 'attic' } }] },
    { content: 'Twelve a night.' },
    { content: 'The bill: twelve.' },
  ];
  const llm = { complete: async () => answers.shift() ?? { content: '' } };
  const run = new AsyncFunction('engine', 'endpoint', 'model', 'key', 'show', 'console', body('agent'));
  await run({ ...engine, openAiModel: () => llm }, 'http://127.0.0.1', 'any', 'key', show, { log });
  await new engine.IndexedDbStorageAdapter().erase();
  expect(log.mock.calls).toEqual([['Twelve a night.', 1], [['main', 'The bill']]]);
});

test('the documents’ loop calls a tool of the run and ends as it says', async () => {
  await using host = testHost();
  const tool = { name: 'price', description: 'd', mode: 'read', parameters: { type: 'object' } } as const;
  await host.tools.register({ ...tool, exec: () => 12 }, { owner: 'the inn' });

  const log = vi.fn();
  const calls = [
    ['price', {}],
    ['finalize', { capsule_text: 'Twelve.' }],
  ] as const;
  let at = 0;
  const llm = {
    complete: async () => {
      const [name, input] = calls[at] ?? calls[1];
      at += 1;
      return { content: null, toolCalls: [{ id: `c${at}`, name, input }] };
    },
  };
  await new AsyncFunction('modes', 'host', 'llm', 'console', body('modes'))(modes, host, llm, { log });
  expect(log.mock.calls).toEqual([['completed', 'Twelve.', expect.stringMatching(/^\{"type":"run_started".*\n$/s)]]);
});

test('the documents’ run is shown, changes nothing, and tells what it would have done', async () => {
  await using host = testHost();
  const store = new Map<string, unknown>();
  const tool = { name: 'put', description: 'd', mode: 'write', parameters: { type: 'object' } } as const;
  const exec = () => store.set('wine', 12);
  await host.tools.register({ ...tool, exec, simulate: () => 'would be put' }, { owner: 'the inn' });
  const calls = [
    ['chat_read_range', { start: 0, end: 0 }],
    ['put', {}],
    ['finalize', { capsule_text: 'Done.' }],
  ] as const;
  let at = 0;
  const told: unknown[] = [];
  const llm = {
    complete: async (messages: engine.Message[]) => {
      told.push(messages.at(-1)?.content);
      const [name, input] = calls[at] ?? calls[2];
      at += 1;
      return { content: null, toolCalls: [{ id: `c${at}`, name, input }] };
    },
  };
  const messages = [{ role: 'user', content: 'Put the wine down.' }];
  const log = vi.fn();
  const show = vi.fn();
  const run = new AsyncFunction('modes', 'host', 'llm', 'messages', 'show', 'console', body('runs'));
  await run(modes, host, llm, messages, show, { log });
  expect(log.mock.calls[0]?.slice(0, 2)).toEqual(['completed', 'Done.']);
  expect(told[2]).toContain('would be put');
  expect(store.size).toBe(0);
  expect(show.mock.calls.at(-1)).toEqual(['run_finished', 3]);
});

test('the documents’ model is kept, tested and talks through the broker', async () => {
  await using host = plainHost();
  const call = { index: 0, id: 'c1', function: { name: 'check_tools', arguments: '{"word":"ready"}' } };
  const server = await streamServer(
    { parts: [said('ready', 'stop'), DONE] },
    { parts: [event({ choices: [{ delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] }), DONE] },
    { parts: [said('Welcome.', 'stop'), DONE] },
  );
  const log = vi.fn();
  const show = vi.fn();
  const run = new AsyncFunction(
    ...['engine', 'models', 'host', 'endpoint', 'model', 'key', 'show', 'console'],
    body('models'),
  );
  await run(engine, models, host, server.endpoint, 'small', 'sk-live-0123456789', show, { log });
  expect(show.mock.calls.flat().join('')).toBe('Welcome.');
  expect(log.mock.calls).toEqual([['calls tools']]);
  const { asked } = await server.until({ asked: 3 });
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer sk-live-0123456789'));
});

test('the documents’ sessions are listed, renamed, forked, said again, removed and put back', async () => {
  const answers = ['Twelve.', 'Cold.'];
  const agent = engine.createStelloAgent({ llm: { complete: async () => ({ content: answers.shift() ?? '' }) } });
  await agent.turn('main', 'What is the attic?');
  const log = vi.fn();
  await new AsyncFunction('agent', 'console', body('sessions'))(agent, { log });
  const rows = [
    ['The inn', 0, 2],
    ['another way', 1, 1],
  ];
  expect(log.mock.calls).toEqual([[1, rows]]);
  const kept = await (await agent.session('main')).messages();
  expect(kept.map(({ content }) => content)).toEqual(['And the cellar?', 'Cold.']);
});

test('the documents’ MCP server is connected, called and left, and its host is a server itself', async () => {
  await using host = plainHost();
  const tool = { name: 'price', description: 'd', mode: 'read', parameters: { type: 'object' } } as const;
  await host.tools.register({ ...tool, exec: () => 12 }, { owner: 'the inn' });
  const log = vi.fn();
  const run = new AsyncFunction('mcp', 'host', 'url', 'console', `${body('mcp')}\nreturn port2;`);
  const port = (await run(mcp, host, await reference.start(), { log })) as unknown as MessagePort;
  expect(log.mock.calls[0]?.[0]).toContain('far_echo write');
  expect(log.mock.calls[1]).toEqual(['Echo: hello']);
  const client = new Client({ name: 'a page', version: '1' });
  await client.connect(mcp.portTransport(port));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['price']);
  await client.close();
});

test('the documents’ messages are drawn', async () => {
  await new AsyncFunction('ui', body('view'))(ui);
  const view = document.querySelector('bulkhead-chat-view');
  const drawn = () =>
    Array.from(view?.shadowRoot?.querySelectorAll('bulkhead-markdown') ?? [], ({ shadowRoot }) =>
      shadowRoot?.textContent?.trim(),
    );
  await expect
    .poll(drawn)
    .toEqual([expect.stringContaining('Where does the 28 go?'), expect.stringContaining('Alfama')]);
  view?.remove();
});
