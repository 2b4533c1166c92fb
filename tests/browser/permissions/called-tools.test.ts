import { expect, test } from 'vitest';
import type { Ask, Host, Scope } from '../../../src/index.js';
import { CHANGED, connect, scripted, tool as serverTool, until } from '../mcp/servers.js';
import { failure, plainHost } from '../setup.js';
import { PageChat, user, waiting } from './page.js';
import { asking, tool } from './plugins.js';

const READ = { id: 'see', cap: 'chat.read', reason: 'to see the chat' };
const CALL = { id: 'tell', cap: 'tool.call', tools: ['far_tell', 'local', 'say', 'pass'], reason: 'to look things up' };
const tell = (name = 'look', mode: 'read' | 'write' = 'read') =>
  tool(
    name,
    mode,
    'const { messages } = await ctx.chat.read(); return ctx.tools.call("far_tell", { line: messages[0].text })',
  );
const READER = asking('reader', [READ, CALL], tell());

/** A host with a chat, and a server whose one tool its user calls a reading one and lets be called always. */
async function connected(more: { always?: readonly Scope[] } = {}) {
  const chat = new PageChat();
  const host = plainHost({ services: { chat } });
  const server = await scripted({ tools: [serverTool('tell')] });
  const connection = await connect(host, server.url, {
    reads: () => true,
    allowed: () => more.always ?? [{ kind: 'always' }],
  });
  const dispose = async () => {
    await connection.disconnect();
    await host[Symbol.asyncDispose]();
  };
  return { chat, host, server, connection, [Symbol.asyncDispose]: dispose };
}

const calls = async (server: { methods(): Promise<readonly string[]> }) =>
  (await server.methods()).filter((method) => method === 'tools/call').length;

const told = ({ kind, plugin, tool, callers, sendsTo, undoable, skippable, args }: Ask) => ({
  ...{ kind, plugin: plugin.id, tool: tool.name, owner: tool.owner, sendsTo, undoable, skippable, args },
  callers: callers?.map((one) => `${one.plugin.id}.${one.tool}`),
});

const install = (host: Host, code: string) => host.plugins.install({ code }, { enable: true, allow: 'all' });

test('a tool that reads sends no line of the chat to a server without a question, which names the plugin, the tool and the server', async () => {
  await using all = await connected();
  const { host, server } = all;
  // The model's own call is not asked about: its user has said so.
  await host.tools.execute('far_tell', { line: 'of the model' });
  expect(await calls(server)).toBe(1);
  await install(host, READER);
  const { asked } = user(host, () => 'no');
  expect((await failure(host.tools.execute('look', {}))).details).toMatchObject({ guest: { code: 'CONSENT_DENIED' } });
  expect(asked.map(told)).toEqual([
    {
      ...{ kind: 'call', plugin: 'reader', tool: 'far_tell', owner: 'mcp:far', callers: ['reader.look'] },
      ...{ sendsTo: [new URL(server.url).host], undoable: false, skippable: false, args: { line: 'hello' } },
    },
  ]);
  expect(await calls(server)).toBe(1);
  // Nobody who could answer is a no as well.
  await using alone = await connected();
  await install(alone.host, READER);
  await failure(alone.host.tools.execute('look', {}));
  expect(await calls(alone.server)).toBe(0);
});

test('a yes is kept for the chat at the most, for this plugin and this tool, and can be taken back', async () => {
  await using all = await connected();
  const { host, server, chat, connection } = all;
  await install(host, READER);
  const { asked } = user(host, () => 'chat');
  await host.tools.execute('look', {});
  await host.tools.execute('look', {});
  expect(asked.map(({ scopes }) => scopes)).toEqual([[{ kind: 'call' }, { kind: 'chat', id: 'chat-1' }]]);
  expect(await calls(server)).toBe(2);
  expect((await host.plugins.review('reader')).calls).toEqual([
    { tool: 'far_tell', scopes: [{ kind: 'chat', id: 'chat-1' }] },
  ]);
  // Taken back, it is asked about again.
  await host.plugins.revoke('reader', { call: 'far_tell' });
  await host.tools.execute('look', {});
  expect(asked).toHaveLength(2);
  // Another chat: both the chat and the call are asked about.
  chat.open = { chat: 'chat-2' };
  await host.tools.execute('look', {});
  expect(asked.slice(2).map(({ kind, tool }) => [kind, tool.name])).toEqual([
    ['permission', 'look'],
    ['call', 'far_tell'],
  ]);
  chat.open = { chat: 'chat-1' };
  await host.tools.execute('look', {});
  expect(asked).toHaveLength(4);
  // Another plugin has no part in it.
  await install(host, asking('other', [READ, CALL], tell('peek')));
  await host.tools.execute('peek', {});
  expect(asked.slice(4).map(({ plugin }) => plugin.id)).toEqual(['other']);
  // The server says another thing of its tool: it is not the one that was meant.
  await server.change({ tools: [serverTool('tell', { description: 'now another' })] });
  const changed = until(connection, () => connection.tools[0]?.description === 'now another');
  await server.say(CHANGED);
  await changed;
  await host.tools.execute('look', {});
  expect(asked.slice(5).map(({ plugin, tool }) => [plugin.id, tool.description])).toEqual([['reader', 'now another']]);
  // And neither is a plugin that has changed.
  await host.plugins.install({ code: READER.replace("'test'", "'changed'") }, { enable: true, allow: 'all' });
  await host.tools.execute('look', {});
  expect(asked).toHaveLength(7);
});

