import { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { type Offer, portTransport, type ServeOptions, serveMcp } from '../../../src/mcp/index.js';
import { plainHost } from '../setup.js';
import { answering } from './servers.js';

type Host = ReturnType<typeof plainHost>;

/** MCP’s own client at the other end of a port. */
async function clientOf(host: Host, options?: ServeOptions) {
  const { port1, port2 } = new MessageChannel();
  const service = serveMcp(host, port1, options);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(portTransport(port2));
  return { service, client, port: port2 };
}

const everything: Offer = () => true;

/** A port of a client that says what it likes. */
function rawClient(host: Host) {
  const { port1, port2 } = new MessageChannel();
  const service = serveMcp(host, port1);
  const answers: unknown[] = [];
  port2.onmessage = ({ data }) => answers.push(data);
  const heard = async (count: number) => {
    await expect.poll(() => answers.length).toBe(count);
    return answers;
  };
  return { service, port: port2, heard };
}

const sum = ({ a, b }: Record<string, unknown>) => ({ sum: Number(a) + Number(b) });
const SUM = {
  ...{ name: 'sum', displayName: 'Sum', description: 'Adds two numbers.', mode: 'read' as const, exec: sum },
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
};

test('an id that is no id is told so, and is not sent back', async () => {
  await using host = plainHost();
  const { service, port, heard } = rawClient(host);
  using _service = service;
  const id = 'i'.repeat(10_000_000);
  port.postMessage({ jsonrpc: '2.0', id, method: 'ping' });
  port.postMessage({ jsonrpc: '2.0', id: id.slice(0, 256), method: 'ping' });
  const [first, second] = await heard(2);
  const message = 'an id is a number, or a text of at most 256 characters';
  expect(first).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32_600, message } });
  expect(second).toMatchObject({ id: id.slice(0, 256), result: {} });
});

test('MCP’s own client lists and calls the tools that read', async () => {
  await using host = plainHost();
  host.tools.register(SUM, { owner: 'page' });
  host.tools.register({ name: 'say', mode: 'read', exec: () => 'a text' }, { owner: 'page' });
  host.tools.register({ name: 'wipe', mode: 'write', exec: () => 'wiped' }, { owner: 'page' });
  const { client, service } = await clientOf(host, { name: 'my page', instructions: 'Adds.' });
  using _service = service;
  expect(client.getServerVersion()?.name).toBe('my page');
  expect(client.getInstructions()).toBe('Adds.');
  const { tools } = await client.listTools();
  expect(tools).toEqual([
    {
      ...{ name: 'sum', title: 'Sum', description: 'Adds two numbers.', inputSchema: SUM.parameters },
      annotations: { readOnlyHint: true },
    },
    { name: 'say', description: '', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  ]);
  expect(await client.callTool({ name: 'sum', arguments: { a: 1, b: 2 } })).toMatchObject({
    ...{ content: [{ type: 'text', text: '{"sum":3}' }], structuredContent: { sum: 3 } },
  });
  expect(await client.callTool({ name: 'say' })).toMatchObject({ content: [{ type: 'text', text: 'a text' }] });
  await expect(client.callTool({ name: 'wipe' })).rejects.toThrow('no tool is named wipe');
  await client.ping();
});

test('a tool that writes is offered where the page says so, and its user is asked as ever', async () => {
  await using host = plainHost();
  const asked = answering(host, null);
  const ask = { allowed: () => [], allow: () => {} };
  host.tools.register({ name: 'send', mode: 'write', exec: () => 'sent' }, { owner: 'page', ask });
  const { client, service } = await clientOf(host, { offer: everything });
  using _service = service;
  expect(await client.callTool({ name: 'send' })).toMatchObject({
    ...{ isError: true, content: [{ type: 'text', text: 'CONSENT_DENIED: send: the user said no' }] },
  });
  expect(asked).toHaveLength(1);
});

test('arguments that miss the schema and failures are results that a model can read', async () => {
  await using host = plainHost();
  host.tools.register(SUM, { owner: 'page' });
  const exec = () => {
    throw new Error('out of paper');
  };
  host.tools.register({ name: 'print', mode: 'read', exec }, { owner: 'page' });
  const { client, service } = await clientOf(host);
  using _service = service;
  const wrong = await client.callTool({ name: 'sum', arguments: { a: 'one' } });
  expect(JSON.stringify(wrong.content)).toContain('TOOL_ARGUMENTS_INVALID');
  expect(wrong.isError).toBe(true);
  expect(await client.callTool({ name: 'print' })).toMatchObject({
    ...{ isError: true, content: [{ type: 'text', text: 'TOOL_ERROR: out of paper' }] },
  });
});

test('the client hears of progress and of changes of what is offered, and of nothing else', async () => {
  await using host = plainHost();
  host.tools.register(SUM, { owner: 'page' });
  const { client, service } = await clientOf(host);
  using _service = service;
  let changes = 0;
  const changed = new Promise<void>((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes += 1;
      resolve();
    });
  });
  host.tools.register({ name: 'hidden', mode: 'write', exec: () => 1 }, { owner: 'page' });
  const exec = (_args: unknown, _context: unknown, call: { progress(progress: object): void }) => {
    call.progress({ done: 1, total: 2, label: 'half' });
    return 'done';
  };
  await client.ping();
  expect(changes).toBe(0);
  host.tools.register({ name: 'slow', mode: 'read', exec }, { owner: 'page' });
  await changed;
  const told: unknown[] = [];
  await client.callTool({ name: 'slow' }, { onprogress: (progress) => told.push(progress) });
  expect(told).toEqual([{ progress: 1, total: 2, message: 'half' }]);
  expect(changes).toBe(1);
});