test('one answer for the chat is for all calls that wait for it', async () => {
  await using all = await connected();
  const { host, server } = all;
  await install(host, READER);
  host.asks.onChange(() => {});
  const both = Promise.all([host.tools.execute('look', {}), host.tools.execute('look', {})]);
  const [ask] = await waiting(host, 2);
  host.asks.answer(ask?.id ?? 0, { kind: 'chat', id: 'chat-1' });
  await both;
  expect([host.asks.list().length, await calls(server)]).toEqual([0, 2]);
});

test('a simulation, and a preview, send nothing to a server, whatever its tool is marked', async () => {
  await using all = await connected();
  const { host, server } = all;
  await install(host, asking('writer', [READ, CALL], tell('note', 'write')));
  const { unvalidated, effects } = await host.tools.simulate('note', {});
  expect(unvalidated).toBe(true);
  expect(effects.items.map(({ kind }) => kind)).toEqual(['unknown']);
  const { asked } = user(host, () => 'no');
  await failure(host.tools.execute('note', {}));
  expect(asked.map(({ tool, undoable, skippable }) => [tool.name, undoable, skippable])).toEqual([
    ['note', false, false],
  ]);
  expect(await calls(server)).toBe(0);
});

test('a call by a tool that was called by a tool names all that have led to it', async () => {
  await using all = await connected();
  const { host } = all;
  const through = asking('through', [CALL], tool('pass', 'write', 'return ctx.tools.call("say", {})'));
  const first = asking('first', [CALL], tool('begin', 'write', 'return ctx.tools.call("pass", {})'));
  const last = asking(
    'last',
    [{ id: 'say', cap: 'chat.write', reason: 'r' }, CALL],
    tool('say', 'write', 'await ctx.chat.append({ text: "x" }); return ctx.tools.call("far_tell", {})'),
  );
  for (const code of [through, first, last]) await install(host, code);
  const { asked } = user(host, () => 'call');
  await host.tools.execute('begin', {});
  expect(asked.map((ask) => [told(ask).tool, told(ask).callers])).toEqual([
    ['begin', undefined],
    ['pass', ['first.begin']],
    ['say', ['first.begin', 'through.pass']],
    ['far_tell', ['first.begin', 'through.pass', 'last.say']],
  ]);
});

test('a tool of the page that is not asked about is called as before; one without an identity is asked about each time', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const seen: unknown[] = [];
  const exec = (args: object) => void seen.push(args);
  host.tools.register({ name: 'local', mode: 'read', exec }, { owner: 'page' });
  await install(host, asking('reader', [CALL], tool('look', 'read', 'await ctx.tools.call("local", { n: 1 })')));
  const { asked } = user(host, () => 'call');
  await host.tools.execute('look', {});
  expect([asked.length, seen]).toEqual([0, [{ n: 1 }]]);
  const ask = { allowed: () => [{ kind: 'always' }] as const, allow: () => {} };
  host.tools.register({ name: 'local', mode: 'read', exec }, { owner: 'page', ask });
  await host.tools.execute('look', {});
  expect(asked.map(({ scopes }) => scopes)).toEqual([[{ kind: 'call' }]]);
  // As the page's own call it is not asked about.
  await host.tools.execute('local', { n: 2 });
  expect([asked.length, seen.length]).toEqual([1, 3]);
});

test('a call by a tool is of the chat that was open at first, whatever is opened meanwhile', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const inner = asking('inner', [READ], tool('say', 'read', 'return (await ctx.chat.read()).messages[0].text'));
  await host.plugins.install({ code: inner }, { enable: true, allow: 'all' });
  chat.open = { chat: 'chat-2' };
  await host.plugins.enable('inner', { allow: { see: 'chat' } });
  chat.open = { chat: 'chat-1' };
  const moved = () => {
    chat.open = { chat: 'chat-2' };
    chat.lines = [{ role: 'user', text: 'private to chat 2' }];
  };
  host.tools.register({ name: 'local', mode: 'read', exec: moved }, { owner: 'page' });
  const outer = 'await ctx.tools.call("local", {}); return ctx.tools.call("say", {})';
  await install(host, asking('outer', [CALL], tool('look', 'read', outer)));
  expect((await failure(host.tools.execute('look', {}))).message).toContain('another chat was opened');
});

test('what a question says is sent to is what the call can reach: hosts of its open requests, whatever their method', async () => {
  await using host = plainHost({ services: { chat: new PageChat() } });
  const net = (id: string, host: string, methods?: readonly string[]) => ({
    ...{ id, cap: 'net', hosts: [host], reason: 'r' },
    ...(methods && { methods }),
  });
  const write = { id: 'say', cap: 'chat.write', reason: 'r' };
  const code = asking(
    'sender',
    [write, net('get', 'get.example.com'), net('post', 'post.example.com', ['POST']), net('no', 'no.example.com')],
    tool('say', 'write', 'await ctx.chat.append({ text: "x" })'),
  );
  await host.plugins.install({ code }, { enable: true, allow: { say: 'chat', get: 'always' } });
  const { asked } = user(host, () => 'no');
  await failure(host.tools.execute('say', {}));
  expect(asked.map(({ sendsTo, undoable }) => [sendsTo, undoable])).toEqual([[['get.example.com'], true]]);
  await host.plugins.enable('sender', { allow: { say: 'chat', get: 'always', post: 'always' } });
  await failure(host.tools.execute('say', {}));
  expect(asked.at(-1)?.sendsTo).toEqual(['get.example.com', 'post.example.com']);
  expect(asked.at(-1)?.undoable).toBe(false);
});