test('a cancel of the client, its end and the page’s each abort the call', async () => {
  await using host = plainHost();
  const reasons: string[] = [];
  let began = () => {};
  const exec = (_args: unknown, _context: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push((signal.reason as Error).message);
        reject(signal.reason);
      });
      began();
    });
  host.tools.register({ name: 'wait', mode: 'read', exec }, { owner: 'page' });
  const started = () =>
    new Promise<void>((resolve) => {
      began = resolve;
    });
  const first = await clientOf(host);
  const stop = new AbortController();
  const one = started();
  const cancelled = first.client.callTool({ name: 'wait' }, { signal: stop.signal });
  await one;
  expect(first.service.calls).toBe(1);
  stop.abort(new Error('enough'));
  await expect(cancelled).rejects.toThrow();
  await expect.poll(() => reasons).toEqual(['the MCP client gave it up']);
  const two = started();
  first.client.callTool({ name: 'wait' }).catch(() => {});
  await two;
  await first.client.close();
  await first.service.closed;
  expect(reasons).toEqual(['the MCP client gave it up', 'the MCP client is gone']);
  const second = await clientOf(host);
  const three = started();
  const ended = second.client.callTool({ name: 'wait' });
  await three;
  second.service.close();
  await expect(ended).rejects.toThrow();
  expect(reasons).toHaveLength(3);
});

test('messages that are none, ids in use and methods of nobody are answered as the protocol has it', async () => {
  await using host = plainHost();
  host.tools.register({ name: 'wait', mode: 'read', exec: () => new Promise(() => {}) }, { owner: 'page' });
  const { service, port, heard } = rawClient(host);
  using _service = service;
  const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'wait' } };
  for (const message of ['{', 3, { jsonrpc: '1.0' }, { jsonrpc: '2.0', id: {}, method: 'ping' }])
    port.postMessage(message);
  port.postMessage({ jsonrpc: '2.0', id: 'a', method: 'resources/list' });
  port.postMessage({ jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: 'wait', arguments: [] } });
  port.postMessage(call);
  port.postMessage(call);
  port.postMessage(JSON.stringify({ jsonrpc: '2.0', id: 'c', method: 'ping' }));
  port.postMessage({ jsonrpc: '2.0', id: 'd', method: 'initialize', params: { protocolVersion: '1999-01-01' } });
  const answers = (await heard(9)) as {
    id: unknown;
    error?: { code: number };
    result?: { protocolVersion?: string };
  }[];
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual(
    expect.arrayContaining([
      ...[[null, -32700], ...Array(3).fill([null, -32600]), ['a', -32601], ['b', -32602], [7, -32600]],
      ...[
        ['c', undefined],
        ['d', undefined],
      ],
    ]),
  );
  expect(answers.at(-1)?.result?.protocolVersion).toBe('2025-11-25');
  for (let id = 100; id < 200; id += 1) port.postMessage({ ...call, id });
  const codes = (await heard(9 + 37)).map((answer) => (answer as { error?: { code: number } }).error?.code);
  expect(codes.filter((code) => code === -32000)).toHaveLength(37);
  expect(service.calls).toBe(64);
});

test('tools of an agent’s session, or of anything that lists and executes, are served alike', async () => {
  const source = {
    list: () => [{ name: 'roll', description: 'Rolls a die.', parameters: { type: 'object' }, mode: 'read' as const }],
    execute: async (name: string) => ({ value: `${name}: 4` }),
  };
  const { port1, port2 } = new MessageChannel();
  using _service = serveMcp(source, port1);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(portTransport(port2));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['roll']);
  expect(await client.callTool({ name: 'roll' })).toMatchObject({ content: [{ type: 'text', text: 'roll: 4' }] });
});
